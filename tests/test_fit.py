"""The fit of a played game: which variants and which rule values permit it."""

import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from flohcati_rules import cli
from flohcati_rules.errors import PositionError, RecordError, RequestError, RulesError
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.records import Record, parse_record, record_game, save_record
from flohcati_rules.registry import list_variants, load_variant
from flohcati_rules.rulepoints import points_of
from flohcati_rules.verify.fit import Fit, Verdict, fit, trial
from flohcati_rules.verify.sheets import (
    PartialRecord,
    facts_of,
    read_partial_record,
    read_played,
)

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.yaml"))
THREE = ("Ann", "Ben", "Cleo")


def flohcati(*args: str) -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(cli.main, args, prog_name="flohcati")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def flat(result: Result) -> str:
    return " ".join(result.stdout.split())


def played(variant: Variant, seed: int = 3, steps: int | None = None) -> Record:
    """Return the record of a random game, as far as it is to go."""
    game, choice = variant.game(), Random(1)
    state = start = game.start(THREE, seed=seed)
    moves: list[object] = []
    while not game.is_over(state) and len(moves) != steps:
        moves.append(choice.choice(game.legal_moves(state)))
        state = game.step(state, moves[-1])
    return record_game(variant, start, moves)


@pytest.fixture(scope="module")
def finnish() -> Record:
    """A game by the Finnish text."""
    return played(load_variant("kirppusirkus-fi"))


@pytest.fixture(scope="module")
def finnish_fit(finnish: Record) -> Fit:
    """What that game fits."""
    return fit(finnish, list_variants())


def permitted(found: Fit, point: str) -> list[str]:
    (one,) = [one for one in found.points if one.point.id == point]
    return [str(value) for value in one.permitted]


def test_a_game_fits_the_variant_it_was_played_by(finnish_fit: Fit) -> None:
    assert [variant.id for variant in finnish_fit.permitting] == ["kirppusirkus-fi"]
    assert finnish_fit.base
    assert finnish_fit.base.variant.id == "kirppusirkus-fi"
    assert finnish_fit.base.verdict is Verdict.PERMITTED


def test_the_variants_of_another_game_are_left_out(finnish_fit: Fit) -> None:
    tried = [one.variant for one in finnish_fit.trials]
    assert {variant.game_class.ID for variant in tried} == {"flea-circus"}


def test_what_excludes_a_variant_names_step_rule_point_and_clause(
    finnish_fit: Fit,
) -> None:
    (amigo,) = [one for one in finnish_fit.trials if one.variant.id == "amigo-ja"]
    (reason,) = amigo.reasons
    assert amigo.verdict is Verdict.EXCLUDED
    assert reason.points == ("demand.request",)
    assert reason.step == amigo.steps + 1
    assert "'demand red clockwise' is refused" in reason.text
    assert reason.places == amigo.variant.evidence["demand.request"].places


def test_a_record_of_any_game_fits_the_variant_it_was_played_by() -> None:
    seats = {2: THREE[:2], 3: THREE}
    for variant in list_variants():
        if variant.kind is not Kind.TRANSLATION or variant.unknown:
            continue
        game = variant.game()
        chosen = seats[max(2, game.seats_allowed[0])]
        state = start = game.start(chosen, seed=1)
        moves = []
        for _ in range(30):
            moves.append(game.legal_moves(state)[0])
            state = game.step(state, moves[-1])
        record = record_game(variant, start, moves)
        assert trial(record, variant).verdict is Verdict.PERMITTED


def test_a_draft_is_undecided(finnish_fit: Fit) -> None:
    drafts = [one for one in finnish_fit.trials if one.variant.unknown]
    assert drafts
    for one in drafts:
        assert one.verdict is Verdict.UNDECIDED
        assert one.reasons[0].points == one.variant.unknown


def test_of_each_rule_point_the_permitted_values_are_told(finnish_fit: Fit) -> None:
    assert len(finnish_fit.points) == len(points_of(FleaCircus.RULES))
    assert permitted(finnish_fit, "demand.request") == ["colour-and-direction"]
    assert permitted(finnish_fit, "chain.duplicate") == ["takeable"]
    assert permitted(finnish_fit, "trio.points") == ["10"]
    assert permitted(finnish_fit, "gala.bonus") == ["0"]
    assert permitted(finnish_fit, "players.least") == ["2", "3"]
    told = [one.point.id for one in finnish_fit.told]
    assert "demand.request" in told
    assert "start.seat" not in told
    assert permitted(finnish_fit, "start.seat") == ["youngest", "agreed"]


