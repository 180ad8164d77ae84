"""The rule points of Mars troupe: every question that its text answers or leaves open.

Each point stands once, with its question and the sense of each answer. Where the
text can be read in several ways, the first answer is the reading that we take.
"""

from collections.abc import Mapping
from typing import ClassVar

import attrs

from flohcati_rules.rulepoints import (
    Choice,
    Contradiction,
    OneOf,
    Value,
    Whole,
    point,
    refuse_contradictions,
)


class OwnerDraw(Choice):
    """How it is settled who is player one."""

    BY_CALL = (
        "by-call",
        (
            "The owner of the game draws a member card: ME makes the owner player one, "
            "YOU the other."
        ),
    )


class RingStart(Choice):
    """Where the action marker starts."""

    NUMBER_DRAWN = (
        "number-drawn",
        "On the space of the ring with the number beside the call that was drawn.",
    )


class TrackMarkers(Choice):
    """Where the performance markers start."""

    ONE_ON_EACH_START = "one-on-each-start", "One of the five on each START."


class Deal(Choice):
    """How the cards are dealt."""

    STAGES_HANDS_POOL = (
        "stages-hands-pool",
        (
            "All thirteen are shuffled: three face up to each stage, two to each hand, "
            "three to the pool."
        ),
    )


class EntryMarkers(Choice):
    """How the entry markers are placed."""

    IN_TURN = "in-turn", "Player one places first, in the open."
    AT_ONCE = "at-once", "Both choose in secret and show their choice at once."


class FirstTurn(Choice):
    """Who takes the first turn."""

    PLAYER_ONE = (
        "player-one",
        "Player one, stepping on from the space where the action marker starts.",
    )


class TurnOrder(Choice):
    """How the turn passes."""

    ALTERNATES = "alternates", "The two players take turns."


class RingSpaceDuty(Choice):
    """What becomes of the space that is reached."""

    CARRIED_OUT = "carried-out", "It is carried out, then the turn passes."


class RevealWhen(Choice):
    """When face-down cards are turned up."""

    AT_A_PERFORMANCE = (
        "at-a-performance",
        "At the start of a performance of any colour, on both stages.",
    )


class RevealJoining(Choice):
    """What a joining effect does when its card is turned up."""

    LOST = "lost", "No: the effect of joining is lost by playing the card face down."
    FIRES = (
        "fires",
        "Yes: the effect comes when the card is turned up at a performance.",
    )


class FaceDownLasting(Choice):
    """What the other effects of a card do that was played face down."""

    UNTIL_TURNED_UP = (
        "until-turned-up",
        "They are off while it lies face down, and on once it is turned up.",
    )
    OFF_FOR_GOOD = (
        "off-for-good",
        "They stay off for as long as the card is on the stage.",
    )


class FaceDownPeek(Choice):
    """Who may look at a face-down card."""

    OWNER = "owner", "Its owner, at any time."


class HandsSeen(Choice):
    """Who sees a hand."""

    OWNER_ALONE = (
        "owner-alone",
        "Only its owner; what others have seen go into it they know.",
    )


class CountRabbits(Choice):
    """Which rabbits are counted in a performance."""

    ON_THE_STAGES = (
        "on-the-stages",
        "Those of the colour on each player's stage, and no others.",
    )


class CountTie(Choice):
    """What equal counts do."""

    NOTHING_MOVES = "nothing-moves", "No marker moves."


class AdvanceMarker(Choice):
    """Which marker the higher count moves."""

    OWN_OR_SHARED = (
        "own-or-shared",
        (
            "The player's own of the colour by one space; on yellow the shared one "
            "by a space towards the player."
        ),
    )


class AdvanceDuty(Choice):
    """Whether the marker must be moved."""

    COMPULSORY = "compulsory", "The marker moves."
    OPTIONAL = "optional", "The player may leave the marker where it is."


class AdvanceChoice(Choice):
    """Who picks the way where it forks."""

    COUNT_WINNER = "count-winner", "The player whose marker moves."
    ACTIVE_PLAYER = "active-player", "The player whose turn it is."


class AdvanceArrows(Choice):
    """What the arrows on green mean."""

    BIND = "bind", "From a space with an arrow the marker moves only where it points."
    DRAWING_ONLY = "drawing-only", "They are drawing only: every way is open."


