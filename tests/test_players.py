"""Players: what they may know, what they choose, and how they are written."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules import GAMES, load_variant, testing
from flohcati_rules.errors import RequestError
from flohcati_rules.game import CHANCE, Player
from flohcati_rules.games.flea_circus.cards import CIRCUS_CODES, UNIT, codes_in, pile_of
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.knowledge import unseen
from flohcati_rules.games.flea_circus.moves import (
    REVEAL,
    Decline,
    Discard,
    Gala,
    Give,
    Move,
    Reveal,
    Stop,
    Take,
    TakeAll,
    Trio,
)
from flohcati_rules.games.flea_circus.players import Cautious, Greedy, Planner
from flohcati_rules.games.flea_circus.players.prospects import Prospects
from flohcati_rules.games.flea_circus.players.risk import risk
from flohcati_rules.games.flea_circus.players.worth import (
    best_takes,
    best_trio,
    caller_points,
    cost,
    hand_points,
    worth,
)
from flohcati_rules.games.flea_circus.rules import FleaCircusRules
from flohcati_rules.games.flea_circus.scoring import hand_points as scored
from flohcati_rules.games.flea_circus.state import CERTAIN, Phase, State
from flohcati_rules.parameters import parameters_of
from flohcati_rules.profiles import AnyGame
from flohcati_rules.rulepoints import with_changes
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study import Search, simulate, study
from flohcati_rules.study.players import (
    by_chance,
    canonical,
    habits_of,
    name_of,
    player_of,
    players_of,
)
from tests.strategies import flea_circus_games, flea_circus_rules

NAMED = [
    pytest.param(id, name, id=f"{id}-{name}")
    for id, game in GAMES.items()
    for name in players_of(game)
]
each_player = pytest.mark.parametrize(("id", "name"), NAMED)

Dealt = tuple[FleaCircus, State, random.Random]

SEEDS = st.integers(0, 2**32)


def quick(id: str, name: str) -> Player:
    """Return a player of a game; a search that is short enough for a test."""
    return Search(iterations=4) if name == "search" else players_of(GAMES[id])[name]


# -- what a player may know


class Blinkered:
    """A game that hands every player the same imagined state, whatever is real.

    So what is chosen with it depends on the state that a player is given only by
    what the player looks up in it.
    """

    def __init__(self, game: AnyGame, imagined: object) -> None:
        self._game = game
        self._imagined = imagined

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def imagine(self, *_: object) -> object:
        return self._imagined


def decisions(
    game: AnyGame, start: object, stream: Stream, chooser: Player, most: int = 400
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield each state of a game in which a seat has a choice, and the moves."""
    state = start
    for _ in range(most):
        moves = game.legal_moves(state)
        if not moves:
            return
        chance = game.decider(state) == CHANCE
        if not chance and len(moves) > 1:
            yield state, moves
        move = (by_chance if chance else chooser)(game, state, moves, stream)
        state = game.step(state, move)


def with_hidden_hands(game: AnyGame) -> AnyGame:
    """Return a game whose cards change hands seen by the two alone."""
    if not isinstance(game, FleaCircus):
        return game
    hidden = {"demand.shown": "to-the-two", "draw.shown": "to-the-two"}
    return FleaCircus(with_changes(game.rules, hidden))


def forgotten(state: object) -> object:
    """Return a position of the flea circus in which nobody has seen any hand."""
    if not isinstance(state, State):
        return state
    table = attrs.evolve(state.table, doubts=unseen(state.hands))
    return State(
        state.deck, state.display, state.hands, state.turned, table, state.turn
    )