def test_a_value_that_makes_no_sense_is_refused_not_tried(finnish_fit: Fit) -> None:
    points = {one.point.id: one for one in finnish_fit.points}
    refused = [one for one in points["gala.bonus"].values if one.refused]
    assert all(one.trial is None for one in refused)
    for one in points.values():
        assert len(one.values) == len({str(each.value) for each in one.values})


def test_a_permitted_value_permits_and_an_excluded_one_does_not(
    finnish: Record, finnish_fit: Fit
) -> None:
    assert finnish_fit.base
    base = finnish_fit.base.variant
    for one in finnish_fit.told:
        value = one.excluded[0].value
        changed = base.with_rules({one.point.id: value})
        assert trial(finnish, changed).verdict is Verdict.EXCLUDED


def test_where_no_variant_fits_the_nearest_is_changed_point_by_point() -> None:
    own = load_variant("amigo-ja").with_rules({"trio.points": 7})
    found = fit(played(own), list_variants())
    assert not found.permitting
    assert found.base
    assert found.base.verdict is Verdict.EXCLUDED
    assert permitted(found, "trio.points") == ["7"]
    (told,) = found.told
    assert told.point.id == "trio.points"


def test_without_a_variant_of_its_game_nothing_is_found(finnish: Record) -> None:
    found = fit(finnish, [])
    assert found.base is None
    assert not found.trials
    assert not found.points


def test_a_game_that_was_broken_off_fits_all_rules_that_permit_its_moves() -> None:
    found = fit(played(load_variant("amigo-ja"), steps=3), list_variants())
    assert {"amigo-ja", "kirppusirkus-fi"} <= {one.id for one in found.permitting}


def test_a_game_that_should_have_ended_does_not_fit() -> None:
    whole = played(load_variant("amigo-ja"))
    cut = attrs.evolve(whole, result=None)
    (reason,) = trial(cut, load_variant("amigo-ja")).reasons
    assert "the game is over" in reason.text
    early = attrs.evolve(whole, moves=whole.moves[:-1])
    (reason,) = trial(early, load_variant("amigo-ja")).reasons
    assert "is not over" in reason.text


def test_another_result_is_told_part_by_part() -> None:
    whole = played(load_variant("amigo-ja"))
    assert whole.result
    wrong = attrs.evolve(
        whole.result,
        ended_by="gala" if whole.result.ended_by != "gala" else "deck",
        winners=(),
        scores={**whole.result.scores, "Ann": 999},
    )
    reasons = trial(attrs.evolve(whole, result=wrong), load_variant("amigo-ja")).reasons
    assert [one.text.split()[-1] for one in reasons] == [
        f"'{whole.result.ended_by}'", "999", "wins",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("- Ann: jump", "'jump' is not"),
        ("- Ann: take red-1", "is refused"),
    ],
)
def test_a_step_that_cannot_be_is_the_reason(move: str, told: str) -> None:
    deck = ", ".join(played(load_variant("amigo-ja")).deck)
    text = (
        "format: record/1\ngame: flea-circus\nvariant: unheard-of\n"
        f"digest: r-0000000000000000\nseats: [Ann, Ben, Cleo]\ndeck: [{deck}]\n"
        f"moves:\n  {move}\n"
    )
    (reason,) = trial(parse_record(text), load_variant("amigo-ja")).reasons
    assert told in reason.text
    assert reason.step == 1


@pytest.mark.parametrize("move", ["- Ben: reveal", "- chance: red-1"])
def test_a_decision_that_the_record_does_not_hold_leaves_it_undecided(
    move: str,
) -> None:
    deck = ", ".join(played(load_variant("amigo-ja")).deck)
    text = (
        "format: record/1\ngame: flea-circus\nvariant: unheard-of\n"
        f"digest: r-0000000000000000\nseats: [Ann, Ben, Cleo]\ndeck: [{deck}]\n"
        f"moves:\n  {move}\n"
    )
    found = trial(parse_record(text), load_variant("amigo-ja"))
    (reason,) = found.reasons
    assert found.verdict is Verdict.UNDECIDED
    assert reason.text == "asks Ann for a decision that the record does not hold"
    assert reason.step == 1