class AdvanceDeadEnd(Choice):
    """What a marker does that cannot move on."""

    STAYS = "stays", "It stays where it is."


class SwitchWho(Choice):
    """Who may switch the entry marker after a performance."""

    ACTIVE_PLAYER = "active-player", "The player whose turn it is, who need not."


class SwitchAfterTie(Choice):
    """Whether the entry marker may be switched after equal counts."""

    YES = "yes", "After every performance."
    NO = "no", "Only after a performance in which the counts differ."


class EntryTake(Choice):
    """Which card an entry takes."""

    EITHER_END = "either-end", "One of the two end cards of the pool."


class EntryPlay(Choice):
    """Which card an entry plays, and where."""

    ANY_AT_MARKER = (
        "any-at-marker",
        (
            "Any card of the hand, at the end of the own stage where the entry marker "
            "stands."
        ),
    )


class EntryLeaves(Choice):
    """What becomes of the fourth card."""

    TO_POOL_MIDDLE = (
        "to-pool-middle",
        "It goes between the two cards that are left of the pool.",
    )


class EntryMarkerStays(Choice):
    """What an entry does to the entry marker."""

    STAYS = "stays", "No: only a performance or an effect does."


class EntryEffect(Choice):
    """When a joining effect comes."""

    LAST = "last", "As the last step of the entry, if the card was played face up."


class HiddenFace(Choice):
    """Which way up a hidden entry plays its card."""

    EITHER = "either", "Face down or face up, as the player likes."
    ALWAYS_DOWN = "always-down", "Face down."
    ALWAYS_UP = "always-up", "Face up, so that a hidden entry is a plain one."


class HiddenLeaves(Choice):
    """How a face-down card goes to the pool."""

    TURNED_UP = "turned-up", "It is turned up."
    STAYS_DOWN = "stays-down", "It stays face down until somebody takes it."


class EffectsTiming(Choice):
    """When an effect comes."""

    AS_THE_CARD_SAYS = "as-the-card-says", "When the card says so."


class WhiteCard(Choice):
    """What the white card counts as."""

    NO_RABBITS = (
        "no-rabbits",
        "A card without rabbits: it counts nothing and is no place for trouble.",
    )


class TroubleTakes(Choice):
    """Where the trouble chip is taken from."""

    WHEREVER_IT_LIES = (
        "wherever-it-lies",
        "From the centre or from any card that it lies on.",
    )


class TroubleTarget(Choice):
    """Where the trouble chip goes."""

    OPPONENTS_RABBIT = (
        "opponents-rabbit",
        "On a coloured rabbit of the opponent's stage.",
    )


class TroubleDuty(Choice):
    """Whether the chip must be moved."""

    COMPULSORY = "compulsory", "If there is a rabbit that it can go to."
    OPTIONAL = "optional", "The player may leave it where it is."


class TroubleAgain(Choice):
    """Whether the chip may go back where it was."""

    ALLOWED = "allowed", "Yes, so that nothing changes."
    ELSEWHERE = "elsewhere", "No: to another card or to a rabbit of another colour."


class TroubleFaceDown(Choice):
    """Whether the chip may go on a face-down card."""

    NO = "no", "No: a rabbit has to be seen."
    YES = (
        "yes",
        (
            "Yes, on a colour that is named; if the card turns out to have no such "
            "rabbit, the chip goes to the centre."
        ),
    )


class TroubleNoTarget(Choice):
    """What becomes of the chip without a place to go."""

    STAYS = "stays", "It stays where it is."
    TO_CENTRE = "to-centre", "It goes to the centre."


class ChipRests(Choice):
    """What the chip does to a rabbit."""

    NOT_COUNTED = (
        "not-counted",
        "The rabbit is not counted in performances; stars and effect of the card stay.",
    )


class ChipMoves(Choice):
    """Where the chip goes when its card moves."""

    WITH_THE_CARD = (
        "with-the-card",
        (
            "Along the stage it goes with the card; when the card leaves, it goes "
            "to the centre."
        ),
    )


class EndWhen(Choice):
    """When the game ends."""

    AT_ONCE = "at-once", "As soon as a marker enters an END."


