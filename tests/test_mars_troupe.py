"""Mars troupe: what holds under any valid rules, and what its components must be.

What holds of any game stands in ``test_conformance``.
"""

from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.documents import read_document
from flohcati_rules.errors import (
    ComponentsError,
    NotationError,
    PositionError,
)
from flohcati_rules.game import CHANCE
from flohcati_rules.games.mars_troupe.components import Components
from flohcati_rules.games.mars_troupe.effects import Deed
from flohcati_rules.games.mars_troupe.game import MarsTroupe
from flohcati_rules.games.mars_troupe.knowledge import played_unseen, seen
from flohcati_rules.games.mars_troupe.moves import Move, Play
from flohcati_rules.games.mars_troupe.notation import places
from flohcati_rules.games.mars_troupe.rules import (
    MarsTroupeRules,
    RevealJoining,
)
from flohcati_rules.games.mars_troupe.state import IN_HAND, Phase, State, Thought
from flohcati_rules.profiles import AnyGame, Catalogue, variants_root
from flohcati_rules.rulepoints import OneOf, Value, points_of, with_changes
from flohcati_rules.streams import PLAY, Stream

FOLDER = Path(__file__).parents[1] / "variants" / "mars-troupe" / "components"
NUMBERS = {"ring.steps": 2, "score.chip": 1, "length.cap": 100}
SEATS = ("Ann", "Ben")
FACE_DOWN = "trouble.face_down"
DUTY = "advance.duty"

History = tuple[MarsTroupe, list[State], list[Move]]
"""A game played to its end by chance, with all its states and moves."""


def plain(name: str = "invented") -> dict[str, Any]:
    """Return a component file as plain data."""
    found = read_document(FOLDER / f"{name}.yaml").value
    assert isinstance(found, dict)
    return found


def first_answers() -> MarsTroupeRules:
    """Return the rules with the first answer to every point: the text's reading."""
    values: dict[str, Any] = {
        point.field: (
            next(iter(point.answers.words))
            if isinstance(point.answers, OneOf)
            else NUMBERS[id]
        )
        for id, point in points_of(MarsTroupeRules).items()
    }
    return MarsTroupeRules(**values)


INVENTED = MarsTroupe.read_components(plain())
TEXT = first_answers()


def game(chips: int = 1, **changes: object) -> MarsTroupe:
    """Return the game under the text's reading, with some values changed."""
    written = {id.replace("__", "."): value for id, value in changes.items()}
    return MarsTroupe(with_changes(TEXT, written), None, with_chips(chips))


def with_chips(chips: int) -> Components:
    return MarsTroupe.read_components({**plain(), "chips": chips})


OPEN = {
    id: [*point.answers.words]
    for id, point in points_of(MarsTroupeRules).items()
    if isinstance(point.answers, OneOf) and len([*point.answers.words]) > 1
}
"""The words of every rule point that has more than one."""


