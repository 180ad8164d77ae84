"""The one tree of errors: what was wrong, where, and what would be accepted.

Malformed input (a file, a word of the notation) and an illegal move are
different types, because a caller mends them differently. Every error carries
its facts as fields; the sentence that people read is made from them here.
"""

import difflib
from collections.abc import Iterable, Mapping

import attrs


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` when a known word is close, else nothing."""
    close = difflib.get_close_matches(word, [*known], n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def shown(written: object) -> str:
    """Return a raw value for a message: text quoted, a list or mapping named."""
    match written:
        case None:
            return "nothing"
        case bool():
            return "true" if written else "false"
        case str():
            return repr(written)
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a mapping"
        case _:
            return str(written)


class FlohcatiError(Exception):
    """Anything that this library refuses."""

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes with every fact, however it was made."""
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(
    cls: type[FlohcatiError], args: tuple[object, ...], facts: dict[str, object]
) -> FlohcatiError:
    """Return an error as it was in another process."""
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(facts)
    return error


@attrs.frozen(order=True)
class Problem:
    """One thing that is wrong in a file, with its place.

    Lines and columns count from 1. ``place`` is the path of keys that leads to
    the spot, such as ``rules.gala.bonus``; it is empty for the file as a whole.
    """

    file: str
    line: int
    column: int
    place: str
    message: str

    def __str__(self) -> str:
        """Return the problem as ``file:line:column: place: message``."""
        place = f"{self.place}: " if self.place else ""
        return f"{self.file}:{self.line}:{self.column}: {place}{self.message}"


class DocumentError(FlohcatiError, ValueError):
    """A file is not what it should be; every problem of it is listed."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems in the order of their places."""
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class UnreadableFileError(DocumentError):
    """A file cannot be read at all: missing, too large, not UTF-8, not YAML."""


class ProfileError(DocumentError):
    """A profile is readable YAML, but not a valid profile."""


class ScenarioFileError(DocumentError):
    """A scenario file is readable YAML, but not a valid scenario file."""


class RecordError(DocumentError):
    """A record is not valid, or does not replay."""


_FEW = 8
"""How many known names are listed beside the one that is suggested."""


class UnknownNameError(FlohcatiError, LookupError):
    """A name is not known; the nearest known one is suggested."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Take what sort of name it is, the name, and the names there are."""
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        hint = did_you_mean(name, self.known)
        if not hint or len(self.known) <= _FEW:
            hint += f" (there are: {', '.join(self.known) or 'none'})"
        super().__init__(f"no {kind} {name!r}{hint}")

    def __str__(self) -> str:
        """Return the sentence without the quotes that a LookupError adds."""
        return str(self.args[0])


@attrs.frozen
class Objection:
    """Why a value, or a combination of values, is not allowed."""

    points: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        """Return the objection with the rule points it speaks of."""
        return f"{', '.join(self.points)}: {self.reason}"


class RulesError(FlohcatiError, ValueError):
    """Rule values are not allowed, alone or together."""

    def __init__(self, objections: Iterable[Objection]) -> None:
        """Keep every objection, not only the first."""
        self.objections = tuple(objections)
        super().__init__("\n".join(map(str, self.objections)))


class DraftError(FlohcatiError, ValueError):
    """A variant cannot be played, because some rule values are unknown."""

    def __init__(self, variant: str, unknown: Iterable[str]) -> None:
        """Take the variant's id and the rule points that are open."""
        self.variant = variant
        self.unknown = tuple(unknown)
        super().__init__(
            f"{variant} cannot be played: {', '.join(self.unknown)} "
            f"{'is' if len(self.unknown) == 1 else 'are'} unknown; a house variant "
            f"that extends it can give the missing values"
        )


class NotationError(FlohcatiError, ValueError):
    """A card, a move or a position is not written in the notation."""

    def __init__(self, text: str, wanted: str) -> None:
        """Take the text and what would be accepted in its place."""
        self.text = text
        self.wanted = wanted
        super().__init__(f"{text!r} is not {wanted}")


class IllegalMoveError(FlohcatiError, ValueError):
    """A move is well written, but the rules refuse it here.

    The fields repeat the refusal: who refuses (``rule_point``), where the text
    says so (``clauses``, as places) and why (``reason``).
    """

    def __init__(
        self, move: str, reason: str, rule_point: str, clauses: tuple[str, ...] = ()
    ) -> None:
        """Take the move as text and the facts of its refusal."""
        self.move = move
        self.reason = reason
        self.rule_point = rule_point
        self.clauses = clauses
        cited = f": {'; '.join(clauses)}" if clauses else ""
        super().__init__(f"{move!r} is refused: {reason} [{rule_point}{cited}]")


@attrs.frozen
class Fault:
    """One thing that is wrong in the description of a position.

    ``place`` is the key that is wrong, such as ``hands.Ann.0``; it is empty for the
    description as a whole.
    """

    place: str
    reason: str

    def __str__(self) -> str:
        """Return the fault with its place."""
        return f"{self.place}: {self.reason}" if self.place else self.reason


class PositionError(FlohcatiError, ValueError):
    """A position is described that the cards or the seats do not allow."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep every fault, not only the first."""
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


class ComponentsError(FlohcatiError, ValueError):
    """Components are described that the rule text does not allow."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep every fault, not only the first."""
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


class RequestError(FlohcatiError, ValueError):
    """A request is well formed, but makes no sense."""


class ExtraError(FlohcatiError, ImportError):
    """Something needs a package that an extra of this library installs."""

    def __init__(self, package: str, extra: str) -> None:
        """Keep the package that is missing, and the extra that has it."""
        self.package, self.extra = package, extra
        super().__init__(
            f"{package} is needed for this and is not installed: "
            f'pip install "flohcati-rules[{extra}]"'
        )


class StoreError(FlohcatiError, ValueError):
    """A file of results cannot be used as one."""

    def __init__(self, path: str, reason: str) -> None:
        """Take the path of the file, and what is wrong and would be accepted."""
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")


class StoreInUseError(StoreError):
    """Another run is using a file of results."""


class WorkerDiedError(FlohcatiError, RuntimeError):
    """A process that computed games ended in the middle of its work."""

    def __init__(self, kept: str) -> None:
        """Take the path of the file with what is done; empty when there is none."""
        self.kept = kept
        super().__init__(
            "a worker process ended in the middle of its work; it was killed, or the "
            "memory is full. "
            + (
                f"What is done is kept in {kept}; the same run goes on from there"
                if kept
                else "Nothing is kept, as the run has no store"
            )
        )
