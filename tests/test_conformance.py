"""What any game promises, asked of each game under any valid rules.

A game that joins the registry is asked too, as soon as a variant of it is shipped.
What a game promises besides stands in a file of its own.
"""

import copy
import pickle
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules import GAMES, list_variants, load_variant, testing
from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.documents import read_document
from flohcati_rules.errors import (
    ComponentsError,
    IllegalMoveError,
    NotationError,
    PositionError,
    UnknownNameError,
)
from flohcati_rules.game import CHANCE, NOBODY
from flohcati_rules.metrics import WIN, result_quantities
from flohcati_rules.profiles import AnyGame, Variant, variants_root
from flohcati_rules.rulepoints import points_of
from flohcati_rules.scenarios.expectations import facts_of
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study.plan import metrics_at
from flohcati_rules.study.players import by_chance
from flohcati_rules.testing import Line

PLAYABLE = [variant for variant in list_variants() if not variant.unknown]
PLAYED = [id for id in GAMES if any(v.game_class is GAMES[id] for v in PLAYABLE)]
"""The games of which a variant can be played."""

MOST_MOVES = 20_000
"""Far more moves than any game takes."""

each_game = pytest.mark.parametrize("id", PLAYED)
each_variant = pytest.mark.parametrize("variant", PLAYABLE, ids=lambda v: v.id)


def with_three_chips() -> Variant:
    """Return Mars troupe with more trouble chips than the shipped components have."""
    variant = load_variant("mars-troupe-ja")
    path = variants_root() / "mars-troupe" / "components" / "invented.yaml"
    given = read_document(path).value
    assert isinstance(given, dict)
    components = variant.game_class.read_components({**given, "chips": 3})
    return attrs.evolve(variant, components=components)


MORE: Mapping[str, Variant] = {"mars-troupe": with_three_chips()}
"""By game, what is played besides the shipped variants."""


def dealt(id: str) -> st.SearchStrategy[Line]:
    """Draw a dealt game under any valid rules."""
    games = testing.games(id, points=None)
    return games | testing.games(MORE[id], points=None) if id in MORE else games


def whole_games(id: str) -> st.SearchStrategy[Line]:
    """Draw a game under any valid rules, played to its end by chance."""
    return dealt(id).map(played_on)


def played_on(line: Line) -> Line:
    """Return a dealt game played on to its end, each move as likely as any other."""
    stream = Stream(line.seed, 0, PLAY)
    game, state = line.game, line.start
    moves: list[Any] = []
    states = [state]
    while legal := game.legal_moves(state):
        if len(moves) == MOST_MOVES:
            pytest.fail("the game does not end")
        moves.append(legal[stream.below(len(legal))])
        state = game.step(state, moves[-1])
        states.append(state)
    return attrs.evolve(line, moves=tuple(moves), states=tuple(states))