@each_player
@given(st.data(), SEEDS)
def test_a_player_looks_only_at_what_its_seat_may_know(
    id: str, name: str, data: st.DataObject, seed: int
) -> None:
    """In a state that its seat cannot tell from the real one, it chooses the same.

    The same random numbers are drawn, too: nothing of the real state leaks into them.
    """
    player = quick(id, name)
    line = data.draw(testing.games(id, points=None))
    game = with_hidden_hands(line.game)
    stream = Stream(seed, 1, PLAY)
    played = decisions(game, line.start, stream, by_chance)
    skip = {"search": 30, "planner": 4}.get(name, 1)
    for count, (found, moves) in enumerate(played):
        if count % skip:
            continue
        state = forgotten(found) if count % 5 == 0 else found
        seat = game.decider(state)
        imagined = game.imagine(state, seat, stream)
        blinkered: Any = Blinkered(game, game.imagine(state, seat, stream))
        real, thought = Stream(seed, count, 7), Stream(seed, count, 7)
        choice = player(blinkered, state, moves, real)
        assert choice in moves
        assert choice == player(blinkered, imagined, moves, thought)
        assert real.below(2**31) == thought.below(2**31)


def test_a_player_who_peeks_is_found_out() -> None:
    """The check above can fail: the next card of the deck is not in the imagined."""
    game = load_variant("amigo-ja").game()
    start = game.start(["Ann", "Ben", "Cleo"], seed=1)

    def peek(_: object, state: State, moves: tuple[Move, ...], __: Stream) -> Move:
        return moves[state.deck[0] % len(moves)]

    found = set[bool]()
    stream = Stream(1, 1, PLAY)
    for state, moves in decisions(game, start, stream, by_chance):
        imagined = game.imagine(state, game.decider(state), stream)
        found.add(
            peek(game, state, moves, stream) == peek(game, imagined, moves, stream)
        )
    assert found == {True, False}


# -- every rule set


OWN = [*FleaCircus.PLAYERS]


@pytest.mark.parametrize("name", OWN)
@given(flea_circus_games(), SEEDS)
def test_a_player_plays_by_any_rules(name: str, dealt: Dealt, seed: int) -> None:
    """It always returns a legal move, and its games come to an end."""
    game, state, _ = dealt
    player: Any = FleaCircus.PLAYERS[name]
    stream = Stream(seed, 0, PLAY)
    for _ in range(20_000):
        moves = game.legal_moves(state)
        if not moves:
            return
        chance = game.decider(state) == CHANCE
        move = (by_chance if chance else player)(game, state, moves, stream)
        assert move in moves
        state = game.step(state, move)
    pytest.fail("the game does not end")


# -- what a hand is worth


@st.composite
def hands(draw: st.DrawFn) -> tuple[FleaCircus, int]:
    """Draw rules and a hand."""
    game = FleaCircus(draw(flea_circus_rules()))
    circus = st.sampled_from(game.reading.deck.circus)
    codes = draw(st.lists(circus, unique=True, max_size=25))
    return game, pile_of(codes)


@given(hands())
def test_a_hand_is_worth_its_points_and_its_best_trio(
    drawn: tuple[FleaCircus, int],
) -> None:
    game, hand = drawn
    reading = game.reading
    points = scored(reading, hand, called=False)
    assert hand_points(reading, hand) == points
    bonus = reading.rules.gala_bonus
    assert caller_points(reading, hand) == scored(reading, hand, called=True) + bonus
    gains: dict[Trio, int] = {}
    for listed in reading.trios(hand):
        assert isinstance(listed, Trio)
        cards = [card.code for card in listed.cards] or [
            code for code in codes_in(hand) if code // 10 == listed.number
        ]
        each = reading.rules.trio_points
        laid = each if len(cards) == 3 else each * len(cards)
        gains[listed] = laid + scored(reading, hand - pile_of(cards), called=False)
        gains[listed] -= points
    gain, trio = best_trio(reading, hand)
    assert gain == max(0, *gains.values(), 0)
    assert (trio is None) == (gain == 0)
    if trio is not None:
        assert gains[trio] == gain
        assert trio.number == min(one.number for one in gains if gains[one] == gain)
    assert worth(reading, hand) == points + gain
    for code in codes_in(hand):
        left = scored(reading, hand - UNIT[code], called=False)
        assert cost(reading, hand, code) == points - left