def mars_record() -> Record:
    """Return a game of Mars troupe, which moves the marker whether asked or not."""
    variant = load_variant("mars-troupe-ja")
    game, choice = variant.game(), Random(3)
    state = start = game.start(THREE[:2], seed=3)
    moves: list[object] = []
    while not game.is_over(state):
        moves.append(choice.choice(game.legal_moves(state)))
        state = game.step(state, moves[-1])
    return record_game(variant, start, moves)


def test_a_rule_value_that_asks_for_more_decisions_is_not_excluded() -> None:
    base, record = load_variant("mars-troupe-ja"), mars_record()
    asking = trial(record, base.with_rules({"advance.duty": "optional"}))
    assert asking.verdict is Verdict.UNDECIDED
    assert asking.reasons[0].text.startswith("asks ")
    found = fit(record, [base])
    (duty,) = [one for one in found.points if one.point.id == "advance.duty"]
    assert not duty.excluded
    assert [str(one.value) for one in duty.undecided] == ["optional"]
    assert not duty.is_told


def test_the_command_tells_that_a_decision_is_not_in_the_record(
    tmp_path: Path,
) -> None:
    path, own = tmp_path / "game.yaml", tmp_path / "ours.yaml"
    save_record(mars_record(), path)
    flohcati("new", "house", "--extends", "mars-troupe-ja", "-o", str(own),
             "--change", "advance.duty=optional", "--id", "ours")  # fmt: skip
    args = ("fit", str(path), "--variant", str(own))
    told = flat(flohcati(*args))
    assert "ours undecided: step" in told
    assert "for a decision that the record does not hold" in told
    found = json.loads(flohcati(*args, "--json").stdout)["records"][0]
    points = {one["rule_point"]: one for one in found["rule_points"]}
    assert [one["value"] for one in points["advance.duty"]["undecided"]] == ["optional"]
    assert points["advance.duty"]["excluded"] == []


def test_the_deck_and_the_components_may_exclude_a_variant() -> None:
    record = played(load_variant("amigo-ja"))
    short = trial(record, load_variant("house-short-show")).reasons[0]
    assert short.step == 0
    other = attrs.evolve(record, components="c-0000000000000000")
    (reason,) = trial(other, load_variant("amigo-ja")).reasons
    assert "other components" in reason.text
    odd = attrs.evolve(record, deck=("blue cheese", *record.deck[1:]))
    assert trial(odd, load_variant("amigo-ja")).verdict is Verdict.EXCLUDED


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_no_text_excludes_a_published_session(path: Path) -> None:
    """What was played and written down cannot be impossible."""
    sheet = read_partial_record(path)
    for id in ("amigo-ja", "kirppusirkus-fi"):
        variant = load_variant(id)
        assert trial(sheet, variant).verdict is Verdict.NOT_EXCLUDED


PARTS = {
    ("worked-example", "misreading-deck-only"): "Cleo called a gala, and there is none",
    ("fifteen-trios", "house-sqp-engine"): "Cleo has 77, less than the 90 of 6 trios",
    ("fifteen-trios", "house-short-show"): "the hand of Ann would have 46 points",
    ("fifteen-trios", "house-young-fleas"): "the hands of Ann and Ben would have 92",
    ("gala-of-77", "house-short-show"): "the cards allow 49",
    ("five-players", "misreading-deck-only"): "a game goes on until a gala is called",
}


@pytest.mark.parametrize(("session", "variant"), PARTS)
def test_a_published_session_was_not_played_by_these(
    session: str, variant: str
) -> None:
    (path,) = [path for path in SESSIONS if path.stem == session]
    found = trial(read_partial_record(path), load_variant(variant))
    assert found.verdict is Verdict.EXCLUDED
    assert PARTS[session, variant] in " / ".join(one.text for one in found.reasons)


def test_a_gala_of_77_with_one_trio_leaves_the_bonus_open() -> None:
    """67 points of 70 in the hand are unlikely without a bonus, not impossible."""
    (path,) = [path for path in SESSIONS if path.stem == "gala-of-77"]
    found = fit(read_partial_record(path), list_variants())
    assert permitted(found, "gala.bonus") == [str(bonus) for bonus in range(68)]
    assert permitted(found, "gala.allowed") == ["yes"]


