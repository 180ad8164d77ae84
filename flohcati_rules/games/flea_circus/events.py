"""What happened in a step and who saw it, told from the two states.

Events are derived on request, so that plain stepping does not pay for them: where
each card was before and where it is after says what became of it.
"""

from flohcati_rules.game import Event
from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CHAIN,
    CIRCUS,
    CIRCUS_CODES,
    DEMAND,
    DRAW,
    UNIT,
    codes_in,
)
from flohcati_rules.games.flea_circus.moves import (
    Decline,
    Demand,
    Discard,
    Draw,
    End,
    Gala,
    Give,
    Move,
    Outcome,
    Reveal,
    Stop,
    Take,
    TakeAll,
    Trio,
)
from flohcati_rules.games.flea_circus.notation import names_in
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO, DemandRequest, Shown
from flohcati_rules.games.flea_circus.state import NO_CARD, Phase, State
from flohcati_rules.story import Story

HAND_OVER = "hand-over"
"""The kind of event in which a card goes from hand to hand."""


def events(
    reading: Reading, before: State, move: Move, after: State
) -> tuple[Event, ...]:
    """Return what a move made happen, in order, and who saw it."""
    story = _Story(reading, before, after)
    story.tell_move(move)
    story.tell_revealed()
    story.tell_hand_over()
    story.tell_closing()
    return tuple(story.told)


