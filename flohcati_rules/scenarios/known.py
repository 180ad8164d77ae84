"""What the scenarios of a game may name: variants, and what can be expected."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from flohcati_rules.documents import Node
from flohcati_rules.errors import DocumentError, did_you_mean
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.registry import catalogue
from flohcati_rules.scenarios.expectations import EXPECTED, expectable


class Known:
    """The names that the scenarios of one game may use.

    Args:
        game_class: the game.
        variants: variants that may be named besides the shipped ones.

    """

    def __init__(self, game_class: type[AnyGame], variants: Iterable[Variant]) -> None:
        """Look nothing up before it is asked for."""
        self.game_class = game_class
        self.own = {variant.id: variant for variant in variants}

    def variant(self, id: str) -> Variant:
        """Return a variant of any game by its id."""
        return self.own[id] if id in self.own else catalogue().load(id)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all variants of all games."""
        return tuple(dict.fromkeys([*self.own, *catalogue().ids()]))

    def named(self, id: str, node: Node, *, by_key: bool = False) -> Variant | None:
        """Return the variant that a node names, or report why there is none.

        ``by_key`` says that the key of the node is the name, not its value.
        """
        refuse = node.refuse_key if by_key else node.refuse
        if id not in self.ids:
            hint = did_you_mean(id, self.ids) or "; 'flohcati list' shows them"
            refuse(f"no variant {id!r}{hint}")
            return None
        try:
            variant = self.variant(id)
        except DocumentError as error:
            refuse(f"the profile {id!r} is not valid: {error.problems[0]}")
            return None
        if variant.game_class is not self.game_class:
            refuse(f"{id} is a variant of another game, {variant.game_class.ID}")
            return None
        return variant

    @cached_property
    def expectable(self) -> Mapping[str, str]:
        """All that can be expected of the game, each with its sense."""
        variants = (self._valid(id) for id in self.ids)
        for variant in variants:
            if variant is not None and not variant.unknown:
                return expectable(variant.game())
        return EXPECTED

    def _valid(self, id: str) -> Variant | None:
        """Return a variant, if it is one of the game and its profile is valid."""
        try:
            variant = self.variant(id)
        except DocumentError:
            return None
        return variant if variant.game_class is self.game_class else None