def excluded(variant: Variant, **sheet: object) -> str:
    """Return why a sheet of Ann, Ben and Cleo cannot be, in one line."""
    game = variant.game()
    assert isinstance(game, FleaCircus)
    return " / ".join(map(str, game.excluded({"seats": [*THREE], **sheet})))


def totals(ann: int, ben: int, cleo: int) -> dict[str, int]:
    return {"Ann": ann, "Ben": ben, "Cleo": cleo}


NO_TRIOS = {"Ann": 0, "Ben": 0, "Cleo": 0}
CANNOT_BE: list[tuple[dict[str, Any], str]] = [
    ({"totals": totals(71, 0, 0), "trios": NO_TRIOS, "gala": "nobody"},
     "the hand of Ann would have 71 points; the cards allow 70"),
    ({"totals": totals(70, 61, 0), "trios": NO_TRIOS, "gala": "nobody"},
     "the hands of Ann and Ben would have 131 points together; the cards allow 130"),
    ({"totals": totals(70, 60, 51), "trios": NO_TRIOS, "gala": "nobody"},
     "the hands of Ann, Ben and Cleo would have 181 points together"),
    ({"totals": {"Ann": 9}, "trios": {"Ann": 1}},
     "Ann has 9, less than the 10 of 1 trio"),
    ({"totals": {"Ann": 19}, "trios": {"Ann": 1}, "gala": "Ann"},
     "Ann has 19, less than the 20 of 1 trio and the gala"),
    ({"trios": totals(9, 9, 7)}, "25 trios cannot be; the deck has at most 24"),
    ({"trios": totals(8, 8, 8), "gala": "Ann"},
     "with 24 trios laid no hand has every colour"),
    ({"totals": {"Ann": 300}}, "at best; the cards allow"),
    ({"totals": totals(120, 110, 160)}, "at best; the cards allow"),
    ({"gala": "nobody", "deck_out": False}, "until a gala is called"),
    ({"totals": totals(3, 2, 1), "winners": ["Ben"]}, "win.by: Ann wins with 3"),
    ({"totals": totals(3, 3, 1), "winners": ["Ben"]},
     "tie.winner: Ann and Ben share the win with 3"),
]  # fmt: skip


@pytest.mark.parametrize(("sheet", "told"), CANNOT_BE)
def test_the_cards_exclude_what_cannot_be(sheet: dict[str, Any], told: str) -> None:
    assert told in excluded(load_variant("amigo-ja"), **sheet)


CAN_BE: list[dict[str, Any]] = [
    {"totals": totals(70, 60, 50), "trios": NO_TRIOS, "gala": "nobody"},
    {"totals": totals(80, 60, 50), "trios": NO_TRIOS, "gala": "Ann"},
    {"totals": totals(0, 0, 0), "trios": NO_TRIOS, "deck_out": True},
    {"totals": {"Ann": 268}, "trios": {"Ann": 24}},
    {"trios": totals(8, 8, 7), "gala": "Ann"},
    {"totals": totals(3, 3, 1), "winners": ["Ben", "Ann"]},
    {"gala": "Ann", "deck_out": True},
]


@pytest.mark.parametrize("sheet", CAN_BE)
def test_the_cards_do_not_exclude_what_can_be(sheet: dict[str, Any]) -> None:
    assert not excluded(load_variant("amigo-ja"), **sheet)


