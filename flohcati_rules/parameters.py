"""Parameters of players: fields of a frozen class, each with its sense and range.

    bound: float = attrs.field(
        default=0.2,
        validator=within_range,
        metadata=parameter("at most how likely a bust may be", 0, 1),
    )

A player that has some is such a class, called after the player: ``Cautious`` is
``cautious``. Messages, names and the docs read the parameters where they are declared.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from flohcati_rules.errors import RequestError, did_you_mean

_KEY = "flohcati_rules.parameter"


@attrs.frozen(kw_only=True)
class Parameter:
    """One parameter of a player.

    Attributes:
        name: what it is called.
        sense: what it says.
        kind: what its values are, ``int`` or ``float``.
        least: the least value.
        most: the greatest value.
        default: the value that goes without saying.

    """

    name: str
    sense: str
    kind: type[int] | type[float]
    least: float
    most: float
    default: float

    @property
    def accepted(self) -> str:
        """What is accepted, in words."""
        number = "a whole number" if self.kind is int else "a number"
        return f"{number} from {self.least} to {self.most}"

    def accepts(self, value: object) -> bool:
        """Tell whether a value is of the kind and in the range."""
        kinds = (int,) if self.kind is int else (int, float)
        # Written so that what is not a number at all is refused as well.
        return type(value) in kinds and self.least <= value <= self.most  # type: ignore[operator]

    def read(self, text: str) -> float | None:
        """Return the value that a text writes, or None if it is not accepted."""
        try:
            value = self.kind(text)
        except ValueError:
            return None
        # Python reads more than digits: "1_0", "0x1" and "nan" are no way to say it.
        plain = set(text) <= {*"0123456789.+-e"}
        return value if plain and self.accepts(value) else None

    def written(self, value: float) -> str:
        """Return a value as it is written."""
        return repr(self.kind(value)).removesuffix(".0")


def parameter(sense: str, least: float, most: float) -> Mapping[str, Any]:
    """Return the metadata that declares a parameter, for ``attrs.field``."""
    return {_KEY: (sense, least, most)}


def parameters_of(kind: type) -> Mapping[str, Parameter]:
    """Return the parameters of a class of players by name; of others, none."""
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return {
        field.name: Parameter(
            name=field.name,
            sense=field.metadata[_KEY][0],
            kind=int if field.type is int else float,
            least=field.metadata[_KEY][1],
            most=field.metadata[_KEY][2],
            default=field.default,
        )
        for field in fields
        if _KEY in field.metadata
    }


def within_range(player: object, field: "attrs.Attribute[Any]", value: object) -> None:
    """Refuse a value of a parameter that is not of its kind or out of its range.

    Raises:
        RequestError: says what is accepted.

    """
    declared = parameters_of(type(player))[field.name]
    if not declared.accepts(value):
        raise out_of_range(player_name(type(player)), declared, repr(value))


def out_of_range(player: str, declared: Parameter, given: str) -> RequestError:
    """Return the error for a value that a parameter does not accept."""
    message = f"{declared.name} of {player} is {declared.accepted}, not {given}"
    return RequestError(message)


def player_name(kind: type) -> str:
    """Return the name of a class of players."""
    return kind.__name__.lower()


def unknown_parameter(player: str, name: str, known: Mapping[str, Any]) -> RequestError:
    """Return the error for a parameter that a player does not have."""
    if not known:
        return RequestError(f"{player} has no parameters, not {name!r} either")
    hint = did_you_mean(name, known)
    listed = ", ".join(known)
    return RequestError(f"no parameter {name!r} of {player}{hint} (it has: {listed})")