class _Story(Story):
    """The events of one step of the flea circus, as they are told."""

    def __init__(self, reading: Reading, before: State, after: State) -> None:
        super().__init__(before.table.seats)
        self.reading = reading
        self.before = before
        self.after = after
        self.who = self.seats[before.turn.seat]

    def tell_move(self, move: Move) -> None:  # noqa: C901 - one case a move
        who = self.who
        match move:
            case Take(card):
                self.tell("take", f"{who} takes {card}", "take.count", (str(card),))
            case TakeAll():
                taken = names_in(self.reading, self.before.display)
                text = f"{who} takes the whole display: {', '.join(taken)}"
                self.tell("take", text, "take.count", taken)
            case Discard(card):
                self.tell(
                    "discard", f"{who} discards {card}", "bust.hand", (str(card),)
                )
            case Decline():
                self.tell("decline", f"{who} takes no card", self._decline_point())
            case Stop():
                self.tell("stop", f"{who} stops the chain", "chain.stop")
            case Trio():
                self._tell_trio(move)
            case Demand():
                self._tell_demand(move)
            case Draw(opponent):
                self.tell("draw", f"{who} draws from {opponent}", "action.duty")
            case Gala():
                text = f"{who} calls the gala"
                hand = names_in(self.reading, self.before.hands[self.before.turn.seat])
                self.tell("gala", text, "gala.call", hand)
            case End():
                self.tell("end", f"{who} ends the turn", "take.count", seen_by=(who,))
            case Reveal() | Give() | Outcome():
                pass

    def _tell_trio(self, move: Trio) -> None:
        pile = self.after.table.trios[self.before.turn.seat][-1]
        laid = names_in(self.reading, pile)
        what = "a trio" if len(laid) == TRIO else f"{len(laid)} cards"
        text = f"{self.who} lays {what} of {move.number}: {', '.join(laid)}"
        self.tell("trio", text, "trio.cards", laid)

    def _tell_demand(self, move: Demand) -> None:
        what = f"a {move.colour} card" if move.colour else "a card"
        whom = f"going {move.direction}" if move.direction else f"of {move.opponent}"
        text = f"{self.who} demands {what} {whom}"
        self.tell("demand", text, "demand.request")

    def _decline_point(self) -> str:
        in_chain = self.before.turn.phase is Phase.CHAIN_TAKE
        return "chain.take" if in_chain else "turn.decline"

    def tell_revealed(self) -> None:
        """Tell what became of each card that was turned up."""
        count = len(self.before.deck) - len(self.after.deck)
        in_chain = self.before.turn.phase is Phase.CHAIN
        for code in self.before.deck[:count]:
            name = self.reading.names[code]
            shown = f"{self.who} turns up {name}"
            if code >= CIRCUS_CODES:
                in_chain = self._tell_action(code, shown, in_chain=in_chain)
            elif code == self.after.turn.duplicate:
                text = f"{shown}, a duplicate that may be taken"
                self.tell("duplicate", text, "chain.duplicate", (name,))
            elif self.after.table.discard & CIRCUS & UNIT[code]:
                self._tell_duplicate(name, shown, in_chain=in_chain)
            else:
                self.tell("display", f"{shown}", "reveal.limit", (name,))

    def _tell_action(self, code: int, shown: str, *, in_chain: bool) -> bool:
        """Tell of an action card; return whether a chain is revealing after it."""
        name = ACTIONS[code]
        if not in_chain:
            self.tell("action", shown, "action.duty", (name,))
            return code == CHAIN
        if self.reading.replaces:
            text = f"{shown}, which replaces the chain"
            self.tell("action", text, "chain.action", (name,))
            return code == CHAIN
        text = f"{shown}, which is discarded without effect"
        self.tell("discard", text, "chain.action", (name,))
        return True

    def _tell_duplicate(self, name: str, shown: str, *, in_chain: bool) -> None:
        if in_chain:
            text = f"{shown}, a duplicate, which is discarded"
            self.tell("discard", text, "chain.duplicate", (name,))
            return
        lost = names_in(self.reading, self._gone_from_display())
        more = f" with {', '.join(lost)}" if lost else ""
        text = f"{shown}, a duplicate: {self.who} is bust and {name}{more} is discarded"
        self.tell("bust", text, "bust.loses", (name, *lost))

    def _gone_from_display(self) -> int:
        """Return the cards that left the display for the discard."""
        gone = self.before.display & ~self.after.display & CIRCUS
        return sum(UNIT[code] for code in codes_in(gone & self.after.table.discard))

    def tell_hand_over(self) -> None:
        """Tell of a card that went from hand to hand, or of one that did not."""
        action = self._finished_action()
        if action not in (DEMAND, DRAW):
            return
        moved = [
            (code, giver)
            for giver, (had, has) in enumerate(
                zip(self.before.hands, self.after.hands, strict=True)
            )
            for code in codes_in(had & ~has & CIRCUS)
        ]
        if not moved:
            text = f"{self.who} gets no card"
            point = "demand.unmet" if action == DEMAND else "empty_hand"
            self.tell("unmet", text, point)
            return
        code, giver = moved[0]
        name = self.reading.names[code]
        rules = self.reading.rules
        shown = rules.demand_shown if action == DEMAND else rules.draw_shown
        point = "demand.shown" if action == DEMAND else "draw.shown"
        who, whose = self.who, self.seats[giver]
        if shown is Shown.TO_ALL:
            text = f"{who} gets {name} from {whose}, for all to see"
            self.tell(HAND_OVER, text, point, (name,))
            return
        named = rules.demand_request is not DemandRequest.OPPONENT_PICKS
        by_colour = action == DEMAND and named
        what = f"a {name.rpartition('-')[0]} card" if by_colour else "a card"
        self.tell(
            HAND_OVER,
            f"{who} gets {name} from {whose}, who alone sees it too",
            point,
            (name,),
            seen_by=(who, whose),
            public=f"{who} gets {what} from {whose}",
        )

    def _finished_action(self) -> int:
        """Return the demand or draw that this step finished, or ``NO_CARD``."""
        joined = self.after.table.discard - self.before.table.discard
        in_force = self.before.turn.action
        count = len(self.before.deck) - len(self.after.deck)
        turned = [code for code in self.before.deck[:count] if code in (DEMAND, DRAW)]
        candidates = [in_force] if in_force in (DEMAND, DRAW) else turned[-1:]
        if self.after.turn.action in candidates or not candidates:
            return NO_CARD
        if self.after.turn.phase is Phase.OVER and self.reading.cut_short and count:
            return NO_CARD
        in_chain = in_force == CHAIN or CHAIN in self.before.deck[:count]
        if in_chain and not self.reading.replaces:
            return NO_CARD
        return candidates[0] if joined else NO_CARD

    def tell_closing(self) -> None:
        """Tell whose turn comes, or how the game ended."""
        turn = self.after.turn
        match turn.ended_by:
            case "deck":
                point = "deck_out.last_turn"
                self.tell("over", "the deck is out: the game is over", point)
            case "chain":
                text = "the chain ran out of deck: the game is over"
                self.tell("over", text, "chain.deck_out")
            case "passes":
                self.tell("over", "everyone passes: the game is over", "turn.decline")
            case "gala":
                self.tell("over", "the game is over", "gala.call")
            case _ if turn.seat != self.before.turn.seat:
                text = f"it is {self.seats[turn.seat]}'s turn"
                self.tell("turn", text, "turn.order")
            case _:
                pass