def some(line: Line, count: int) -> list[Any]:
    """Return a few states from all of a game, its start and its end among them."""
    apart = max(1, len(line.states) // count)
    return [*line.states[::apart], line.state]


# ---------------------------------------------------------------- play


@each_game
@given(st.data())
def test_a_game_ends_and_says_how(id: str, data: st.DataObject) -> None:
    """Until then somebody is asked; the end is one that the rules do not bar."""
    line = data.draw(whole_games(id))
    game = line.game
    for state in line.states:
        over = game.is_over(state)
        assert over == (game.decider(state) == NOBODY) == (not game.legal_moves(state))
        assert over or game.decider(state) in (*line.seats, CHANCE)
        assert over or game.ended_by(state) is None
    ended_by = game.ended_by(line.state)
    assert ended_by in game.ENDINGS
    assert ended_by not in game.barred_endings()
    assert game.barred_endings().keys() < game.ENDINGS.keys()


@each_game
@given(st.data())
def test_a_game_replays_exactly_from_its_written_moves(
    id: str, data: st.DataObject
) -> None:
    """The deal repeats the start, and the trusting step is the checked one."""
    line = data.draw(whole_games(id))
    game = line.game
    state = game.start(line.seats, deck=game.deal(line.start))
    assert line.start == state
    for before, move, after in line.steps:
        assert before == state
        state = game.apply(state, game.parse_move(str(move), state))
        assert after == state


@each_game
@given(st.data())
def test_a_move_applies_exactly_when_it_is_legal(id: str, data: st.DataObject) -> None:
    """The moves of all other states are tried; a refusal names a rule."""
    line = data.draw(whole_games(id))
    game = line.game
    strangers = sorted({*line.moves}, key=str)
    for state in some(line, 4):
        legal = game.legal_moves(state)
        assert all(game.refusal(state, move) is None for move in legal)
        for move in strangers:
            refusal = game.refusal(state, move)
            if refusal is None:
                game.apply(state, move)
                continue
            assert move not in legal
            assert refusal.rule_point in points_of(game.rules)
            with pytest.raises(IllegalMoveError) as caught:
                game.apply(state, move)
            assert caught.value.rule_point == refusal.rule_point


@each_game
@given(st.data())
def test_positions_and_moves_read_back_as_written(id: str, data: st.DataObject) -> None:
    line = data.draw(whole_games(id))
    game = line.game
    for state in some(line, 8):
        again = game.parse_position(game.format_position(state))
        assert state == again
        assert hash(state) == hash(again)
        moves = game.legal_moves(state)
        assert moves == tuple(game.parse_move(str(move), state) for move in moves)
        assert len({*map(str, moves)}) == len(moves)


@each_game
@given(st.data())
def test_what_is_no_position_is_refused_as_such(id: str, data: st.DataObject) -> None:
    """A slip of the pen makes another position, or is told; nothing else breaks."""
    line = data.draw(whole_games(id))
    game = line.game
    for state in some(line, 4):
        text = game.format_position(state)
        place = data.draw(st.integers(0, len(text) - 1))
        slip = data.draw(st.sampled_from(["", "-", "=", ":", ",", "/", ".", "x", "9"]))
        try:
            other = game.parse_position(text[:place] + slip + text[place + 1 :])
        except (NotationError, PositionError):
            continue
        assert other == game.parse_position(game.format_position(other))


@each_game
@given(st.data())
def test_what_is_no_move_is_refused_as_such(id: str, data: st.DataObject) -> None:
    line = data.draw(whole_games(id))
    game = line.game
    for state, move, _ in [*line.steps][:: max(1, len(line.moves) // 8)]:
        words = [*str(move).split(), "from", *line.seats, "0", "4"]
        text = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=4)))
        try:
            other = game.parse_move(text, state)
        except NotationError:
            continue
        assert game.refusal(state, other) or game.apply(state, other)


@each_game
@given(st.data())
def test_a_seed_and_an_index_fix_the_deal(id: str, data: st.DataObject) -> None:
    line = data.draw(dealt(id))
    again = line.variant.game()
    assert line.start == again.start(line.seats, seed=line.seed)
    another = again.start(line.seats, seed=line.seed, index=1)
    assert sorted(line.game.deal(line.start)) == sorted(again.deal(another))
    assert again.seats(another) == line.seats
    senseless: list[dict[str, Any]] = [{}, {"seed": 1, "deck": again.deal(another)}]
    for asked in senseless:
        with pytest.raises(PositionError):
            again.start(line.seats, **asked)


# ---------------------------------------------------------------- what is known


@each_game
@given(st.data())
def test_what_a_seat_observes_does_not_depend_on_what_it_cannot_know(
    id: str, data: st.DataObject
) -> None:
    """An imagined state is a position, in which its seat may do the same."""
    line = data.draw(whole_games(id))
    game = line.game
    stream = Stream(line.seed, 1, PLAY)
    for state in some(line, 8):
        for seat in line.seats:
            seen = game.observe(state, seat)
            imagined = game.imagine(state, seat, stream)
            assert seen == game.observe(imagined, seat)
            assert hash(seen) == hash(game.observe(imagined, seat))
            assert imagined == game.parse_position(game.format_position(imagined))
            if game.decider(state) == seat:
                assert game.legal_moves(state) == game.legal_moves(imagined)