@given(hands(), st.data())
def test_the_best_take_leaves_the_hand_worth_most(
    drawn: tuple[FleaCircus, int], data: st.DataObject
) -> None:
    game, hand = drawn
    reading = game.reading
    free = [code for code in reading.deck.circus if not hand >> code & 1]
    if not free:
        return
    codes = data.draw(st.lists(st.sampled_from(free), unique=True, min_size=1))
    display = pile_of(codes)
    takes = reading.takes(display)
    after = {
        take: worth(
            reading,
            hand + (UNIT[take.card.code] if isinstance(take, Take) else display),
        )
        for take in takes
    }
    gain, best = best_takes(reading, display, hand, takes)
    most = max(after.values())
    assert gain == most - worth(reading, hand)
    assert best == [take for take in takes if after[take] == most]


# -- how likely a bust is


def amigo() -> FleaCircusRules:
    rules = load_variant("amigo-ja").rules
    assert isinstance(rules, FleaCircusRules)
    return rules


def test_the_risk_of_a_bust_is_counted_from_the_deck() -> None:
    game = FleaCircus(amigo())
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "display": ["red-1", "blue-2"],
            "deck": ["red-2", "blue-7", "grey-0", "grey-1", "draw"],
        }
    )
    assert risk(game.reading, state, 0) == (2, 5)


def test_a_hand_that_was_never_seen_counts_with_the_deck() -> None:
    """Each order of the unseen cards is as likely as any other."""
    game = FleaCircus(amigo())
    deck, hidden = ["red-2", "blue-7", "draw", "chain"], ["red-3", "grey-1"]
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "display": ["red-1"],
            "deck": deck,
            "hands": {"Ben": hidden, "Ann": ["red-7"]},
        }
    )
    cards = [*deck, *hidden]
    busts = ["red" in order[0] for order in dealings(cards, len(hidden))]
    bad, size = risk(game.reading, state, 0)
    assert Fraction(bad, size) == Fraction(sum(busts), len(busts)) == Fraction(1, 4)
    bad, size = risk(game.reading, state, 1)
    assert Fraction(bad, size) == Fraction(1, 3), "to Ben, red-7 may be in the deck"


def dealings(cards: list[str], held: int) -> Iterator[tuple[str, ...]]:
    """Yield the orders of some cards whose last few may be held on a hand."""
    for order in permutations(cards):
        if all("-" in card for card in order[-held:]):
            yield order


# -- what the simple players choose


@pytest.mark.parametrize("player", [Cautious(), Cautious(bound=0.3), Cautious(bound=1)])
@given(flea_circus_games(), SEEDS)
def test_the_cautious_player_keeps_to_its_bound(
    player: Cautious, dealt: Dealt, seed: int
) -> None:
    game, start, _ = dealt
    stream = Stream(seed, 0, PLAY)
    for state, moves in decisions(game, start, stream, player):
        choice = player(game, state, moves, stream)
        in_the_main = state.turn.phase is Phase.MAIN
        if not in_the_main or isinstance(choice, Trio) or REVEAL not in moves:
            continue
        codes = [*state.deck]
        rivals = [bool(state.display & game.reading.rivals[code]) for code in codes]
        likely = Fraction(sum(rivals), len(codes))
        if len(codes) == 1 and game.reading.cut_short:
            likely = Fraction(1)
        may_take = any(isinstance(move, Take | TakeAll) for move in moves)
        reveals = likely <= Fraction(str(player.bound)) or not may_take
        assert isinstance(choice, Reveal) == reveals


@pytest.mark.parametrize("player", [Greedy(), Greedy(enough=0), Greedy(enough=5)])
@given(flea_circus_games(), SEEDS)
def test_the_greedy_player_reveals_only_for_want_of_a_gain(
    player: Greedy, dealt: Dealt, seed: int
) -> None:
    game, start, _ = dealt
    stream = Stream(seed, 0, PLAY)
    for state, moves in decisions(game, start, stream, player):
        choice = player(game, state, moves, stream)
        in_the_main = state.turn.phase is Phase.MAIN
        if not in_the_main or isinstance(choice, Trio) or REVEAL not in moves:
            continue
        hand = state.hands[state.turn.seat]
        takes = [move for move in moves if isinstance(move, Take | TakeAll)]
        gain, best = best_takes(game.reading, state.display, hand, takes)
        assert isinstance(choice, Reveal) == (gain < player.enough)
        assert isinstance(choice, Reveal) or choice in best


