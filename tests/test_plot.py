"""Pictures of what rules do to play."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from flohcati_rules.cli.exits import Exit
from tests.test_cli import flohcati

pytest.importorskip("matplotlib", reason="needs the extra [report]")

PAIR = ("amigo-ja", "kirppusirkus-fi")
FEW = ("--games", "30", "--seats", "3")
SWEEP = ("amigo-ja", "--sweep", "gala.bonus=0:20:10")
PICTURES = {
    "effects": (*PAIR, "--what", "effects"),
    "scores": (*PAIR, "--what", "scores"),
    "endings": (*PAIR, "--what", "endings"),
    "seats": (*PAIR, "--what", "seats"),
    "ablation": (*PAIR, "--what", "ablation", "--metric", "turns"),
    "mars": ("mars-troupe-ja", "house-open-air", "--what", "scores"),
    "sweep": (*SWEEP, "--metric", "gala_points"),
    "words": ("amigo-ja", "--sweep", "chain.take=all", "--metric", "turns"),
}
SVG = "{http://www.w3.org/2000/svg}"


def seated(words: tuple[str, ...]) -> tuple[str, ...]:
    return ("--games", "30") if words[0].startswith("mars") else FEW


@pytest.mark.parametrize("words", PICTURES.values(), ids=PICTURES)
def test_a_picture_in_svg_has_words_and_is_the_same_again(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    pictures = []
    for name in ("one.svg", "two.svg"):
        file = tmp_path / name
        result = flohcati("plot", *words, *seated(words), "-o", str(file))
        assert result.exit_code == Exit.WELL, result.stderr
        pictures.append(file.read_bytes())
    assert pictures[0] == pictures[1]
    drawn = ET.fromstring(pictures[0])  # noqa: S314 - made a line above
    told = ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    assert len(told) > 3
    assert b"<dc:date>" not in pictures[0]


def test_a_picture_in_dots_is_fine_enough_for_print(tmp_path: Path) -> None:
    file = tmp_path / "scores.png"
    words = (*PAIR, "--what", "scores", *FEW, "-o", str(file))
    assert flohcati("plot", *words).exit_code == Exit.WELL
    head = file.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert int.from_bytes(head[16:20], "big") >= 1200
    again = flohcati("plot", *words)
    assert again.exit_code == Exit.MISUSED
    assert "--force" in again.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*PAIR, "-o", "x.gif"), "a .png or a .svg"),
        (("amigo-ja", "-o", "x.png"), "either two variants, or one and --sweep"),
        ((*PAIR, "--metric", "turns", "-o", "x.png"), "effects shows all"),
        ((*SWEEP, "--what", "scores", "-o", "x.png"), "without --what"),
        ((*SWEEP, "--metric", "turn", "-o", "x.png"), "did you mean 'turns'"),
        ((*SWEEP, "--metric", "wins_of_seat_5", "-o", "x.png"), "at a table of 4"),
        (
            (*PAIR, "--what", "ablation", "--metric", "wins_of_seat_7", "-o", "x.png"),
            "no figure 'wins_of_seat_7' at a table of 4",
        ),
        ((*PAIR, "--store", "x.png", "-o", "x.png"), "both the store and what is"),
        ((*PAIR, "--games", "29", "-o", "x.png"), "too few"),
        ((*PAIR, "-o", "no/such/x.png"), "there is no folder"),
    ],
)
def test_a_picture_that_makes_no_sense_is_refused(
    words: tuple[str, ...], message: str
) -> None:
    result = flohcati("plot", *words)
    assert result.exit_code == Exit.MISUSED
    assert message in result.stderr
    assert not Path(words[-1]).exists()