def test_what_cannot_be_depends_on_the_rules() -> None:
    amigo = load_variant("amigo-ja")

    def under(rules: Mapping[str, object], **sheet: object) -> str:
        return excluded(amigo.with_rules(rules), **sheet)

    assert "is none" in under({"gala.allowed": "no"}, gala="Ann")
    assert "last card was turned" in under(
        {"deck_out.last_turn": "cut-short"}, gala="Ann", deck_out=True
    )
    assert not under({"turn.decline": "any-time"}, gala="nobody", deck_out=False)
    assert "nobody wins" in under(
        {"tie.winner": "none"}, totals=totals(3, 3, 1), winners=["Ann"]
    )
    assert not under({"tie.winner": "none"}, totals=totals(3, 3, 1), winners=[])
    assert "the game takes 4 to 5" in under({"players.least": 4})
    assert not under({"score.hand": "every-card"}, totals=totals(200, 0, 0))
    every = {"score.hand": "every-card"}
    assert "at best" in under(every, totals=totals(357, 0, 0))
    assert not under(every, totals=totals(356, 0, 0))
    assert not under(
        {"score.hand": "caller-counts-all"}, totals=totals(200, 9, 9), gala="Ann"
    )
    assert "the hand of Ben" in under(
        {"score.hand": "caller-counts-all", "trio.points": 0},
        totals=totals(200, 71, 9), gala="Ann",
    )  # fmt: skip
    assert "points together" in under(
        {"score.hand": "caller-counts-all", "trio.points": 0},
        totals=totals(281, 70, 9), gala="Ann",
    )  # fmt: skip
    assert under({"trio.points": 0}, totals=totals(71, 0, 0), gala="nobody")
    larger = {"trio.larger": "ten-a-card"} if _has(amigo, "ten-a-card") else {}
    assert not larger or not under(larger, totals=totals(400, 0, 0))


def _has(variant: Variant, word: str) -> bool:
    answers = points_of(variant.game_class.RULES)["trio.larger"].answers
    return word in answers.describe()


def hands_of(
    colours: int, highest: int
) -> Iterator[tuple[list[list[list[int]]], list[int]]]:
    """Yield every share-out of a tiny deck among two hands, sets and the rest.

    A share-out is what each of the two holds of each colour, and how many sets of
    three each has laid.
    """
    shares: list[int | tuple[int, ...]] = [0, 1] if colours == 3 else []
    shares += itertools.product(range(3), repeat=colours)
    for rows in itertools.product(shares, repeat=highest + 1):
        held: list[list[list[int]]] = [[[] for _ in range(colours)] for _ in range(2)]
        laid = [0, 0]
        for number, row in enumerate(rows):
            if isinstance(row, int):
                laid[row] += 1
                continue
            for colour, seat in enumerate(row):
                if seat < 2:
                    held[seat][colour].append(number)
        yield held, laid


@pytest.mark.parametrize(
    "scoring", ["highest-per-colour", "every-card", "caller-counts-all"]
)
@pytest.mark.parametrize("caller", [-1, 0])
def test_of_a_tiny_deck_nothing_that_can_be_is_excluded_and_little_else_remains(
    scoring: str, caller: int
) -> None:
    """Three colours with the numbers 0 to 2, for two players: every share-out."""
    points, bonus = 4, 2
    variant = load_variant("amigo-ja").with_rules(
        {"players.least": 2, "deck.colours": ["a", "b", "c"], "deck.highest": 2,
         "trio.points": points, "gala.bonus": bonus, "score.hand": scoring}
    )  # fmt: skip
    possible = set()
    for held, laid in hands_of(3, 2):
        if caller >= 0 and not all(held[caller]):
            continue
        total = []
        for seat in range(2):
            every = scoring == "every-card" or (
                scoring == "caller-counts-all" and seat == caller
            )
            hand = sum(
                sum(cards) if every else max(cards, default=0) for cards in held[seat]
            )
            total.append(hand + points * laid[seat] + bonus * (seat == caller))
        possible.add((*total, *laid))
    game = variant.game()
    assert isinstance(game, FleaCircus)
    called = "Ann" if caller == 0 else "nobody"
    not_excluded = {
        (ann, ben, by_ann, by_ben)
        for ann, ben in itertools.product(range(20), repeat=2)
        for by_ann, by_ben in itertools.product(range(3), repeat=2)
        if not game.excluded(
            {"seats": ["Ann", "Ben"], "totals": {"Ann": ann, "Ben": ben},
             "trios": {"Ann": by_ann, "Ben": by_ben}, "gala": called}
        )
    }  # fmt: skip
    seen = {one for one in possible if max(one[2:]) < 3}
    assert seen <= not_excluded
    assert len(not_excluded) < 2 * len(seen)


