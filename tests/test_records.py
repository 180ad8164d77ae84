"""Records: what is written is read back, and replays to the same states or not at all.

The exact messages of bad records stand in `tests/bad/records/`.
"""

import os
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.errors import (
    IllegalMoveError,
    RecordError,
    RequestError,
    RulesError,
    UnreadableFileError,
)
from flohcati_rules.profiles import Variant
from flohcati_rules.records import (
    Record,
    Result,
    Step,
    format_record,
    parse_record,
    read_record,
    record_game,
    replay,
    save_record,
)
from flohcati_rules.records.writing import quoted
from flohcati_rules.registry import list_variants, load_variant
from tests.strategies import changes_to

NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=",/:+="),
    min_size=1,
    max_size=8,
).filter(
    lambda name: (
        not any(map(str.isspace, name)) and name not in {"chance", "nobody", "-"}
    )
)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@attrs.frozen
class Line:
    """A variant and a line of play under it."""

    variant: Variant
    states: tuple[Any, ...]
    moves: tuple[Any, ...]

    @property
    def record(self) -> Record:
        return record_game(self.variant, self.states[0], self.moves)


def line_of(
    variant: Variant, seats: list[str], random: Random, most: int = 10_000
) -> Line:
    """Play at random, for at most so many moves."""
    game = variant.game()
    states = [game.start(seats, seed=random.getrandbits(64))]
    moves: list[Any] = []
    while len(moves) < most and not game.is_over(states[-1]):
        moves.append(random.choice(game.legal_moves(states[-1])))
        states.append(game.apply(states[-1], moves[-1]))
    return Line(variant, tuple(states), tuple(moves))


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """Draw a line of play under any rules, finished or not, at any table."""
    playable = [variant for variant in list_variants() if not variant.unknown]
    variant = draw(st.sampled_from(playable))
    with suppress(RulesError):  # a contradiction: the variant as it is will do
        variant = variant.with_rules(draw(changes_to(variant.game_class.RULES)))
    least, most = variant.game().seats_allowed
    seats = draw(st.lists(NAMES, min_size=least, max_size=most, unique=True))
    random = draw(st.randoms(use_true_random=False))
    return line_of(variant, seats, random, most=draw(st.sampled_from([3, 40, 10_000])))


@pytest.fixture(scope="module")
def line() -> Line:
    """Return one finished game of three."""
    return line_of(load_variant("amigo-ja"), ["Ann", "Ben", "Cleo"], Random(1))


@given(lines())
def test_a_record_is_read_back_as_it_was_written(line: Line) -> None:
    record = line.record
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(lines())
def test_a_replay_has_the_same_states(line: Line) -> None:
    assert replay(line.record, line.variant) == line.states
    assert replay(parse_record(format_record(line.record)), line.variant) == line.states


@given(lines())
def test_a_record_has_a_result_when_the_game_is_over(line: Line) -> None:
    over = line.variant.game().is_over(line.states[-1])
    assert (line.record.result is not None) == over


@given(WORDS, WORDS)
def test_any_words_survive_as_seat_and_move(seat: str, move: str) -> None:
    text = (
        "format: record/1\ngame: g\nvariant: v\ndigest: r-0123456789abcdef\n"
        f"seats: [{quoted(seat)}]\ndeck: [{quoted(move)}]\n"
        f"moves:\n  - {quoted(seat)}: {quoted(move)}\n"
    )
    if not seat.strip() or not move.strip() or seat == "chance":
        with pytest.raises(RecordError):
            parse_record(text)
    else:
        assert parse_record(text).moves == (Step(seat, move),)
        assert parse_record(text).deck == (move,)


@pytest.mark.parametrize("word", ["no", "ON", "1:30", "take blue-2", "Päivi", "アン"])
def test_what_yaml_takes_for_text_stands_without_quotes(word: str) -> None:
    assert quoted(word) == (word if ":" not in word else f'"{word}"')


@pytest.mark.parametrize(
    "word", ["", "7", "true", "Null", "~", "-", "a: b", "a #b", "[a", "*a", '"', "a "]
)
def test_what_yaml_takes_for_something_else_is_quoted(word: str) -> None:
    assert quoted(word).startswith('"')