@st.composite
def games(draw: st.DrawFn) -> MarsTroupe:
    """Draw the game under any valid rules, with one to three trouble chips."""
    changes: dict[str, Value] = {
        id: draw(st.sampled_from(words)) for id, words in OPEN.items()
    }
    if changes["reveal.joining"] is RevealJoining.FIRES:
        del changes["face_down.lasting"]
    changes["ring.steps"] = draw(st.integers(1, 3))
    changes["score.chip"] = draw(st.integers(0, 5))
    changes["length.cap"] = draw(st.integers(1, 40))
    rules = with_changes(TEXT, changes)
    return MarsTroupe(rules, None, with_chips(draw(st.integers(1, 3))))


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Draw a game played to its end by chance, with all its states and moves."""
    played = draw(games())
    seed = draw(st.integers(0, 2**32))
    return played, *random_game(played, seed)


def random_game(played: AnyGame, seed: int) -> tuple[list[State], list[Move]]:
    stream = Stream(seed, 0, PLAY)
    states = [played.start(SEATS, seed=seed)]
    moves: list[Move] = []
    while not played.is_over(states[-1]):
        legal = played.legal_moves(states[-1])
        moves.append(legal[stream.below(len(legal))])
        states.append(played.step(states[-1], moves[-1]))
    return states, moves


# ---------------------------------------------------------------- any valid rules


@given(histories())
def test_thirteen_cards_are_conserved(history: History) -> None:
    _, states, _ = history
    for state in states:
        assert sorted(card for _, card in places(state)) == list(range(13))


@given(histories())
def test_between_turns_the_cards_lie_three_three_two_two_three(
    history: History,
) -> None:
    _, states, _ = history
    for state in states:
        if state.turn.phase is Phase.STEP:
            rows = (*state.stages, *state.hands, state.pool)
            assert [len(row) for row in rows] == [3, 3, 2, 2, 3]


@given(histories())
def test_a_chip_is_in_one_place_and_on_a_stage(history: History) -> None:
    played, states, _ = history
    for state in states:
        assert len(state.chips) <= played.components.chips
        on_stage = {lying.card: lying for stage in state.stages for lying in stage}
        for chip in state.chips:
            card = played.components.cards[chip.card]
            assert chip.card in on_stage
            if not on_stage[chip.card].down:
                assert state.chips.count(chip) <= card.rabbits[chip.colour]


@given(histories())
def test_counts_and_scores_are_bounded(history: History) -> None:
    played, states, _ = history
    facts = played.facts()
    most = sum(sorted((c.stars for c in played.components.cards), reverse=True)[:3])
    tracks = sum(
        sum(max(space.stars, space.other_stars) for space in track.spaces)
        for track in played.components.tracks
    )
    chips = played.components.chips * 5
    for state in states:
        counts = facts["counts"].of(state, ())
        for colour, total in zip(
            ("red", "yellow", "green"), played.components.totals, strict=True
        ):
            assert all(0 <= counts[f"{colour} {seat}"] <= total + 1 for seat in SEATS)
        for total in played.score(state).totals.values():
            assert 0 <= total <= most + tracks + chips + 2


@given(histories())
def test_a_game_ends_by_the_cap_at_the_latest(history: History) -> None:
    played, states, moves = history
    final = states[-1]
    assert final.turn.number <= played.rules.length_cap
    if played.ended_by(final) == "cap":
        assert played.score(final).winners == ()
    assert len(moves) < 40 * 12 + 10


@given(histories(), st.integers(0, 2**32))
def test_what_others_are_told_never_depends_on_what_they_may_not_know(
    history: History, seed: int
) -> None:
    """The same public move leads to the same knowledge, whatever lies hidden."""
    played, states, moves = history
    stream = Stream(seed, 0, PLAY)
    for state, move, after in zip(states, moves, states[1:], strict=False):
        decider = played.decider(state)
        if decider == CHANCE:
            continue
        watcher = SEATS[1 - SEATS.index(decider)]
        imagine = played.imagine(state, watcher, stream)
        if not isinstance(move, Play) or move not in played.legal_moves(imagine):
            continue
        following = played.step(imagine, move)
        leaves_the_same = following.pool == after.pool
        if move.down and leaves_the_same and after.turn.phase is Phase.STEP:
            observed = played.observe(following, watcher)
            assert observed == played.observe(after, watcher)


@given(histories())
def test_a_seat_sees_its_own_cards_and_all_that_lies_open(history: History) -> None:
    _, states, _ = history
    for state in states:
        for seat, thoughts in enumerate(state.thoughts):
            unseen = {thought.card for thought in thoughts}
            assert not unseen & {*state.hands[seat]}
            assert not unseen & {lying.card for lying in state.stages[seat]}
            open_rows = (*state.stages, state.pool)
            assert not unseen & {
                lying.card for row in open_rows for lying in row if not lying.down
            }
            assert {*state.hands[1 - seat]} <= unseen


@given(histories())
def test_the_truth_is_always_among_what_a_seat_thinks(history: History) -> None:
    _, states, _ = history
    for state in states:
        for seat, thoughts in enumerate(state.thoughts):
            truth = dict.fromkeys(state.hands[1 - seat], IN_HAND)
            for row in (state.stages[1 - seat], state.pool):
                truth |= {lying.card: lying.since for lying in row if lying.down}
            for thought in thoughts:
                assert truth[thought.card] in thought.places


@given(histories())
def test_events_tell_each_seat_nothing_that_it_does_not_see(history: History) -> None:
    played, states, moves = history
    for state, move, after in zip(states, moves, states[1:], strict=False):
        events = played.events(state, move)
        for seat, name in enumerate(SEATS):
            unseen = {
                played.components.cards[thought.card].name
                for thought in after.thoughts[seat]
            }
            seen_before = {
                played.components.cards[card].name
                for _, card in places(state)
                if card not in {thought.card for thought in state.thoughts[seat]}
            }
            for event in events:
                words = {*event.told_to(name).replace(",", " ").split()}
                assert not words & (unseen - seen_before) or state.deck


# ---------------------------------------------------------------- rule points


@pytest.mark.parametrize("id", points_of(MarsTroupeRules))
def test_no_rule_point_with_several_values_is_dead(id: str) -> None:
    """Under each other value some random game offers or shows something else."""
    point = points_of(MarsTroupeRules)[id]
    chosen = getattr(TEXT, point.field)
    if isinstance(point.answers, OneOf):
        others: list[Any] = [word for word in point.answers.words if word != chosen]
    else:
        others = [{"ring.steps": 3, "score.chip": 0, "length.cap": 20}[id]]
    for other in others:
        assert any(
            _differs(with_changes(TEXT, {id: other}), seed) for seed in range(150)
        )


def _differs(rules: MarsTroupeRules, seed: int) -> bool:
    """Tell whether a random game of the text comes out otherwise under other rules."""
    text, changed = (MarsTroupe(r, None, with_chips(1)) for r in (TEXT, rules))
    state = text.start(SEATS, seed=seed)
    stream = Stream(seed, 0, PLAY)
    while not text.is_over(state):
        moves = text.legal_moves(state)
        if moves != changed.legal_moves(state):
            return True
        if any(
            text.observe(state, seat) != changed.observe(state, seat) for seat in SEATS
        ):
            return True
        if text.score(state) != changed.score(state):
            return True
        move = moves[stream.below(len(moves))]
        if text.step(state, move) != changed.step(state, move):
            return True
        state = text.step(state, move)
    return False


# ---------------------------------------------------------------- components


def test_the_invented_set_says_that_it_is_invented() -> None:
    assert INVENTED.standing == "invented"
    assert "INVENTED" in (FOLDER / "invented.yaml").read_text().splitlines()[1]


def test_the_invented_set_has_every_effect_of_the_vocabulary() -> None:
    deeds = {card.effect.deed for card in INVENTED.cards if card.effect}
    assert deeds == {*Deed}


def test_the_digest_is_of_what_touches_play() -> None:
    renamed = MarsTroupe.read_components({**plain(), "title": "Another name"})
    assert renamed.digest == INVENTED.digest
    assert with_chips(2).digest != INVENTED.digest


def test_every_hole_of_the_template_is_reported() -> None:
    with pytest.raises(ComponentsError) as caught:
        MarsTroupe.read_components(plain("template"))
    holes = [fault for fault in caught.value.faults if "got nothing" in fault.reason]
    assert len(holes) > 50


def faults(**changes: object) -> str:
    """Return the faults of the invented set with something changed in it."""
    given = deepcopy(plain())
    for path, value in changes.items():
        *keys, last = path.split("__")
        spot: Any = given
        for key in keys:
            spot = spot[int(key) if key.isdigit() else key]
        if value is None:
            del spot[int(last) if last.isdigit() else last]
        else:
            spot[int(last) if last.isdigit() else last] = value
    with pytest.raises(ComponentsError) as caught:
        MarsTroupe.read_components(given)
    return "\n".join(map(str, caught.value.faults))


def test_there_are_thirteen_cards() -> None:
    assert "12 cards; the troupes have 13 in all" in faults(cards__12=None)


def test_there_is_exactly_one_white_card() -> None:
    assert "2 white cards (canyon, dust)" in faults(cards__1__rabbits={"white": 2})
    found = faults(cards__5__rabbits={"red": 1}, totals__red=10)
    assert found == "cards: 0 white cards; there is exactly one"


def test_the_white_card_has_no_other_rabbits() -> None:
    found = faults(cards__5__rabbits={"white": 3, "red": 1}, totals__red=10)
    assert found == ("cards.5.rabbits: the white card has no rabbits of another colour")


def test_each_kind_of_space_is_there() -> None:
    found = faults(ring__5__act="entry")
    assert found == "ring: no space has the act perform yellow; each of six is there"


def test_every_number_beside_a_call_is_a_space_of_the_ring() -> None:
    found = faults(cards__0__number=13)
    assert found == "cards.0.number: no space of the ring has the number 13"


def test_the_totals_are_those_of_the_cards() -> None:
    found = faults(totals__red=8)
    assert found == "totals.red: the mini cards say 8, the cards have 9"


def test_arrows_are_only_on_green() -> None:
    found = faults(tracks__red__both__1__arrow="two")
    assert "tracks.red.both.1.arrow: unknown key" in found


def test_an_arrow_points_along_a_way() -> None:
    found = faults(tracks__green__both__2__arrow="end")
    assert found == "tracks.green.both.2.arrow: an arrow points to one of 'next'"


def test_the_two_sides_may_differ() -> None:
    given = deepcopy(plain())
    line = given["tracks"]["red"]["both"]
    longer = [
        {"space": "begin", "start": True, "next": ["start"]},
        {**line[0], "start": False},
        *line[1:],
    ]
    given["tracks"]["red"] = {"ears": line, "mochi": longer}
    played = MarsTroupe(TEXT, None, MarsTroupe.read_components(given))
    state = played.position({**TABLE, "red": {"Ben": ["begin", "start"]}})
    assert played.facts()["red"].of(state, ()) == {"Ann": "start", "Ben": "start"}
    turned = played.position({**TABLE, "first": "Ben"})
    assert played.facts()["red"].of(turned, ()) == {"Ann": "begin", "Ben": "start"}


def test_without_an_end_no_game_would_end() -> None:
    given = deepcopy(plain())
    for lines in (
        given["tracks"]["red"]["both"],
        given["tracks"]["yellow"],
        given["tracks"]["green"]["both"],
    ):
        for space in lines:
            space.pop("end", None)
    with pytest.raises(ComponentsError) as caught:
        MarsTroupe.read_components(given)
    assert [fault.place for fault in caught.value.faults] == ["tracks"]


def test_an_end_is_reached_from_the_start() -> None:
    given = deepcopy(plain())
    for space in given["tracks"]["red"]["both"]:
        if space.get("start"):
            space["next"] = []
    with pytest.raises(ComponentsError, match="no way from START to END"):
        MarsTroupe.read_components(given)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"over": True}, "over"),
        ({"red": {"Ann": "end"}}, "over"),
        ({"number": 999}, "number"),
    ],
)
def test_a_game_is_over_with_an_end_or_the_last_turn(
    given: dict[str, Any], place: str
) -> None:
    with pytest.raises(PositionError) as caught:
        game().position({**TABLE, **given})
    assert [fault.place for fault in caught.value.faults] == [place]


def test_what_is_no_mapping_or_no_list_is_refused() -> None:
    assert "tracks: expected a mapping; got a list" in faults(tracks=[])
    assert "cards: expected a list; got 'none'" in faults(cards="none")
    assert "cards.0.card: 'Red Star' is not a name" in faults(cards__0__card="Red Star")
    assert "cards.0.card: 'left' means something else" in faults(cards__0__card="left")
    assert "cards.1.card: a card 'aurora' is at" in faults(cards__1__card="aurora")
    assert "format: expected mars-troupe.components/1" in faults(format="x/1")


def test_without_components_there_is_no_game() -> None:
    with pytest.raises(ComponentsError):
        MarsTroupe(TEXT)


def test_each_marker_starts_on_one_start() -> None:
    found = faults(tracks__yellow__3__start=False)
    assert "tracks.yellow: 0 START spaces; a marker starts on exactly one" in found


def test_every_fault_is_found_at_once() -> None:
    found = faults(
        chips=0,
        ring__0__number=2,
        cards__0__stars="1",
        tracks__red__both__1__next=["twp"],
    )
    assert found.splitlines() == [
        "chips: 0 is out of range; expected 1 to 5",
        "ring.1.number: the number 2 is at ring.0.number already",
        "cards.0.stars: expected a whole number from 0 to 20; got '1'",
        "cards.9.number: no space of the ring has the number 1",
        "tracks.red.both.1.next.0: the track has no space 'twp'; did you mean 'two'?",
    ]


def test_a_misspelt_effect_is_refused_with_the_nearest() -> None:
    found = faults(cards__0__effect={"does": "swich"})
    assert "got 'swich'; did you mean 'switch'?" in found
    found = faults(cards__0__effect={"does": "switch", "colour": "red"})
    assert "names no colour" in found


# ---------------------------------------------------------------- positions, refusals

TABLE: dict[str, Any] = {
    "seats": ["Ann", "Ben"],
    "stages": {"Ann": ["ember", "halo", "meteor"], "Ben": ["dune", "dust", "aurora"]},
    "hands": {"Ann": ["comet", "zenith"], "Ben": ["crater", "glacier"]},
    "pool": ["geyser", "canyon", "mesa"],
}


@pytest.mark.parametrize(
    ("given", "moves", "refused", "rule_point"),
    [
        ({}, [], "step 3", "ring.steps"),
        ({}, [], "take left", "ring.steps"),
        ({"ring": 2}, ["step 1"], "play zenith", "entry.take"),
        ({"ring": 2}, ["step 1", "take left"], "play dune", "entry.play"),
        ({"ring": 2}, ["step 1", "take left"], "play comet face-down", "entry.effect"),
        ({"ring": 3}, ["step 1"], "trouble ember red", "trouble.target"),
        ({"ring": 3}, ["step 1"], "trouble dune green", "trouble.target"),
        ({"ring": 3}, ["step 1"], "trouble dust red", "white.card"),
        ({"ring": 3}, ["step 1"], "trouble dune red from centre", "trouble.takes"),
        ({"ring": 3}, ["step 1"], "decline", "trouble.duty"),
        ({"ring": 3, "down": ["dune"]}, ["step 1"], "trouble left red", FACE_DOWN),
        ({"ring": 12}, ["step 1"], "step 1", "switch.who"),
        ({"ring": 10}, ["step 1"], "advance bend", "advance.marker"),
        ({"ring": 10}, ["step 1"], "advance", "advance.choice"),
        ({"ring": 10, "green": {"Ann": "bend"}}, ["step 1"], "decline", DUTY),
        ({"ring": 3, "chips": ["dune red"]}, [], "trouble dune red", "ring.steps"),
        ({"over": True, "red": {"Ann": "end"}}, [], "step 1", "end.when"),
    ],
)
def test_a_refusal_names_the_rule_that_refuses(
    given: dict[str, Any], moves: list[str], refused: str, rule_point: str
) -> None:
    played = game()
    state = played.position({**TABLE, **given})
    for text in moves:
        state = played.apply(state, played.parse_move(text, state))
    refusal = played.refusal(state, played.parse_move(refused, state))
    assert refusal is not None
    assert refusal.rule_point == rule_point


def test_with_several_chips_the_source_is_named() -> None:
    played = game(chips=2)
    state = played.position({**TABLE, "ring": 3, "chips": ["halo yellow"]})
    state = played.step(state, played.parse_move("step 1", state))
    moves = [*map(str, played.legal_moves(state))]
    assert "trouble dune red from centre" in moves
    assert "trouble dune red from halo yellow" in moves
    moved = played.apply(
        state, played.parse_move("trouble dune red from halo yellow", state)
    )
    assert played.facts()["chips"].of(moved, ()) == ("dune red",)


def test_every_fault_of_a_position_is_found_at_once() -> None:
    given = {
        **TABLE,
        "pool": ["geyser", "dune", "mesas"],
        "ring": 13,
        "ends": {"Ann": "up"},
        "red": {"Ann": "nine", "Cleo": "one"},
        "chips": ["ember green"],
        "down": ["comet"],
        "turn": "Cleo",
    }
    with pytest.raises(PositionError) as caught:
        game().position(given)
    places_ = {fault.place for fault in caught.value.faults}
    assert places_ == {
        "pool.1",
        "pool.2",
        "ring",
        "ends.Ann",
        "red.Ann",
        "red.Cleo",
        "chips.0",
        "down.0",
        "turn",
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("step:", "stepp:"),
        (":asked=Ann", ""),
        ("ember,halo,meteor", "ember,halo"),
        ("comet,", "ember,"),
        ("start+one", "start+nine"),
        (" right/right ", " right/up "),
        ("Ann,Ben", "Ann"),
    ],
)
def test_a_position_that_is_none_is_refused(old: str, new: str) -> None:
    played = game()
    text = played.format_position(played.position({**TABLE, "red": {"Ann": "one"}}))
    assert old in text
    with pytest.raises((NotationError, PositionError)):
        played.parse_position(text.replace(old, new))


def test_stages_and_hands_are_told_in_full_and_the_pool_is_the_rest() -> None:
    told = {key: TABLE[key] for key in ("seats", "stages", "hands")}
    state = game().position(told)
    left = [INVENTED.names[lying.card] for lying in state.pool]
    assert left == ["canyon", "geyser", "mesa"]
    with pytest.raises(PositionError) as caught:
        game().position({**told, "hands": {"Ann": ["comet"]}})
    assert [str(fault) for fault in caught.value.faults] == [
        "hands.Ann: 1 cards; there are 2",
        "hands: those of Ben are missing",
    ]


# ---------------------------------------------------------------- the shipped variants


def test_the_shipped_variants_have_the_invented_components() -> None:
    shelf = Catalogue(variants_root(), {MarsTroupe.ID: MarsTroupe})
    for id in ("mars-troupe-ja", "house-open-air", "house-grand-finale"):
        assert shelf.load(id).components == INVENTED


def test_the_text_reads_as_the_first_answers() -> None:
    shelf = Catalogue(variants_root(), {MarsTroupe.ID: MarsTroupe})
    assert shelf.load("mars-troupe-ja").rules == TEXT


# ---------------------------------------------------------------- a few by hand


def test_a_card_played_unseen_may_be_any_that_was_in_the_hand() -> None:
    thoughts = (Thought(1, (0,)), Thought(2, (0,)), Thought(3, (0,)))
    after = played_unseen(thoughts, 7)
    assert {thought.places for thought in after} == {(0, 7)}
    assert seen(after, 2, 7) == (Thought(1, (0,)), Thought(3, (0,)))


def test_what_must_lie_face_down_is_known_once_the_rest_is_seen() -> None:
    thoughts = played_unseen((Thought(1, (0,)), Thought(2, (0,))), 7)
    assert seen(thoughts, 1) == (Thought(2, (7,)),)


def test_a_move_that_is_none_is_refused_as_notation() -> None:
    played = game()
    state = played.start(SEATS, seed=1)
    for text in ("", "plai comet", "play", "step two", "trouble comet blue", "take up"):
        with pytest.raises(NotationError):
            played.parse_move(text, state)


def test_games_with_the_invented_set_are_lively() -> None:
    """Random games last some thirty turns, end by all colours, and use all effects.

    Run `python -m pytest tests/test_mars_troupe.py -k lively -s` for the numbers.
    """
    sums: Counter[str] = Counter()
    joined: Counter[str] = Counter()
    played, many = game(), 300
    for seed in range(many):
        states, moves = random_game(played, seed)
        meter = played.meter()
        for state, move, after in zip(states, moves, states[1:], strict=False):
            meter.note(state, move, after)
            if isinstance(move, Play) and not move.down:
                effect = INVENTED.cards[INVENTED.names.index(move.card)].effect
                joined[str(effect.deed) if effect else "none"] += 1
        sums.update(meter.reading(states[-1], played.score(states[-1])))
        sums["cap"] += played.ended_by(states[-1]) == "cap"
    means = {id: total / many for id, total in sums.items()}
    print(means, joined)  # noqa: T201 - what -s is for
    assert 25 < means["turns"] < 40
    assert means["cap"] < 0.02
    assert 0.4 < means["first_won"] < 0.6
    assert min(means[f"{c}_ended"] for c in ("red", "yellow", "green")) > 0.15
    assert means["drawn"] < 0.05
    assert all(joined[str(deed)] > many / 3 for deed in Deed)