CHOICES: dict[str, list[Any]] = {
    "deck.colours": [["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d", "e"]],
    "deck.highest": [1, 2, 4, 7],
    "score.hand": ["highest-per-colour", "every-card", "caller-counts-all"],
    "trio.points": [0, 1, 10],
    "trio.larger": ["no", "yes"],
    "gala.bonus": [0, 10],
    "gala.allowed": ["yes", "no"],
    "turn.decline": ["never", "any-time", "after-reveal"],
    "deck_out.last_turn": ["completed", "cut-short"],
    "tie.winner": ["shared", "none"],
    "take.count": ["one", "one-or-all"],
}
PARTLY: list[tuple[str, ...]] = [
    (), ("trios",), ("gala",), ("trios", "gala", "deck_out"), ("totals",),
]  # fmt: skip


def test_nothing_that_was_ever_played_is_excluded() -> None:
    """Random games by random rules, their sheets told whole or in part."""
    choice, base = Random(5), load_variant("amigo-ja")
    words = points_of(base.game_class.RULES)["trio.larger"].answers.describe()
    choices = {**CHOICES, "trio.larger": words.split(" | ")}
    games = 0
    while games < 150:
        rules = {point: choice.choice(values) for point, values in choices.items()}
        try:
            variant = base.with_rules({**rules, "players.least": 2})
        except RulesError:
            continue
        game = variant.game()
        assert isinstance(game, FleaCircus)
        for sheet in _sheets(game, choice):
            for left_out in PARTLY:
                known = {key: one for key, one in sheet.items() if key not in left_out}
                assert not game.excluded(known), (rules, known)
        games += 1


def _sheets(game: FleaCircus, choice: Random) -> Iterator[dict[str, Any]]:
    seats = THREE[: choice.randint(2, 3)]
    state = game.start(seats, seed=choice.randrange(10**6))
    while not game.is_over(state):
        moves = game.legal_moves(state)
        wanted = [one for one in moves if str(one).startswith(("take", "trio", "gala"))]
        state = game.step(state, choice.choice(wanted or moves))
    score = game.score(state)
    called = game.ended_by(state) == "gala"
    yield {
        "seats": [*seats],
        "totals": score.totals,
        "trios": {
            seat: len(laid) for seat, laid in zip(seats, state.table.trios, strict=True)
        },
        "gala": seats[state.turn.seat] if called else "nobody",
        "deck_out": not state.deck,
        "winners": [*score.winners],
    }


def test_a_sheet_that_makes_no_sense_is_refused_with_every_fault() -> None:
    game = load_variant("amigo-ja").game()
    assert isinstance(game, FleaCircus)
    with pytest.raises(PositionError) as refused:
        game.excluded(
            {"seats": ["Ann", "Ben"], "totals": {"Ann": -1, "Cleo": 3},
             "trios": {"Ben": True}, "gala": "Dora", "deck_out": "yes",
             "winners": ["Emil"]}
        )  # fmt: skip
    assert [fault.place for fault in refused.value.faults] == [
        "totals.Ann", "totals.Cleo", "trios.Ben", "gala", "deck_out", "winners.0",
    ]  # fmt: skip


def sheet(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "sheet.yaml"
    path.write_text(text, encoding="utf-8")
    return path


HEAD = "format: partial-record/1\ngame: flea-circus\nseats: [Ann, Ben, Cleo]\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seats: [Ann]\n", "missing key 'format'"),
        ("format: partial-record/2\n", "expected one of record/1, partial-record/1"),
        ("format: partial-record/1\nseats: [Ann]\n", "missing key 'game'"),
        (
            "format: partial-record/1\ngame: flea-cirkus\n",
            "did you mean 'flea-circus'?",
        ),
        (HEAD, "nothing is told of the game; tell any of totals, winners, trios"),
        (HEAD + "trioss: {Ann: 1}\n", "did you mean 'trios'?"),
        (HEAD + "trios: {Ann: 1}\nsource: 3\n", "expected text"),
        ("- no mapping\n", "expected a mapping"),
    ],
)
def test_a_file_that_is_no_partial_record_is_refused(
    tmp_path: Path, text: str, told: str
) -> None:
    with pytest.raises(RecordError) as refused:
        read_played(sheet(tmp_path, text))
    assert told in str(refused.value)