@pytest.mark.parametrize("player", [Cautious(), Greedy()])
@given(flea_circus_games(), SEEDS)
def test_the_simple_players_forgo_nothing_that_gains(
    player: Cautious | Greedy, dealt: Dealt, seed: int
) -> None:
    """No decline where a card may be taken; trio, gala or end by what they gain."""
    game, start, _ = dealt
    reading, stream = game.reading, Stream(seed, 0, PLAY)
    for state, moves in decisions(game, start, stream, player):
        choice = player(game, state, moves, stream)
        hand = state.hands[state.turn.asked]
        assert not isinstance(choice, Decline)
        if isinstance(choice, Stop):
            assert state.display
        trios = any(isinstance(move, Trio) for move in moves)
        gain = best_trio(reading, hand)[0] if trios else 0
        if state.turn.phase in (Phase.AFTER, Phase.SKIPPED):
            call = -1
            if Gala() in moves:
                call = caller_points(reading, hand) - hand_points(reading, hand)
            assert isinstance(choice, Gala) == (call > gain)
            assert isinstance(choice, Trio) == (gain > 0 and call <= gain)
        elif isinstance(choice, Give | Discard):
            kept = [worth(reading, hand - UNIT[move.card.code]) for move in moves]
            assert worth(reading, hand - UNIT[choice.card.code]) == max(kept)
        else:
            assert isinstance(choice, Trio) == (trios and gain > 0)


def test_a_request_goes_to_the_fullest_hand_for_the_weakest_colour() -> None:
    game = load_variant("amigo-ja").with_rules(
        {"demand.request": "colour-of-opponent", "deck.colours": ["red", "blue"]}
    )
    made = game.game()
    state = made.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "deck": ["demand", "red-0"],
            "hands": {
                "Ann": ["red-2", "blue-0", "blue-1"],
                "Ben": ["red-4", "blue-5"],
                "Cleo": ["red-6"],
            },
        }
    )
    state = made.step(state, REVEAL)
    moves = made.legal_moves(state)
    for player in (Cautious(), Greedy()):
        chosen = player(made, state, moves, Stream(0, 0, PLAY))
        assert str(chosen) == "demand blue from Ben"


@given(flea_circus_games(), SEEDS)
def test_ties_are_drawn_and_nothing_else_costs_a_random_number(
    dealt: Dealt, seed: int
) -> None:
    """The stream moves on by one number or by none."""
    game, start, _ = dealt
    stream = Stream(seed, 0, PLAY)
    for player in (Cautious(), Greedy()):
        for state, moves in decisions(game, start, stream, player):
            once, never = Stream(seed, 1, PLAY), Stream(seed, 1, PLAY)
            once.below(2)
            follows = {once.below(2**31), never.below(2**31)}
            asked = Stream(seed, 1, PLAY)
            player(game, state, moves, asked)
            assert asked.below(2**31) in follows


# -- what the planner expects


@st.composite
def hopes(draw: st.DrawFn) -> tuple[FleaCircus, int, int, float]:
    """Draw rules, a small hand, a few cards that are out, and a chance."""
    game = FleaCircus(draw(flea_circus_rules()))
    circus = st.sampled_from(game.reading.deck.circus[:40])
    codes = draw(st.lists(circus, unique=True, min_size=1, max_size=12))
    held = draw(st.integers(0, min(6, len(codes) - 1)))
    chance = draw(st.floats(0, 1))
    out = sum(1 << code for code in codes[held:])
    return game, pile_of(codes[:held]), out, chance


def expected_points(game: FleaCircus, hand: int, out: int, chance: float) -> float:
    """Return what a hand will score if each card that is out comes with a chance."""
    codes = [*codes_in(out)]
    total = 0.0
    for comes in product((True, False), repeat=len(codes)):
        likely, held = 1.0, hand
        for code, does in zip(codes, comes, strict=True):
            likely *= chance if does else 1 - chance
            held += UNIT[code] if does else 0
        total += likely * hand_points(game.reading, held)
    return total