class ScoreSum(Choice):
    """What is added up."""

    TRACKS_AND_STAGE = (
        "tracks-and-stage",
        "The star numbers of the tracks and the stars of the own stage.",
    )


class ScoreTrack(Choice):
    """Which star numbers of a track count."""

    SPACE_REACHED = "space-reached", "That of the space where the marker stands."
    EVERY_SPACE = "every-space", "Those of all spaces on the marker's way from START."


class ScoreYellow(Choice):
    """Who gets the stars of the yellow track."""

    SIDE_OF_MARKER = (
        "side-of-marker",
        "The player on whose side the marker stands; on START nobody.",
    )
    PRINTED_FOR_EACH = (
        "printed-for-each",
        "Each player what the space prints for that player.",
    )


class ScoreFaceDown(Choice):
    """Whether a face-down card's stars count."""

    COUNT = "count", "Yes, as those of any card on the stage."
    DO_NOT_COUNT = "do-not-count", "No: only what lies face up counts."


class WinBy(Choice):
    """Who wins."""

    HIGHEST_TOTAL = "highest-total", "The player with more points."


class TieBreak(Choice):
    """What breaks a tie."""

    HAND_NUMBERS = (
        "hand-numbers",
        "The higher sum of the numbers beside the calls of the hand cards.",
    )
    NOTHING = "nothing", "A tie is a draw."


class TieLeft(Choice):
    """What a tie is that is not broken."""

    DRAW = "draw", "A draw."


def _joining_wakes(
    joining: RevealJoining, _: Mapping[str, Value]
) -> Mapping[str, Value]:
    if joining is RevealJoining.FIRES:
        return {"face_down.lasting": FaceDownLasting.UNTIL_TURNED_UP}
    return {}


def _off_for_good(
    lasting: FaceDownLasting, _: Mapping[str, Value]
) -> Mapping[str, Value]:
    if lasting is FaceDownLasting.OFF_FOR_GOOD:
        return {"reveal.joining": RevealJoining.LOST}
    return {}


def _never_face_down(rules: "MarsTroupeRules") -> str | None:
    if rules.hidden_face is HiddenFace.ALWAYS_UP:
        return "no card is ever played face down"
    return None


def _wakes_and_sleeps(joining: RevealJoining, lasting: FaceDownLasting) -> bool:
    return joining is RevealJoining.FIRES and lasting is FaceDownLasting.OFF_FOR_GOOD