def test_the_faults_of_a_sheet_are_told_where_they_are_written(tmp_path: Path) -> None:
    path = sheet(tmp_path, HEAD + "totals: {Ann: 3, Benn: x}\ngala: Dora\n")
    found = read_partial_record(path)
    with pytest.raises(RecordError) as refused:
        fit(found, list_variants())
    assert [str(one) for one in refused.value.problems] == [
        f"{path}:4:24: totals.Benn: there is no seat 'Benn' (seats: Ann, Ben, Cleo)",
        f"{path}:5:7: gala: there is no seat 'Dora' (seats: Ann, Ben, Cleo)",
    ]


def test_a_game_without_arithmetic_judges_no_sheet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "trios" in facts_of(FleaCircus)
    monkeypatch.delattr(FleaCircus, "PARTIAL")
    with pytest.raises(RequestError, match="has no arithmetic"):
        read_partial_record(sheet(tmp_path, HEAD + "totals: {Ann: 3}\n"))


def test_a_record_is_read_as_a_record(tmp_path: Path, finnish: Record) -> None:
    path = tmp_path / "game.yaml"
    save_record(finnish, path)
    assert read_played(path) == finnish
    assert isinstance(read_played(SESSIONS[0]), PartialRecord)


def test_the_command_tells_variants_and_rule_values(
    tmp_path: Path, finnish: Record
) -> None:
    path = tmp_path / "game.yaml"
    save_record(finnish, path)
    result = flohcati("fit", str(path))
    assert result.exit_code == 0
    told = flat(result)
    assert "kirppusirkus-fi permitted" in told
    assert "d3-local undecided: a draft" in told
    assert "demand.request colour-and-direction not opponent-picks: step" in told
    assert "trio.points 10 not 0 to 9 or 11 to 100, as with 9:" in told
    assert "deck.colours red, orange" in told
    assert "not without grey: at the start" in told


def test_the_command_takes_variants_of_ones_own(tmp_path: Path) -> None:
    path, own = tmp_path / "game.yaml", tmp_path / "ours.yaml"
    save_record(played(load_variant("amigo-ja").with_rules({"trio.points": 7})), path)
    assert flohcati("fit", str(path)).exit_code == 1
    flohcati("new", "house", "--extends", "amigo-ja", "--change", "trio.points=7",
             "-o", str(own), "--id", "ours")  # fmt: skip
    result = flohcati("fit", str(path), "--variant", str(own))
    assert result.exit_code == 0
    assert "ours permitted" in flat(result)


def test_the_command_says_what_would_make_a_game_fit(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    save_record(played(load_variant("amigo-ja").with_rules({"trio.points": 7})), path)
    result = flohcati("fit", str(path))
    assert "What would make it fit" in result.stdout
    assert "trio.points 7 not" in flat(result)
    save_record(
        played(
            load_variant("amigo-ja").with_rules(
                {"trio.points": 7, "deck.colours": ["a", "b", "c"], "deck.chains": 8}
            )
        ),
        path,
        force=True,
    )
    assert "No single rule value of" in flat(flohcati("fit", str(path)))


def test_the_command_judges_score_sheets_together() -> None:
    stems = ("fifteen-trios", "worked-example")
    paths = [str(path) for path in SESSIONS if path.stem in stems]
    result = flohcati("fit", *paths)
    assert result.exit_code == 0
    told = flat(result)
    assert "Permitted all together: amigo-ja, kirppusirkus-fi" in told
    assert "house-sqp-engine excluded: Cleo has 77, less than the 90 of 6 trios" in told
    found = json.loads(flohcati("fit", *paths, "--json").stdout)
    assert found["format"] == "fit/1"
    assert "amigo-ja" in found["permitting"]
    assert "house-sqp-engine" not in found["permitting"]
    assert {one["format"] for one in found["records"]} == {"partial-record/1"}
    assert found["records"][0]["variants"][0]["verdict"] == "not excluded"


def test_the_command_ends_with_1_where_no_variant_fits(tmp_path: Path) -> None:
    path = sheet(tmp_path, HEAD + "totals: {Ann: 9}\ntrios: {Ann: 30}\n")
    result = flohcati("fit", str(path), str(SESSIONS[0]))
    assert result.exit_code == 1
    assert "No variant permits all." in result.stdout


def test_the_command_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = flohcati("fit", str(tmp_path / "none.yaml"))
    assert result.exit_code == 3
    assert "no such file" in result.stderr