@given(hopes())
def test_a_colour_is_expected_to_score_what_comes_to_the_hand(
    drawn: tuple[FleaCircus, int, int, float],
) -> None:
    """Without trios, a card is worth what it adds to the expected points."""
    rich, hand, out, chance = drawn
    game = FleaCircus(with_changes(rich.rules, {"trio.points": 0}))
    prospects = Prospects(game.reading, hand, out, chance)
    before = expected_points(game, hand, out, chance)
    for code in codes_in(out):
        after = expected_points(game, hand + UNIT[code], out & ~(1 << code), chance)
        assert prospects.gain(code) == pytest.approx(after - before, abs=1e-9)
    for code in codes_in(hand):
        after = expected_points(game, hand - UNIT[code], out, chance)
        if not game.reading.every_card:
            assert prospects.drop(code) == pytest.approx(before - after, abs=1e-9)


def test_a_number_is_as_likely_a_trio_as_three_of_it_come_together() -> None:
    """Zeros cost nothing to lay, so their worth is the chance times the points."""
    game = FleaCircus(amigo())
    codes = game.reading.deck.circus[:10]
    for held, others in ((1, 4), (2, 3), (0, 5), (1, 1), (2, 0)):
        hand, chance = pile_of(codes[:held]), 0.3
        out = sum(1 << code for code in codes[held : held + others + 1])

        def three(held: int, others: int) -> float:
            return sum(
                comb(others, n) * 0.3**n * 0.7 ** (others - n)
                for n in range(others + 1)
                if held + n >= 3
            )

        gain = Prospects(game.reading, hand, out, chance).gain(codes[held])
        expected = 10 * (three(held + 1, others) - three(held, others + 1))
        assert gain == pytest.approx(expected)


def with_all_but_red(*, bens: list[str]) -> State:
    """Return a position in which Ann wants but a red card for a gala."""
    game = FleaCircus(amigo())
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "deck": ["red-7", "red-6", "blue-0"],
            "display": ["red-1", "pink-7"],
            "hands": {
                "Ann": [f"{colour}-4" for colour in game.reading.deck.colours[1:]],
                "Ben": bens,
            },
        }
    )
    table = attrs.evolve(state.table, doubts=CERTAIN)
    return State(
        state.deck, state.display, state.hands, state.turned, table, state.turn
    )


def planned(state: State) -> list[str]:
    """Return what the planner does up to the end of Ann's turn."""
    game, told = FleaCircus(amigo()), list[str]()
    while game.decider(state) == "Ann":
        move = Planner()(game, state, game.legal_moves(state), Stream(0, 0, PLAY))
        told.append(str(move))
        state = game.step(state, move)
    return told


def test_the_planner_takes_the_card_with_which_a_gala_wins() -> None:
    assert planned(with_all_but_red(bens=["red-5"])) == ["take red-1", "gala"]


def test_the_planner_calls_no_gala_that_loses() -> None:
    rich = ["pink-6", "blue-7", "grey-7", "brown-7", "teal-7", "green-7", "yellow-7"]
    assert "gala" not in planned(with_all_but_red(bens=rich))


# -- how players are written


@pytest.mark.parametrize(
    ("written", "player", "name"),
    [
        ("cautious", Cautious(), "cautious"),
        ("cautious()", Cautious(), "cautious"),
        (" cautious( bound = 0.25 ) ", Cautious(bound=0.25), "cautious(bound=0.25)"),
        ("cautious(bound=0.1)", Cautious(), "cautious"),
        ("cautious(bound=1)", Cautious(bound=1), "cautious(bound=1)"),
        ("cautious(bound=1e-1)", Cautious(), "cautious"),
        ("greedy(enough=5)", Greedy(enough=5), "greedy(enough=5)"),
        ("search(iterations=400)", Search(iterations=400), "search(iterations=400)"),
        (
            "search(exploration=0.5,iterations=9)",
            Search(iterations=9, exploration=0.5),
            "search(iterations=9, exploration=0.5)",
        ),
    ],
)
def test_a_player_is_written_with_its_parameters(
    written: str, player: Player, name: str
) -> None:
    assert player_of(FleaCircus, written) == player
    assert canonical(FleaCircus, written) == canonical(FleaCircus, player) == name
    assert name_of(player) == name
    assert player_of(FleaCircus, name) == player


