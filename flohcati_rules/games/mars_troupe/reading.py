"""What a set of rules makes of the components: values looked up once.

A ``Reading`` holds no rule of its own. It turns answers into flags, so that
legality and the transitions read plain attributes.
"""

from flohcati_rules.games.mars_troupe.components import (
    COLOURS,
    GREEN,
    Components,
    TrackSpace,
    marker,
)
from flohcati_rules.games.mars_troupe.rules import (
    AdvanceArrows,
    AdvanceChoice,
    AdvanceDuty,
    EntryMarkers,
    FaceDownLasting,
    HiddenFace,
    HiddenLeaves,
    MarsTroupeRules,
    RevealJoining,
    ScoreFaceDown,
    ScoreTrack,
    ScoreYellow,
    SwitchAfterTie,
    TieBreak,
    TroubleAgain,
    TroubleDuty,
    TroubleFaceDown,
    TroubleNoTarget,
)
from flohcati_rules.games.mars_troupe.state import NO_SPACE, State


class Reading:
    """The rules of one variant with a set of components, compiled for play."""

    def __init__(self, rules: MarsTroupeRules, components: Components) -> None:
        """Look every rule up once."""
        self.rules = rules
        self.components = components
        self.cards = components.cards
        self.names = components.names
        self.codes = {name: code for code, name in enumerate(self.names)}
        self.whole_deck = range(len(self.cards))
        self.colours = COLOURS
        self.ring = components.ring.spaces

        self.placed_at_once = rules.setup_entry_markers is EntryMarkers.AT_ONCE
        self.joining_fires = rules.reveal_joining is RevealJoining.FIRES
        self.off_for_good = rules.face_down_lasting is FaceDownLasting.OFF_FOR_GOOD
        self.may_stay = rules.advance_duty is AdvanceDuty.OPTIONAL
        self.active_picks = rules.advance_choice is AdvanceChoice.ACTIVE_PLAYER
        self.arrows_bind = rules.advance_arrows is AdvanceArrows.BIND
        self.switch_after_tie = rules.switch_after_tie is SwitchAfterTie.YES
        self.may_hide = rules.hidden_face is not HiddenFace.ALWAYS_UP
        self.may_show = rules.hidden_face is not HiddenFace.ALWAYS_DOWN
        self.leaves_turned_up = rules.hidden_leaves is HiddenLeaves.TURNED_UP
        self.may_leave_chip = rules.trouble_duty is TroubleDuty.OPTIONAL
        self.elsewhere = rules.trouble_again is TroubleAgain.ELSEWHERE
        self.trouble_unseen = rules.trouble_face_down is TroubleFaceDown.YES
        self.centre_if_none = rules.trouble_no_target is TroubleNoTarget.TO_CENTRE
        self.every_space = rules.score_track is ScoreTrack.EVERY_SPACE
        self.yellow_for_each = rules.score_yellow is ScoreYellow.PRINTED_FOR_EACH
        self.down_counts = rules.score_face_down is ScoreFaceDown.COUNT
        self.hands_break = rules.tie_break is TieBreak.HAND_NUMBERS
        self.cap = rules.length_cap

    def marker(self, state: State, seat: int, colour: int) -> int:
        """Return which marker a seat moves in a colour."""
        return marker(colour, state.side(seat))

    def ring_number(self, state: State) -> int:
        """Return the number of the space of the action marker; 0 without one."""
        return 0 if state.ring == NO_SPACE else self.ring[state.ring].number

    def space(self, which: int, place: int) -> TrackSpace:
        """Return a space of the track of a marker."""
        return self.components.tracks[which].spaces[place]

    def exits(self, state: State, seat: int, colour: int) -> tuple[int, ...]:
        """Return the spaces to which a seat's marker of a colour may move on."""
        side = state.side(seat)
        which = marker(colour, side)
        here = self.space(which, state.markers[which][-1])
        if colour == GREEN and here.arrow >= 0 and self.arrows_bind:
            return (here.arrow,)
        return here.exits[side]
