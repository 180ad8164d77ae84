"""What happened in a step, event by event, in the order in which it is told."""

from flohcati_rules.game import Event


class Story:
    """The events of one step, as they are told; a game adds what it can tell.

    Args:
        seats: the names of the seats, who see whatever is not told to some alone.

    """

    def __init__(self, seats: tuple[str, ...]) -> None:
        """Start with nothing told."""
        self.seats = seats
        self.told: list[Event] = []

    def tell(
        self,
        kind: str,
        text: str,
        rule_point: str,
        cards: tuple[str, ...] = (),
        *,
        seen_by: tuple[str, ...] | None = None,
        public: str = "",
    ) -> None:
        """Tell one event, by default to all seats; else the others see ``public``."""
        self.told.append(
            Event(
                kind=kind,
                text=text,
                rule_point=rule_point,
                seen_by=self.seats if seen_by is None else seen_by,
                public=public,
                cards=cards,
            )
        )