@each_game
@given(st.data())
def test_events_cite_rules_and_are_told_to_seats(id: str, data: st.DataObject) -> None:
    line = data.draw(whole_games(id))
    for state, move, _ in line.steps:
        for event in line.game.events(state, move):
            assert event.rule_point in points_of(line.game.rules)
            assert event.kind
            assert event.text
            assert {*event.seen_by} <= {*line.seats}
            for seat in line.seats:
                whole = seat in event.seen_by
                assert event.told_to(seat) == (event.text if whole else event.public)


@each_game
@given(st.data())
def test_a_scene_shows_every_position_in_the_same_rows(
    id: str, data: st.DataObject
) -> None:
    """Each piece has a name, each row a label of its own; a seat's row names it."""
    line = data.draw(whole_games(id))
    labels = [row.label for row in line.game.scene(line.start).rows]
    assert len({*labels}) == len(labels)
    for before, _, after in line.steps:
        scene = line.game.scene(after)
        assert labels == [row.label for row in scene.rows]
        assert {row.seat for row in scene.rows} <= {*line.seats, ""}
        assert all(face.name for row in scene.rows for face in row.faces)
        if scene == line.game.scene(before):
            assert line.game.decider(before) != line.game.decider(after) or (
                line.game.legal_moves(before) != line.game.legal_moves(after)
            )


@each_game
@given(st.data())
def test_a_score_sheet_adds_up_and_cites_rules(id: str, data: st.DataObject) -> None:
    line = data.draw(whole_games(id))
    for state in some(line, 8):
        sheet = line.game.score(state)
        assert (*sheet.totals,) == line.seats
        assert {*sheet.winners} <= {*line.seats}
        cited = {sheet.rule_point}
        for score in sheet.seats:
            assert score.total == sum(part.points for part in score.lines)
            cited |= {part.rule_point for part in score.lines}
        assert cited <= points_of(line.game.rules).keys()