def test_results_call_a_player_by_its_parameters() -> None:
    """However it was written, and whoever made it."""
    ja = load_variant("amigo-ja")
    for player in ("cautious( bound=0.20 )", Cautious(bound=0.2)):
        found = simulate(ja, games=30, seats=3, player=player)
        assert found.player == "cautious(bound=0.2)"
    both = study(ja, ja, games=30, seats=3, player="uniform()", guest=Greedy())
    assert both.player == "uniform"
    assert both.skill is not None
    assert (both.skill.guest, both.skill.host) == ("greedy", "uniform")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "cautions(bound=0.2)",
            (
                "no player 'cautions'; did you mean 'cautious'? "
                f"(Flea circus has: {', '.join(players_of(FleaCircus))})"
            ),
        ),
        (
            "cautious(bond=0.2)",
            "no parameter 'bond' of cautious; did you mean 'bound'? (it has: bound)",
        ),
        ("uniform(bound=0.2)", "uniform has no parameters, not 'bound' either"),
        ("cautious(bound=1.5)", "bound of cautious is a number from 0 to 1, not '1.5'"),
        ("cautious(bound=nan)", "bound of cautious is a number from 0 to 1, not 'nan'"),
        ("cautious(bound=x)", "bound of cautious is a number from 0 to 1, not 'x'"),
        (
            "search(iterations=2.5)",
            "iterations of search is a whole number from 1 to 1000000, not '2.5'",
        ),
        (
            "search(iterations=0)",
            "iterations of search is a whole number from 1 to 1000000, not '0'",
        ),
        (
            "search(iterations=1_0)",
            "iterations of search is a whole number from 1 to 1000000, not '1_0'",
        ),
        ("cautious(bound=0,bound=1)", "bound is given twice"),
        ("cautious(0.2)", "'cautious(0.2)' is not written as a player: a name, or"),
        ("cautious(bound=0.2", "is not written as a player"),
        ("cautious(bound=0.2,)", "is not written as a player"),
        ("cautious(bound=)", "is not written as a player"),
        ("", "'' is not written as a player"),
    ],
)
def test_a_player_that_is_written_wrongly_is_refused(written: str, said: str) -> None:
    with pytest.raises(RequestError) as caught:
        player_of(FleaCircus, written)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        (Cautious, {"bound": 2}, "bound of cautious is a number from 0 to 1, not 2"),
        (Cautious, {"bound": True}, "not True"),
        (Greedy, {"enough": 1.0}, "enough of greedy is a whole number from 0 to 1000"),
        (Search, {"iterations": "9"}, "not '9'"),
        (Search, {"exploration": float("nan")}, "not nan"),
    ],
)
def test_a_player_that_is_made_wrongly_is_refused(
    kind: type, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(RequestError) as caught:
        kind(**given)
    assert said in str(caught.value)


@each_player
def test_a_player_that_has_parameters_is_called_after_its_class(
    id: str, name: str
) -> None:
    """Its name is what it is registered under, and each parameter has a sense."""
    player = players_of(GAMES[id])[name]
    assert name_of(player) == name
    assert habits_of(GAMES[id], name)
    kind: type = type(player)
    if attrs.has(kind):
        declared = parameters_of(kind)
        assert [*declared] == [field.name for field in attrs.fields(kind)]
        for parameter in declared.values():
            assert parameter.sense
            assert parameter.accepts(parameter.default)


def test_codes_of_circus_cards_come_first() -> None:
    """What counts the circus cards of a deck by their codes relies on it."""
    assert all(code < CIRCUS_CODES for code in codes_in(pile_of(range(CIRCUS_CODES))))