@attrs.frozen(kw_only=True)
class MarsTroupeRules:
    """A full set of answers to the rule points of Mars troupe."""

    CONTRADICTIONS: ClassVar[tuple[Contradiction, ...]] = (
        Contradiction(
            ("reveal.joining", "face_down.lasting"),
            _wakes_and_sleeps,
            "a card that wakes when it is turned up does not sleep for good",
        ),
    )

    setup_owner_draw: OwnerDraw = attrs.field(
        metadata=point(
            "setup.owner_draw",
            "How is it settled who is player one?",
            OneOf(OwnerDraw),
        )
    )
    setup_ring_start: RingStart = attrs.field(
        metadata=point(
            "setup.ring_start",
            "Where does the action marker start?",
            OneOf(RingStart),
        )
    )
    setup_track_markers: TrackMarkers = attrs.field(
        metadata=point(
            "setup.track_markers",
            "Where do the performance markers start?",
            OneOf(TrackMarkers),
        )
    )
    setup_deal: Deal = attrs.field(
        metadata=point(
            "setup.deal",
            "How are the cards dealt?",
            OneOf(Deal),
        )
    )
    setup_entry_markers: EntryMarkers = attrs.field(
        metadata=point(
            "setup.entry_markers",
            "How are the entry markers placed?",
            OneOf(EntryMarkers),
        )
    )
    turn_first: FirstTurn = attrs.field(
        metadata=point(
            "turn.first",
            "Who takes the first turn?",
            OneOf(FirstTurn),
        )
    )
    turn_order: TurnOrder = attrs.field(
        metadata=point(
            "turn.order",
            "How does the turn pass?",
            OneOf(TurnOrder),
        )
    )
    ring_steps: int = attrs.field(
        metadata=point(
            "ring.steps",
            "How many spaces may the action marker be moved at most?",
            Whole(1, 3, "spaces"),
        )
    )
    ring_space: RingSpaceDuty = attrs.field(
        metadata=point(
            "ring.space",
            "What becomes of the space that the action marker reaches?",
            OneOf(RingSpaceDuty),
        )
    )
    reveal_when: RevealWhen = attrs.field(
        metadata=point(
            "reveal.when",
            "When are the face-down cards of the stages turned up?",
            OneOf(RevealWhen),
        )
    )
    reveal_joining: RevealJoining = attrs.field(
        metadata=point(
            "reveal.joining",
            "Does a card that is turned up on the stage do what it does on joining?",
            OneOf(RevealJoining),
            companions=_joining_wakes,
            inert=_never_face_down,
        )
    )
    face_down_lasting: FaceDownLasting = attrs.field(
        metadata=point(
            "face_down.lasting",
            "What of the other effects of a card that was played face down?",
            OneOf(FaceDownLasting),
            companions=_off_for_good,
            inert=_never_face_down,
        )
    )
    face_down_peek: FaceDownPeek = attrs.field(
        metadata=point(
            "face_down.peek",
            "Who may look at a face-down card of a stage?",
            OneOf(FaceDownPeek),
        )
    )
    hands_seen: HandsSeen = attrs.field(
        metadata=point(
            "hands.seen",
            "Who sees a hand?",
            OneOf(HandsSeen),
        )
    )
    count_rabbits: CountRabbits = attrs.field(
        metadata=point(
            "count.rabbits",
            "Which rabbits are counted in a performance?",
            OneOf(CountRabbits),
        )
    )
    count_tie: CountTie = attrs.field(
        metadata=point(
            "count.tie",
            "What do equal counts do?",
            OneOf(CountTie),
        )
    )
    advance_marker: AdvanceMarker = attrs.field(
        metadata=point(
            "advance.marker",
            "Which marker does the higher count move?",
            OneOf(AdvanceMarker),
        )
    )
    advance_duty: AdvanceDuty = attrs.field(
        metadata=point(
            "advance.duty",
            "Must the player with the higher count move the marker?",
            OneOf(AdvanceDuty),
        )
    )
    advance_choice: AdvanceChoice = attrs.field(
        metadata=point(
            "advance.choice",
            "Who picks the way where it forks?",
            OneOf(AdvanceChoice),
        )
    )
    advance_arrows: AdvanceArrows = attrs.field(
        metadata=point(
            "advance.arrows",
            "What do the arrows on the green track mean?",
            OneOf(AdvanceArrows),
        )
    )
    advance_dead_end: AdvanceDeadEnd = attrs.field(
        metadata=point(
            "advance.dead_end",
            "What does a marker do that has no space to move to?",
            OneOf(AdvanceDeadEnd),
        )
    )
    switch_who: SwitchWho = attrs.field(
        metadata=point(
            "switch.who",
            "Who may move the own entry marker to the other end after a performance?",
            OneOf(SwitchWho),
        )
    )
    switch_after_tie: SwitchAfterTie = attrs.field(
        metadata=point(
            "switch.after_tie",
            "May the entry marker be moved after equal counts, too?",
            OneOf(SwitchAfterTie),
        )
    )
    entry_take: EntryTake = attrs.field(
        metadata=point(
            "entry.take",
            "Which card does an entry take into the hand?",
            OneOf(EntryTake),
        )
    )
    entry_play: EntryPlay = attrs.field(
        metadata=point(
            "entry.play",
            "Which card does an entry play, and where?",
            OneOf(EntryPlay),
        )
    )
    entry_leaves: EntryLeaves = attrs.field(
        metadata=point(
            "entry.leaves",
            "What becomes of the card at the other end of the stage?",
            OneOf(EntryLeaves),
        )
    )
    entry_marker: EntryMarkerStays = attrs.field(
        metadata=point(
            "entry.marker",
            "Does an entry move the entry marker?",
            OneOf(EntryMarkerStays),
        )
    )
    entry_effect: EntryEffect = attrs.field(
        metadata=point(
            "entry.effect",
            "When does the effect of joining come?",
            OneOf(EntryEffect),
        )
    )
    hidden_face: HiddenFace = attrs.field(
        metadata=point(
            "hidden.face",
            "Which way up does a hidden entry play its card?",
            OneOf(HiddenFace),
        )
    )
    hidden_leaves: HiddenLeaves = attrs.field(
        metadata=point(
            "hidden.leaves",
            "How does a face-down card go to the pool?",
            OneOf(HiddenLeaves),
            inert=_never_face_down,
        )
    )
    effects_timing: EffectsTiming = attrs.field(
        metadata=point(
            "effects.timing",
            "When does an effect come?",
            OneOf(EffectsTiming),
        )
    )
    white_card: WhiteCard = attrs.field(
        metadata=point(
            "white.card",
            "What does the white card count as?",
            OneOf(WhiteCard),
        )
    )
    trouble_takes: TroubleTakes = attrs.field(
        metadata=point(
            "trouble.takes",
            "Where is the trouble chip taken from?",
            OneOf(TroubleTakes),
        )
    )
    trouble_target: TroubleTarget = attrs.field(
        metadata=point(
            "trouble.target",
            "Where does the trouble chip go?",
            OneOf(TroubleTarget),
        )
    )
    trouble_duty: TroubleDuty = attrs.field(
        metadata=point(
            "trouble.duty",
            "Must the trouble chip be moved?",
            OneOf(TroubleDuty),
        )
    )
    trouble_again: TroubleAgain = attrs.field(
        metadata=point(
            "trouble.again",
            "May the trouble chip go back to where it was?",
            OneOf(TroubleAgain),
        )
    )
    trouble_face_down: TroubleFaceDown = attrs.field(
        metadata=point(
            "trouble.face_down",
            "May the trouble chip go on a face-down card?",
            OneOf(TroubleFaceDown),
            inert=_never_face_down,
        )
    )
    trouble_no_target: TroubleNoTarget = attrs.field(
        metadata=point(
            "trouble.no_target",
            "What becomes of the trouble chip when there is no rabbit that it can go "
            "to?",
            OneOf(TroubleNoTarget),
        )
    )
    chip_rests: ChipRests = attrs.field(
        metadata=point(
            "chip.rests",
            "What does the trouble chip do to a rabbit?",
            OneOf(ChipRests),
        )
    )
    chip_moves: ChipMoves = attrs.field(
        metadata=point(
            "chip.moves",
            "Where does the trouble chip go when its card moves?",
            OneOf(ChipMoves),
        )
    )
    end_when: EndWhen = attrs.field(
        metadata=point(
            "end.when",
            "When does the game end?",
            OneOf(EndWhen),
        )
    )
    score_sum: ScoreSum = attrs.field(
        metadata=point(
            "score.sum",
            "What is added up?",
            OneOf(ScoreSum),
        )
    )
    score_track: ScoreTrack = attrs.field(
        metadata=point(
            "score.track",
            "Which star numbers of a track count?",
            OneOf(ScoreTrack),
        )
    )
    score_yellow: ScoreYellow = attrs.field(
        metadata=point(
            "score.yellow",
            "Who gets the stars of the yellow track?",
            OneOf(ScoreYellow),
        )
    )
    score_face_down: ScoreFaceDown = attrs.field(
        metadata=point(
            "score.face_down",
            "Do the stars of a face-down card count?",
            OneOf(ScoreFaceDown),
            inert=_never_face_down,
        )
    )
    score_chip: int = attrs.field(
        metadata=point(
            "score.chip",
            "How many points is a trouble chip on the own stage worth?",
            Whole(0, 5, "points"),
        )
    )
    win_by: WinBy = attrs.field(
        metadata=point(
            "win.by",
            "Who wins?",
            OneOf(WinBy),
        )
    )
    tie_break: TieBreak = attrs.field(
        metadata=point(
            "tie.break",
            "What breaks a tie?",
            OneOf(TieBreak),
        )
    )
    tie_left: TieLeft = attrs.field(
        metadata=point(
            "tie.left",
            "What is a tie that nothing breaks?",
            OneOf(TieLeft),
        )
    )
    length_cap: int = attrs.field(
        metadata=point(
            "length.cap",
            "After how many turns does a game end as a draw? The limit is a house "
            "rule.",
            Whole(1, 999, "turns"),
        )
    )

    def __attrs_post_init__(self) -> None:
        """Refuse values that are not allowed, alone or together."""
        refuse_contradictions(self)
