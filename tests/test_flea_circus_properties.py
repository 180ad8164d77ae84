"""What holds in every game of the flea circus, under any valid rules.

What holds of any game stands in ``test_conformance``.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flohcati_rules import IllegalMoveError
from flohcati_rules.games.flea_circus.cards import (
    CIRCUS_CODES,
    UNIT,
    codes_in,
    colours_in,
    pile_of,
    size,
    trio_numbers,
)
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.moves import (
    DECLINE,
    END,
    GALA,
    REVEAL,
    STOP,
    TAKE_ALL,
    Demand,
    Direction,
    Discard,
    Draw,
    End,
    Give,
    Move,
    Outcome,
    Take,
    Trio,
)
from flohcati_rules.games.flea_circus.notation import places
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import ScoreHand, Shown
from flohcati_rules.games.flea_circus.scoring import hand_points
from flohcati_rules.games.flea_circus.state import Phase, State
from flohcati_rules.rulepoints import points_of, with_changes
from tests.strategies import flea_circus_games, flea_circus_rules

Dealt = tuple[FleaCircus, State, random.Random]

MOST_STEPS = 20_000
"""Far more steps than any game takes: a run of passes ends a game that stalls."""


def played(dealt: Dealt) -> Iterator[tuple[State, Move, State]]:
    """Play a game with random legal moves, yielding each step."""
    game, state, choices = dealt
    for _ in range(MOST_STEPS):
        moves = game.legal_moves(state)
        if not moves:
            return
        move = choices.choice(moves)
        after = game.step(state, move)
        yield state, move, after
        state = after
    pytest.fail("the game does not end")


def some_states(dealt: Dealt, count: int) -> list[State]:
    """Return a few states of a random game, its end among them."""
    _, start, choices = dealt
    states = [start, *(after for _, _, after in played(dealt))]
    return [*choices.sample(states, min(count, len(states))), states[-1]]


def all_moves(game: FleaCircus, state: State) -> list[Move]:
    """Return every move that the notation can write, legal or not."""
    reading = Reading(game.rules)
    cards = [*reading.cards.values()]
    colours = reading.deck.colours
    seats = state.table.seats
    trios: list[Move] = [Trio(number) for number in range(reading.deck.highest + 1)]
    for number in trio_numbers(sum(state.hands)):
        held = [
            reading.cards[code]
            for hand in state.hands
            for code in codes_in(hand)
            if reading.cards[code].number == number
        ]
        trios.append(Trio(number, tuple(held[:3])))
        trios.append(Trio(number, tuple(held[-3:])))
        trios.append(Trio(number, tuple(held[:4])))
    return [
        *(REVEAL, TAKE_ALL, DECLINE, STOP, GALA, END),
        *map(Take, cards),
        *map(Discard, cards),
        *map(Give, cards),
        *map(Outcome, cards),
        *trios,
        *map(Draw, seats),
        *map(Demand, seats),
        *(Demand(seat, colour) for seat in seats for colour in colours),
        *(Demand(colour=c, direction=way) for c in colours for way in Direction),
    ]


@given(flea_circus_games())
def test_every_card_is_in_one_place_at_every_step(dealt: Dealt) -> None:
    """Deck, display, discard, hands, trios and the card being resolved are all."""
    game, start, _ = dealt
    whole = Counter(Reading(game.rules).deck.codes)
    for state in [start, *(after for _, _, after in played(dealt))]:
        found = Counter(code for _, pile in places(state) for code in codes_in(pile))
        assert whole == found
        assert len(state.deck) + sum(
            size(pile) for place, pile in places(state) if place != "deck"
        ) == sum(whole.values())


@given(flea_circus_games())
def test_cards_aside_stay_aside(dealt: Dealt) -> None:
    """A game from a position moves no card that the position does not name."""
    game, _, choices = dealt
    reading = Reading(game.rules)
    names = [reading.names[code] for code in reading.deck.codes]
    choices.shuffle(names)
    circus = [name for name in names if name not in ("demand", "draw", "chain")]
    least, _ = game.seats_allowed
    seats = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"][:least]
    state = game.position(
        {"seats": seats, "deck": names[:7], "hands": {"Ben": circus[7:10]}}
        if not set(names[:7]) & set(circus[7:10])
        else {"seats": seats, "deck": names[:7]}
    )
    named = Counter(code for _, pile in places(state) for code in codes_in(pile))
    for _, _, after in played((game, state, choices)):
        found = Counter(code for _, pile in places(after) for code in codes_in(pile))
        assert named == found


@given(flea_circus_games())
def test_a_move_applies_exactly_when_it_is_legal(dealt: Dealt) -> None:
    """Every move that can be written is tried."""
    game, _, _ = dealt
    for state in some_states(dealt, 3):
        legal = game.legal_moves(state)
        assert len(set(legal)) == len(legal)
        for move in {*all_moves(game, state), *legal}:
            refusal = game.refusal(state, move)
            if refusal is None:
                assert isinstance(game.apply(state, move), State)
                continue
            assert move not in legal
            assert refusal.rule_point in points_of(game.rules)
            with pytest.raises(IllegalMoveError):
                game.apply(state, move)


@given(flea_circus_games())
def test_scores_stay_within_bounds(dealt: Dealt) -> None:
    """No seat scores below 0, or above its cards, its trios and the bonus."""
    game, start, _ = dealt
    rules = game.rules
    for state in [start, *some_states(dealt, 6)]:
        sheet = game.score(state)
        for seat, total in enumerate(sheet.totals.values()):
            numbers = [code // 10 for code in codes_in(state.hands[seat])]
            trios = sum(
                rules.trio_points * (size(trio) if size(trio) > 3 else 1)
                for trio in state.table.trios[seat]
            )
            most = sum(numbers) + trios + rules.gala_bonus
            assert 0 <= total <= most
            if rules.score_hand is ScoreHand.HIGHEST_PER_COLOUR:
                colours = len(rules.deck_colours)
                assert total <= rules.deck_highest * colours + trios + rules.gala_bonus
        best = max(sheet.totals.values())
        assert {*sheet.winners} <= {
            seat for seat, total in sheet.totals.items() if total == best
        }


@given(flea_circus_rules(), st.data())
def test_a_card_more_never_lowers_the_score(rules: object, data: st.DataObject) -> None:
    reading = Reading(rules)  # type: ignore[arg-type]
    circus = reading.deck.circus
    held = data.draw(st.sets(st.sampled_from(circus)))
    more = data.draw(st.sampled_from(circus))
    assume(more not in held)
    called = data.draw(st.booleans())
    hand = pile_of(held)
    fewer = hand_points(reading, hand, called=called)
    assert fewer <= hand_points(reading, hand + UNIT[more], called=called)
    assert hand_points(reading, hand, called=False) <= hand_points(
        reading, hand, called=True
    )


@given(st.sets(st.integers(0, CIRCUS_CODES - 1)), st.integers(0, 9))
def test_piles_agree_with_plain_counting(codes: set[int], chains: int) -> None:
    """Trios, colours and sizes of a pile are those of the list of its cards."""
    listed = [*sorted(codes), *[CIRCUS_CODES + 2] * chains]
    pile = pile_of(listed)
    assert listed == [*codes_in(pile)]
    assert len(listed) == size(pile)
    numbers = Counter(code // 10 for code in codes)
    assert sorted(n for n, many in numbers.items() if many >= 3) == trio_numbers(pile)
    assert {code % 10 for code in codes} == {
        colour for colour in range(10) if colours_in(pile) >> colour & 1
    }


@given(flea_circus_games())
def test_an_outsider_cannot_tell_which_card_was_handed_over_unseen(
    dealt: Dealt,
) -> None:
    """Every card that may have passed leaves the outsiders with the same view."""
    game, start, choices = dealt
    game = FleaCircus(
        with_changes(
            game.rules, {"demand.shown": "to-the-two", "draw.shown": "to-the-two"}
        )
    )
    for state, _, _ in played((game, start, choices)):
        turn = state.turn
        if turn.phase not in (Phase.GIVE, Phase.OUTCOME):
            continue
        names = game.seats(state)
        outsiders = {*names} - {names[turn.seat], names[turn.giver]}
        afters = [game.step(state, move) for move in game.legal_moves(state)]
        assert game.rules.draw_shown is Shown.TO_THE_TWO
        for seat in outsiders:
            assert len({game.observe(after, seat) for after in afters}) == 1


@given(flea_circus_games())
def test_what_a_seat_thinks_is_never_wrong(dealt: Dealt) -> None:
    """A hand card is where it is known to be, or in one of the doubtful places."""
    game, _, _ = dealt
    reading = Reading(game.rules)
    for state in some_states(dealt, 6):
        holder = {
            reading.names[code]: place
            for place, hand in enumerate(state.hands)
            for code in codes_in(hand)
        }
        for seat in game.seats(state):
            seen = game.observe(state, seat)
            for place, cards in enumerate(seen.known):
                assert all(holder[card] == place for card in cards)
            for card, seats in seen.doubtful:
                assert seen.seats[holder[card]] in seats
            mine = seen.seats.index(seat)
            assert {*seen.hand} == {*seen.known[mine]}


@given(flea_circus_games())
def test_events_tell_each_card_that_moves(dealt: Dealt) -> None:
    """Every card that changes its place is told of; the end of a turn is private."""
    game, _, _ = dealt
    reading = Reading(game.rules)
    for state, move, after in played(dealt):
        events = game.events(state, move)
        told = {card for event in events for card in event.cards}
        revealed = state.deck[: len(state.deck) - len(after.deck)]
        assert {reading.names[code] for code in revealed} <= told
        for had, has in zip(state.hands, after.hands, strict=True):
            for code in codes_in(pile_of(set(codes_in(had)) ^ set(codes_in(has)))):
                assert reading.names[code] in told
        if isinstance(move, End):
            others = [*game.seats(state)]
            others.remove(game.decider(state))
            ended = next(event for event in events if event.kind == "end")
            assert not any(ended.told_to(other) for other in others)