def test_the_seats_of_a_record_are_in_turn_order(line: Line) -> None:
    assert line.record.seats == ("Ann", "Ben", "Cleo")


def test_a_written_record_is_short_of_line(line: Line) -> None:
    assert max(map(len, format_record(line.record).split("\n"))) <= 80


def test_a_record_begins_at_a_start(line: Line) -> None:
    with pytest.raises(RequestError, match="begins at the start"):
        record_game(line.variant, line.states[1], line.moves[1:])


def test_an_illegal_move_is_not_recorded(line: Line) -> None:
    with pytest.raises(IllegalMoveError):
        record_game(line.variant, line.states[0], [*line.moves, line.moves[-1]])


def test_a_shipped_variant_is_found_by_its_id(line: Line) -> None:
    assert replay(line.record) == line.states


def test_the_rules_count_and_not_the_name(line: Line) -> None:
    same = attrs.evolve(line.variant, id="something-else")
    assert replay(line.record, same) == line.states
    with pytest.raises(RecordError, match=r"not the rules of kirppusirkus-fi"):
        replay(line.record, load_variant("kirppusirkus-fi"))


def test_a_record_from_play_is_refused_where_it_would_stand_in_its_file(
    line: Line,
) -> None:
    record = line.record
    steps = list(record.moves)
    steps[4] = steps[4]._replace(move="take nothing-9")
    with pytest.raises(RecordError) as caught:
        replay(attrs.evolve(record, moves=tuple(steps)))
    (problem,) = caught.value.problems
    written = format_record(record).split("\n")
    first = written.index("moves:") + 1
    assert problem.line == first + 4 + 1
    assert problem.place == f"moves.4.{steps[4].actor}"


def test_the_refusal_of_a_move_is_the_cause(line: Line) -> None:
    record = attrs.evolve(line.record, moves=(Step("Ann", "gala"),), result=None)
    with pytest.raises(RecordError) as caught:
        replay(record)
    refused = caught.value.__cause__
    assert isinstance(refused, IllegalMoveError)
    assert refused.rule_point in str(caught.value)
    assert all(place in str(caught.value) for place in refused.clauses)


def test_every_wrong_part_of_a_result_is_named(line: Line) -> None:
    wrong = Result(ended_by="nothing", scores={"Ann": -1}, winners=())
    with pytest.raises(RecordError) as caught:
        replay(attrs.evolve(line.record, result=wrong))
    assert len(caught.value.problems) == 5


def test_a_draft_cannot_be_replayed(line: Line) -> None:
    values = {k: v for k, v in line.variant.values.items() if k != "gala.bonus"}
    draft = attrs.evolve(line.variant, values=values)
    with pytest.raises(RecordError, match=r"variant: .* cannot be played: gala\.bonus"):
        replay(line.record, draft)


def test_a_file_is_written_and_read(line: Line, tmp_path: Path) -> None:
    path = tmp_path / "game.record.yaml"
    save_record(line.record, path)
    assert read_record(path) == line.record
    assert read_record(str(path)) == line.record
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_is_replaced_only_by_force(line: Line, tmp_path: Path) -> None:
    path = tmp_path / "game.record.yaml"
    path.write_text("precious")
    with pytest.raises(RequestError, match=r"game\.record\.yaml is there already"):
        save_record(line.record, path)
    assert path.read_text() == "precious"
    save_record(line.record, path, force=True)
    assert read_record(path) == line.record
    assert [*tmp_path.iterdir()] == [path]


def test_no_half_a_file_is_left(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "game.record.yaml"
    path.write_text("precious")
    with pytest.raises(RequestError, match="cannot be written: No space left"):
        save_record(line.record, path, force=True)
    assert path.read_text() == "precious"
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_system_without_hard_links_will_do(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", unsupported)
    path = tmp_path / "game.record.yaml"
    save_record(line.record, path)
    assert read_record(path) == line.record
    with pytest.raises(RequestError, match="is there already"):
        save_record(line.record, path)


def test_a_folder_that_is_missing_is_named(line: Line, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"x\.yaml cannot be written: No such file"):
        save_record(line.record, tmp_path / "nowhere" / "x.yaml")
    with pytest.raises(UnreadableFileError, match="there is no such file"):
        read_record(tmp_path / "nowhere" / "x.yaml")