@each_game
@given(st.data())
def test_facts_can_be_expected_as_they_are(id: str, data: st.DataObject) -> None:
    """Each fact of a position, written down, is read as the same fact."""
    line = data.draw(whole_games(id))
    facts = facts_of(line.game)
    for state, move, after in [*line.steps][-1 :: -max(1, len(line.moves) // 4)]:
        events = line.game.events(state, move)
        for key, fact in facts.items():
            found = fact.of(after, events)
            read = fact.read(plain(found))
            if fact.named_only:
                found = {key: found[key] for key in read}
                assert read.keys() == found.keys()
                assert all(fact.same(read[key], found[key]) for key in read), key
            else:
                assert fact.same(read, found), key


def plain(value: Any) -> Any:  # noqa: ANN401 - a fact of any game
    """Return a value as a file would give it."""
    match value:
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case _:
            return value


@each_game
@given(st.data())
def test_a_meter_counts_what_every_metric_is_made_of(
    id: str, data: st.DataObject
) -> None:
    line = data.draw(whole_games(id))
    game = line.game
    meter = game.meter()
    for state, move, after in line.steps:
        meter.note(state, move, after)
    reading = meter.reading(line.state, game.score(line.state))
    assert all(type(number) is int for number in reading.values())
    sheet = game.score(line.state)
    seats = game.seats(line.state)
    winners = [seats.index(seat) for seat in sheet.winners]
    ended_by = game.ended_by(line.state)
    assert ended_by is not None
    told = result_quantities(ended_by, [*sheet.totals.values()], winners)
    assert not reading.keys() & told.keys()
    counted = {f"ended_by_{ending}": 0 for ending in game.ENDINGS} | told | reading
    assert told["points"] == sum(sheet.totals.values())
    won = [counted[f"won_{seat}"] for seat in range(1, len(seats) + 1)]
    assert sum(won) == (WIN if winners else 0)
    for metric in metrics_at(type(game), len(seats)).values():
        assert not metric.share or counted[metric.of] in (0, 1)
        assert not metric.per or counted[metric.per] >= 0


@each_game
def test_a_state_cannot_be_changed(id: str) -> None:
    game, seats = made(id)
    state = game.start(seats, seed=3)
    assert hash(state) == hash(game.start(seats, seed=3))
    with pytest.raises(AttributeError):
        state.turn = None


@each_game
@given(st.data())
def test_states_and_games_can_be_pickled_and_copied(
    id: str, data: st.DataObject
) -> None:
    line = data.draw(whole_games(id))
    game = pickle.loads(pickle.dumps(line.game))  # noqa: S301 - made a line above
    assert line.game.rules == game.rules
    for state in some(line, 4):
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - made here
        assert state == again == copy.deepcopy(state)
        assert line.game.legal_moves(state) == game.legal_moves(again)


# ---------------------------------------------------------------- what is declared


@each_variant
def test_every_player_plays_whole_games(variant: Variant) -> None:
    """Each chooses legal moves, until the game is over."""
    game = variant.game()
    for player in game.PLAYERS.values():
        seats = SETUP_NAMES[: game.seats_allowed[0]]
        state = game.start(seats, seed=7)
        stream = Stream(7, 0, PLAY)
        while not game.is_over(state):
            choose = by_chance if game.decider(state) == CHANCE else player
            move = choose(game, state, game.legal_moves(state), stream)
            state = game.apply(state, move)
        assert game.ended_by(state) in game.ENDINGS


@each_variant
def test_a_game_is_what_its_variant_says(variant: Variant) -> None:
    game = variant.game()
    assert variant.rules == game.rules
    assert type(game).RULES is type(game.rules)
    assert {*game.evidence} <= {*points_of(game.rules)}
    least, most = game.seats_allowed
    assert 1 <= least <= most <= len(SETUP_NAMES)
    assert repr(game).startswith(f"{type(game).__name__}({type(game.rules).__name__}(")


@each_game
def test_every_key_of_a_position_is_read(id: str) -> None:
    """Nonsense under a key that the game declares is a fault of that key."""
    game, seats = made(id)
    for key in game.GIVEN:
        with pytest.raises(PositionError) as caught:
            game.position({"seats": seats, key: object()})
        found = {fault.place.partition(".")[0] for fault in caught.value.faults}
        assert key in found


@each_game
def test_a_set_up_is_the_start_of_a_game(id: str) -> None:
    game, seats = made(id)
    assert game.start(seats, seed=0) == game.position({"setup": len(seats)})
    with pytest.raises(PositionError) as caught:
        game.position({"setup": game.seats_allowed[1] + 1})
    assert {fault.place for fault in caught.value.faults} == {"setup"}


@each_game
def test_what_a_table_tells_fills_keys_of_a_position(id: str) -> None:
    game, _ = made(id)
    for telling in game.SHEET.values():
        assert telling.key in game.GIVEN
        assert telling.sense
        assert telling.example


@each_game
def test_a_stranger_observes_nothing(id: str) -> None:
    game, seats = made(id)
    state = game.start(seats, seed=0)
    with pytest.raises(UnknownNameError):
        game.observe(state, "Zoe")


@each_game
def test_components_are_refused_where_they_are_nonsense(id: str) -> None:
    """Or wherever there are none; who has a file of them has a schema for it."""
    game, _ = made(id)
    with pytest.raises(ComponentsError):
        type(game).read_components({"nonsense": 1})
    assert bool(game.COMPONENTS) == bool(type(game).components_schema())
    assert bool(game.COMPONENTS) == bool(game.components_digest)


def made(id: str) -> tuple[AnyGame, tuple[str, ...]]:
    """Return a game of some variant, and the fewest seats for it."""
    variant = next(v for v in PLAYABLE if v.game_class is GAMES[id])
    game = variant.game()
    return game, SETUP_NAMES[: game.seats_allowed[0]]
