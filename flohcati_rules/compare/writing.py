"""Writes a witness as a scenario file, once it has been seen to pass for both."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from flohcati_rules.compare.lockstep import Difference
from flohcati_rules.compare.witness import Witness
from flohcati_rules.errors import DocumentError, RequestError
from flohcati_rules.faults import is_list, is_mapping
from flohcati_rules.profiles import Variant
from flohcati_rules.records.writing import quoted
from flohcati_rules.registry import catalogue
from flohcati_rules.rulepoints import spoken, written
from flohcati_rules.scenarios import Verdict, expectable, load_scenarios, run

WIDTH = 88
"""How long a line of a list is at most."""


def format_scenario(witness: Witness) -> str:
    """Return a witness as a scenario file that passes for both variants.

    Where one rule point decides, it speaks of the two values of that point, and of
    the two variants by their ids otherwise. It is run for both before it is returned.

    Raises:
        RequestError: no scenario can tell what differs, such as what one seat alone
            knows.

    """
    known = expectable(witness.a.game())
    told = tuple(
        one for one in witness.differences if not one.seat and one.key in known
    )
    ways = [_ByIds(witness)]
    if len(witness.deciding) == 1:
        ways.insert(0, _ByValue(witness))
    for way in ways:
        for expected in (told, *((one,) for one in told)):
            text = "\n".join(way.lines(expected)) + "\n"
            if expected and _passes(text, witness):
                return text
    message = (
        f"no scenario can tell {witness.a.id} from {witness.b.id} here: what differs "
        f"is not among the things that a scenario expects"
    )
    raise RequestError(message)


def _passes(text: str, witness: Witness) -> bool:
    """Tell whether scenarios pass for both, saying something of either."""
    both = (witness.a, witness.b)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "witness.scenario.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            scenarios = load_scenarios(path, variants=both)
        except DocumentError:
            return False
    for variant in both:
        verdicts = {run(scenario, variant).verdict for scenario in scenarios}
        if Verdict.PASSED not in verdicts or verdicts & _BAD:
            return False
    return True


_BAD = {Verdict.FAILED, Verdict.ERROR}


@attrs.frozen
class _ByIds:
    """Writes scenarios whose entries name the two variants."""

    witness: Witness

    def conditions(self) -> tuple[str, str]:
        """Return which variants the two entries speak of."""
        return quoted(self.witness.a.id), quoted(self.witness.b.id)

    def lines(self, told: Sequence[Difference]) -> Iterator[str]:
        """Yield the lines of the file."""
        witness = self.witness
        yield "format: scenario/1"
        yield f"game: {witness.a.game_class.ID}"
        yield "scenarios:"
        sides = [
            (condition, [(one.key, of) for one, of in zip(told, values, strict=True)])
            for condition, values in zip(
                self.conditions(),
                ([one.a for one in told], [one.b for one in told]),
                strict=True,
            )
        ]
        if _at_one_table(witness):
            yield from self._scenario(_name(witness), witness.given, sides)
            return
        for variant, side in zip((witness.a, witness.b), sides, strict=True):
            given = {"setup": variant.game().seats_allowed[0]}
            yield from self._scenario(f"{_name(witness)}, {side[0]}", given, [side])

    def _scenario(
        self,
        name: str,
        given: Mapping[str, Any],
        sides: Sequence[tuple[str, list[tuple[str, Any]]]],
    ) -> Iterator[str]:
        yield f"  - name: {quoted(_clean(name))}"
        yield from _cited(self.witness)
        yield "    given:"
        for key, content in given.items():
            yield from _entry(6, key, content)
        if self.witness.steps:
            yield "    when:"
            for actor, move in self.witness.steps:
                yield f"      - {quoted(actor)}: {quoted(move)}"
        yield "    then:"
        for condition, expected in sides:
            yield f"      - for: {condition}"
            yield "        expect:"
            for key, content in expected:
                if content is not None:
                    yield from _entry(10, key, content)


@attrs.frozen
class _ByValue(_ByIds):
    """Writes scenarios whose entries name the two values of one rule point."""

    def conditions(self) -> tuple[str, str]:
        """Return which variants the two entries speak of."""
        one = self.witness.deciding[0]
        assert one.a is not None
        assert one.b is not None
        return (
            f"{{{one.point.id}: {_flow(written(one.a))}}}",
            f"{{{one.point.id}: {_flow(written(one.b))}}}",
        )


def _at_one_table(witness: Witness) -> bool:
    """Tell whether some number of seats fits both variants."""
    (a, b), (c, d) = (side.game().seats_allowed for side in (witness.a, witness.b))
    return max(a, c) <= min(b, d)


def _name(witness: Witness) -> str:
    if len(witness.deciding) == 1:
        one = witness.deciding[0]
        if one.a is not None and one.b is not None and not isinstance(one.a, tuple):
            return f"{one.point.id} tells {spoken(one.a)} from {spoken(one.b)}"
        return f"{one.point.id} tells two variants apart"
    return f"where {witness.a.id} and {witness.b.id} part"


def _clean(name: str) -> str:
    """Return a name without the signs that a scenario's name cannot have."""
    return name.translate(dict.fromkeys(map(ord, "[]{}/"), " ")).strip()


def _cited(witness: Witness) -> Iterator[str]:
    """Yield the clauses that support the deciding values, of variants with an id."""
    sides: tuple[tuple[Variant, list[str]], ...] = (
        (witness.a, []),
        (witness.b, []),
    )
    for one in witness.deciding:
        for (variant, cited), evidence in zip(
            sides, (one.evidence_a, one.evidence_b), strict=True
        ):
            cited.extend(
                clause.id for clause in evidence.clauses if clause.id in variant.clauses
            )
    shipped = catalogue().ids()
    named = {variant.id: cited for variant, cited in sides if variant.id in shipped}
    if named:
        yield "    clauses:"
        for id, clauses in named.items():
            yield f"      {id}: {_flow([*dict.fromkeys(clauses)])}"


def _entry(indent: int, key: str, content: Any) -> Iterator[str]:  # noqa: ANN401 - YAML of any sort
    """Yield a key with its content; a long list goes on over more lines."""
    head = f"{' ' * indent}{quoted(key)}:"
    line = f"{head} {_flow(content)}"
    if is_mapping(content) and len(line) > WIDTH:
        yield head
        for inner, of in content.items():
            yield from _entry(indent + 2, str(inner), of)
    elif is_list(content) and len(line) > WIDTH:
        yield from _broken(f"{head} [", [_flow(item) for item in content])
    else:
        yield line


def _broken(head: str, items: Sequence[str]) -> Iterator[str]:
    """Yield a list over several lines."""
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    line = head
    for number, item in enumerate(items, start=1):
        more = item + ("," if number < len(items) else "]")
        if len(line) + 1 + len(more) > WIDTH:
            yield line
            line = indent + more
        else:
            line += more if line.endswith("[") else f" {more}"
    yield line


def _flow(content: Any) -> str:  # noqa: ANN401 - YAML of any sort
    """Return a content on one line."""
    match content:
        case bool():
            return "true" if content else "false"
        case int():
            return str(content)
        case _ if is_mapping(content):
            inner = (
                f"{quoted(str(key))}: {_flow(of)}"
                for key, of in content.items()
                if of is not None
            )
            return "{" + ", ".join(inner) + "}"
        case _ if is_list(content):
            return "[" + ", ".join(map(_flow, content)) + "]"
        case _:
            return quoted(str(content))
