"""What happened in a step and who saw it, told from the two states.

Events are derived on request, so that plain stepping does not pay for them.
"""

from flohcati_rules.game import Event
from flohcati_rules.games.mars_troupe.components import MARKERS, SIDES, YELLOW, Act
from flohcati_rules.games.mars_troupe.counting import rabbits
from flohcati_rules.games.mars_troupe.knowledge import hides_end
from flohcati_rules.games.mars_troupe.legality import act_of
from flohcati_rules.games.mars_troupe.moves import (
    Advance,
    Decline,
    Move,
    Outcome,
    Place,
    Play,
    Step,
    Switch,
    Take,
    Trouble,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import Phase, State, other
from flohcati_rules.story import Story


def events(
    reading: Reading, before: State, move: Move, after: State
) -> tuple[Event, ...]:
    """Return what a move made happen, in order, and who saw it."""
    story = _Story(reading, before, after)
    story.tell_move(move)
    story.tell_turned_up()
    if isinstance(move, Play):
        story.tell_leaving()
    story.tell_chips(move)
    story.tell_counts(move)
    story.tell_markers()
    story.tell_closing()
    return tuple(story.told)


class _Story(Story):
    """The events of one step of Mars troupe, as they are told."""

    def __init__(self, reading: Reading, before: State, after: State) -> None:
        super().__init__(before.seats)
        self.reading = reading
        self.before = before
        self.after = after
        asked = before.turn.asked
        self.who = self.seats[asked] if asked >= 0 else ""

    def tell_move(self, move: Move) -> None:
        who = self.who
        match move:
            case Outcome(card):
                self._tell_draw(card)
            case Place():
                self._tell_place()
            case Step(spaces):
                space = self.reading.ring[self.after.ring]
                text = f"{who} moves on by {spaces} to {space.number}: {space.act}"
                self.tell("step", text, "ring.steps")
            case Take():
                self._tell_take()
            case Play(card, down):
                text = f"{who} plays {card}"
                if down:
                    self.tell(
                        "play",
                        f"{text} face down",
                        "hidden.face",
                        (card,),
                        seen_by=(who,),
                        public=f"{who} plays a card face down",
                    )
                else:
                    self.tell("play", text, "entry.play", (card,))
            case Switch():
                point = "effects.timing" if self.before.turn.waiting else "switch.who"
                text = f"{who} moves the entry marker to the other end"
                self.tell("switch", text, point)
            case Decline():
                self.tell(
                    "decline", f"{who} leaves it", _DECLINED[self.before.turn.phase]
                )
            case Trouble() | Advance():
                pass

    def _tell_draw(self, card: str) -> None:
        printed = self.reading.cards[self.reading.codes[card]]
        first = self.after.seats[self.after.first]
        text = (
            f"{self.seats[0]} draws {card}, {printed.call} {printed.number}: "
            f"{first} is player one"
        )
        self.tell("draw", text, "setup.owner_draw", (card,))

    def _tell_place(self) -> None:
        asked = self.before.turn.asked
        end = self.after.ends[asked]
        text = f"{self.who} places the entry marker at the {end} end"
        point = "setup.entry_markers"
        if hides_end(self.reading, self.after, asked, other(asked)):
            public = f"{self.who} places the entry marker in secret"
            self.tell("place", text, point, seen_by=(self.who,), public=public)
            return
        if self.reading.placed_at_once:
            first = self.before.turn.seat
            shown = self.before.ends[first]
            text = f"{text}; that of {self.seats[first]} stands at the {shown} end"
        self.tell("place", text, point)

    def _tell_take(self) -> None:
        asked = self.before.turn.asked
        left = {lying.card for lying in self.after.pool}
        taken = next(lying for lying in self.before.pool if lying.card not in left)
        name = self.reading.names[taken.card]
        text = f"{self.who} takes {name} from the pool"
        unseen = {thought.card for thought in self.before.thoughts[other(asked)]}
        if taken.card in unseen:
            public = f"{self.who} takes a face-down card from the pool"
            self.tell(
                "take", text, "entry.take", (name,), seen_by=(self.who,), public=public
            )
        else:
            self.tell("take", text, "entry.take", (name,))

    def tell_turned_up(self) -> None:
        """Tell which face-down cards of the stages are turned up where they lie."""
        up = {lying.card for stage in self.after.stages for lying in stage
              if not lying.down}  # fmt: skip
        for stage in self.before.stages:
            for lying in stage:
                if lying.down and lying.card in up:
                    name = self.reading.names[lying.card]
                    self.tell("reveal", f"{name} is turned up", "reveal.when", (name,))

    def tell_leaving(self) -> None:
        """Tell which card goes from the stage to the pool."""
        asked = self.before.turn.asked
        lying = self.after.pool[1]
        name = self.reading.names[lying.card]
        text = f"{name} goes to the middle of the pool"
        if lying.down:
            self.tell(
                "leave",
                text,
                "hidden.leaves",
                (name,),
                seen_by=(self.seats[asked],),
                public="a face-down card goes to the middle of the pool",
            )
        else:
            self.tell("leave", text, "entry.leaves", (name,))

    def tell_chips(self, move: Move) -> None:
        """Tell where a trouble chip goes."""
        if isinstance(move, Trouble):
            text = f"{self.who} puts trouble on a {move.colour} rabbit of {move.target}"
            self.tell("trouble", text, "trouble.target")
        elif self.before.chips != self.after.chips:
            point = "chip.moves"
            if isinstance(move, Step):
                trouble = act_of(self.reading, self.after) is Act.TROUBLE
                point = "trouble.no_target" if trouble else "trouble.face_down"
            self.tell("chip", "the trouble chip goes to the centre", point)

    def tell_counts(self, move: Move) -> None:
        """Tell how many rabbits a performance counts, once nothing comes before it."""
        if self.after.ring < 0:
            return
        colour = act_of(self.reading, self.after).colour
        begins = isinstance(move, Step) or bool(self.before.turn.waiting)
        if colour < 0 or not begins or self.after.turn.waiting:
            return
        counts = [rabbits(self.reading, self.after, seat, colour) for seat in (0, 1)]
        told = ", ".join(
            f"{name} {count}" for name, count in zip(self.seats, counts, strict=True)
        )
        text = f"{self.reading.colours[colour]} rabbits: {told}"
        self.tell("count", text, "count.rabbits")

    def tell_markers(self) -> None:
        """Tell which performance marker moves on, and where to."""
        pairs = zip(self.before.markers, self.after.markers, strict=True)
        for which, (old, new) in enumerate(pairs):
            if old == new:
                continue
            colour, side = MARKERS[which]
            space = self.reading.space(which, new[-1])
            shared = self.reading.colours.index(colour) == YELLOW
            whose = "shared" if shared else SIDES[side]
            text = f"the {colour} marker ({whose}) moves on to {space.name}"
            self.tell("advance", text, "advance.marker")

    def tell_closing(self) -> None:
        """Tell whose turn comes, or how the game ended."""
        turn = self.after.turn
        if turn.ended_by == "end":
            text = "a marker has entered an END: the game is over"
            self.tell("over", text, "end.when")
        elif turn.ended_by == "cap":
            text = f"{turn.number} turns are over: the game is a draw"
            self.tell("over", text, "length.cap")
        elif turn.number != self.before.turn.number:
            point = "turn.order" if self.before.turn.number else "turn.first"
            self.tell("turn", f"it is {self.seats[turn.seat]}'s turn", point)


_DECLINED = {
    Phase.AGREE: "advance.duty",
    Phase.TROUBLE: "trouble.duty",
    Phase.SWITCH: "switch.who",
}
