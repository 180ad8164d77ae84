"""The rule points of the flea circus: every question that its texts answer.

Each point stands once, with its question and the sense of each answer. Values
that neither complete rule text has come from other editions, house rules and
known misreadings.
"""

from collections.abc import Mapping
from typing import ClassVar

import attrs

from flohcati_rules.rulepoints import (
    Choice,
    Contradiction,
    Names,
    OneOf,
    Value,
    Whole,
    point,
    refuse_contradictions,
)

TRIO = 3
"""How many cards make a trio."""

HALVED = 10
"""From how many cards on a hand may be halved by a bust."""


class StartSeat(Choice):
    """Who takes the first turn."""

    YOUNGEST = "youngest", "The youngest player starts."
    AGREED = "agreed", "The players agree on who starts."


class TurnOrder(Choice):
    """Which way the turn passes."""

    CLOCKWISE = "clockwise", "The turn passes clockwise."


class Decline(Choice):
    """Whether a turn may end without a take."""

    NEVER = "never", "Whoever may take a card takes one."
    AFTER_REVEAL = "after-reveal", "Whoever has revealed a card may take none."
    ANY_TIME = "any-time", "A turn may end without a take, even without a reveal."


class RevealLimit(Choice):
    """How many cards may be revealed in a turn."""

    NONE = "none", "Any number of cards, one at a time."


class RevealStops(Choice):
    """What stops the revealing."""

    DUPLICATE_OR_ACTION = (
        "duplicate-or-action",
        "A duplicate or an action card stops the revealing.",
    )


class TakeCount(Choice):
    """How many cards are taken in a turn."""

    ONE = "one", "One displayed card is taken."
    ONE_OR_ALL = "one-or-all", "One displayed card, or all of them, are taken."


class TakeWithoutReveal(Choice):
    """Whether a take needs a reveal first."""

    YES = "yes", "A displayed card may be taken without revealing any."
    NO = "no", "A card must be revealed first, while the deck has any."


class BustOn(Choice):
    """What makes a revealed card a duplicate."""

    COLOUR = "colour", "A card is a duplicate when its colour is on display."
    NUMBER = "number", "A card is a duplicate when its number is on display."


class BustLoses(Choice):
    """Which cards a bust puts on the discard."""

    NEW_CARD = "new-card", "Only the duplicate goes to the discard."
    CARDS_OF_THIS_TURN = (
        "cards-of-this-turn",
        "The duplicate and every card displayed in this turn go to the discard.",
    )
    WHOLE_DISPLAY = (
        "whole-display",
        "The duplicate and the whole display go to the discard.",
    )


class BustForbids(Choice):
    """What a bust takes away."""

    TAKE_TRIO_GALA = "take-trio-gala", "After a bust: no take, no trio, no gala."


class BustHand(Choice):
    """What a bust costs of the hand."""

    KEPT = "kept", "The hand is kept."
    HALF_FROM_TEN = (
        "half-from-ten",
        "Who holds ten cards or more picks half of them, rounded down, to discard.",
    )


class TrioCards(Choice):
    """What makes a trio."""

    THREE_FROM_HAND = "three-from-hand", "Three cards of one number from the hand."


class TrioLarger(Choice):
    """Whether more than three cards of a number may be laid together."""

    NO = "no", "Three cards make a trio, no more."
    BY_THE_CARD = (
        "by-the-card",
        "Four or more may be laid together; each card of these is worth a trio.",
    )


class TrioTiming(Choice):
    """When in the own turn a trio may be laid."""

    ANY_TIME = "any-time", "At any moment of the own turn."
    BEFORE_TAKE = "before-take", "Before the take, the action or the decline."
    AFTER_TAKE = "after-take", "After the take, the action or the decline."


class TrioPerTurn(Choice):
    """How many trios may be laid in a turn."""

    ANY_NUMBER = "any-number", "Any number of trios."


class TrioReturns(Choice):
    """Whether a laid trio may go back to the hand."""

    NEVER = "never", "A laid trio stays on the table."


class TrioUnlaid(Choice):
    """What a trio is worth that is still in the hand."""

    NOTHING = "worth-nothing", "Three of a number in the hand give no trio points."


class ActionDuty(Choice):
    """What must be done with an action card."""

    COMPULSORY = (
        "compulsory-then-discarded",
        "A revealed action card must be followed, then it is discarded.",
    )


class ActionEndsTurn(Choice):
    """Whether the action takes the place of the take."""

    YES = "yes", "After the action only trios and the gala are left of the turn."
    NO = "no", "After the action the turn goes on: reveal or take."


class DemandRequest(Choice):
    """What a demand names, and who must give."""

    OPPONENT_PICKS = (
        "opponent-picks",
        "An opponent is named, who picks a card to give.",
    )
    COLOUR_OF_OPPONENT = (
        "colour-of-opponent",
        "A colour and an opponent are named; the opponent gives such a card.",
    )
    COLOUR_AND_DIRECTION = (
        "colour-and-direction",
        (
            "A colour and a direction are named; the first opponent that way round "
            "who holds the colour gives such a card."
        ),
    )


class DemandPick(Choice):
    """Who picks among several cards of the demanded colour."""

    GIVER = "giver", "The giver picks."
    RANDOM = "random", "Chance picks."


class Shown(Choice):
    """Who sees a card that goes from hand to hand."""

    TO_ALL = "to-all", "Everyone sees the card."
    TO_THE_TWO = "to-the-two", "Only the two players see the card."


class DemandUnmet(Choice):
    """What follows when a demand yields nothing."""

    TRIOS_MAY_FOLLOW = (
        "trios-may-follow",
        "The turn goes on as after any action: trios and the gala may follow.",
    )
    TURN_ENDS = "turn-ends", "The turn ends at once: no trio, no gala."


class EmptyHand(Choice):
    """What an opponent without cards gives."""

    GIVES_NOTHING = "gives-nothing", "An empty hand gives nothing."


class ChainStop(Choice):
    """When the revealing of a chain stops."""

    AT_DUPLICATE = "at-duplicate", "It stops only at a duplicate."
    AT_WILL = "at-will", "The player may stop it before any reveal."


class ChainDuplicate(Choice):
    """What becomes of the duplicate that ends a chain."""

    DISCARDED = "discarded", "It goes to the discard; the take is from the display."
    TAKEABLE = "takeable", "It may be taken; it is discarded only if it is not."


class ChainAction(Choice):
    """What an action card does that a chain turns up."""

    REPLACES = "replaces", "It replaces the chain and is followed."
    DISCARDED = "discarded", "It is discarded without effect; the chain goes on."


class ChainTake(Choice):
    """Whether a card must be taken after a chain."""

    COMPULSORY = "compulsory", "A card must be taken."
    OPTIONAL = "optional", "A card may be taken."


class ChainDeckOut(Choice):
    """What happens when a chain runs out of deck without a duplicate."""

    ENDS_AT_ONCE = "ends-at-once", "The game ends at once, without a take."
    TAKE_THEN_END = (
        "take-then-end",
        "A card may be taken and the turn is played out, then the game ends.",
    )


class LastTurn(Choice):
    """How much is left of the turn in which the last card is turned."""

    COMPLETED = "completed", "The turn is played out, then the game ends."
    CUT_SHORT = (
        "cut-short",
        "The game ends once the last card has been placed: no take, trio or gala.",
    )


class GalaAllowed(Choice):
    """Whether a gala may be called."""

    YES = "yes", "A gala may be called; it ends the game."
    NO = "no", "There is no gala; only the deck ends the game."


class GalaHand(Choice):
    """Which cards a gala needs."""

    EVERY_COLOUR = (
        "every-colour-in-hand",
        "A card of every colour of the deck in the hand; laid trios do not count.",
    )


class GalaCall(Choice):
    """When a gala is called, and whether it must be."""

    VOLUNTARY = (
        "voluntary-at-turn-end",
        "At the end of the own turn, by whoever wishes to.",
    )


class GalaBonusTo(Choice):
    """Who gets the gala's bonus."""

    CALLER = "caller", "Only the player who called the gala."


class ScoreHand(Choice):
    """Which hand cards count."""

    HIGHEST_PER_COLOUR = (
        "highest-per-colour",
        "The highest card of each colour counts.",
    )
    EVERY_CARD = "every-card", "Every card counts."
    CALLER_COUNTS_ALL = (
        "caller-counts-all",
        "Every card of the gala's caller counts, of all others the highest per colour.",
    )


class WinBy(Choice):
    """Who wins."""

    HIGHEST_TOTAL = "highest-total", "The highest total wins."


class TieWinner(Choice):
    """Who wins when the highest total is tied."""

    SHARED = "shared", "The tied players share the win."
    NONE = "none", "Nobody wins."


def _has_from(colours: tuple[str, ...]) -> bool:
    return "from" in colours


def _most_follows(least: int, others: Mapping[str, int]) -> Mapping[str, Value]:
    return {"players.most": max(least, others.get("players.most", least))}


def _least_follows(most: int, others: Mapping[str, int]) -> Mapping[str, Value]:
    return {"players.least": min(most, others.get("players.least", most))}


def _no_gala(allowed: GalaAllowed, others: Mapping[str, Value]) -> Mapping[str, Value]:
    if allowed is GalaAllowed.YES:
        return {}
    brings: dict[str, Value] = {"gala.bonus": 0}
    if others.get("score.hand") is ScoreHand.CALLER_COUNTS_ALL:
        brings["score.hand"] = ScoreHand.HIGHEST_PER_COLOUR
    return brings


def _gala_for_bonus(bonus: int, _: Mapping[str, Value]) -> Mapping[str, Value]:
    return {"gala.allowed": GalaAllowed.YES} if bonus else {}


def _gala_for_caller(score: ScoreHand, _: Mapping[str, Value]) -> Mapping[str, Value]:
    if score is ScoreHand.CALLER_COUNTS_ALL:
        return {"gala.allowed": GalaAllowed.YES}
    return {}


def _no_take_then_end(turn: LastTurn, _: Mapping[str, Value]) -> Mapping[str, Value]:
    if turn is LastTurn.CUT_SHORT:
        return {"chain.deck_out": ChainDeckOut.ENDS_AT_ONCE}
    return {}


def _no_cut_short(out: ChainDeckOut, _: Mapping[str, Value]) -> Mapping[str, Value]:
    if out is ChainDeckOut.TAKE_THEN_END:
        return {"deck_out.last_turn": LastTurn.COMPLETED}
    return {}


def _without_trios(rules: "FleaCircusRules") -> str | None:
    if len(rules.deck_colours) < TRIO:
        return "with fewer than three colours no number makes a trio"
    return None


def _without_four(rules: "FleaCircusRules") -> str | None:
    if len(rules.deck_colours) <= TRIO:
        return "with fewer than four colours no number has four cards"
    return None


def _small_deck(rules: "FleaCircusRules") -> str | None:
    if len(rules.deck_colours) * (rules.deck_highest + 1) < HALVED + 2:
        return "the deck is too small for a hand of ten and a bust"
    return None


def _without_actions(rules: "FleaCircusRules") -> str | None:
    if rules.deck_demands + rules.deck_draws + rules.deck_chains == 0:
        return "the deck has no action card"
    return None


def _without_chains(rules: "FleaCircusRules") -> str | None:
    return None if rules.deck_chains else "the deck has no chain card"


def _chains_alone(rules: "FleaCircusRules") -> str | None:
    if rules.deck_demands + rules.deck_draws == 0:
        return "only a chain can turn up in a chain, and goes on as one"
    return _without_chains(rules)


def _small_numbers(rules: "FleaCircusRules") -> str | None:
    if rules.deck_highest == 1:
        return "with no number above 1 all cards of a colour add up to its highest"
    return None


def _without_demands(rules: "FleaCircusRules") -> str | None:
    return None if rules.deck_demands else "the deck has no demand card"


def _nobody_else(rules: "FleaCircusRules") -> str | None:
    if rules.players_most == 2:  # noqa: PLR2004 - the two are the whole table
        return "two players are the whole table"
    return None


def _demand_unseen(rules: "FleaCircusRules") -> str | None:
    return _without_demands(rules) or _nobody_else(rules)


def _draw_unseen(rules: "FleaCircusRules") -> str | None:
    return (None if rules.deck_draws else "the deck has no draw card") or _nobody_else(
        rules
    )


def _no_colour_demanded(rules: "FleaCircusRules") -> str | None:
    if rules.demand_request is DemandRequest.OPPONENT_PICKS:
        return "the opponent picks among all cards, whatever the colour"
    return _without_demands(rules)


def _nothing_to_lose(rules: "FleaCircusRules") -> str | None:
    trios = rules.trio_timing is not TrioTiming.BEFORE_TAKE and not _without_trios(
        rules
    )
    more = rules.action_ends_turn is ActionEndsTurn.NO
    if not (trios or more or rules.gala_allowed is GalaAllowed.YES):
        return "nothing may follow an action in any case"
    return _without_demands(rules)


def _cut_short_anyway(rules: "FleaCircusRules") -> str | None:
    if rules.deck_out_last_turn is LastTurn.CUT_SHORT:
        return "the game ends with the last card in any case"
    return _without_chains(rules)


def _without_gala(rules: "FleaCircusRules") -> str | None:
    return None if rules.gala_allowed is GalaAllowed.YES else "there is no gala"


def _least_above_most(least: int, most: int) -> bool:
    return least > most


def _bonus_without_gala(allowed: GalaAllowed, bonus: int) -> bool:
    return allowed is GalaAllowed.NO and bonus > 0


def _caller_without_gala(allowed: GalaAllowed, score: ScoreHand) -> bool:
    return allowed is GalaAllowed.NO and score is ScoreHand.CALLER_COUNTS_ALL


def _take_after_the_end(turn: LastTurn, out: ChainDeckOut) -> bool:
    return turn is LastTurn.CUT_SHORT and out is ChainDeckOut.TAKE_THEN_END


@attrs.frozen(kw_only=True)
class FleaCircusRules:
    """A full set of answers to the rule points of the flea circus."""

    CONTRADICTIONS: ClassVar[tuple[Contradiction, ...]] = (
        Contradiction(
            ("deck.colours",),
            _has_from,
            "'from' is a word of the notation, so that no colour may be called so",
        ),
        Contradiction(
            ("players.least", "players.most"),
            _least_above_most,
            "the least number of players is above the most",
        ),
        Contradiction(
            ("gala.allowed", "gala.bonus"),
            _bonus_without_gala,
            "a bonus needs a gala that may be called",
        ),
        Contradiction(
            ("gala.allowed", "score.hand"),
            _caller_without_gala,
            "without a gala there is no caller whose cards could all count",
        ),
        Contradiction(
            ("deck_out.last_turn", "chain.deck_out"),
            _take_after_the_end,
            "a turn that is cut short at the last card leaves no take after it",
        ),
    )

    players_least: int = attrs.field(
        metadata=point(
            "players.least",
            "How many players does the game need at least?",
            Whole(2, 6, "players"),
            companions=_most_follows,
        )
    )
    players_most: int = attrs.field(
        metadata=point(
            "players.most",
            "How many players does the game take at most?",
            Whole(2, 6, "players"),
            companions=_least_follows,
        )
    )
    deck_colours: tuple[str, ...] = attrs.field(
        metadata=point(
            "deck.colours",
            "Which colours do the circus cards have?",
            Names(2, 10, "colours"),
        )
    )
    deck_highest: int = attrs.field(
        metadata=point(
            "deck.highest",
            "What is the highest number of a colour, counted from 0?",
            Whole(1, 10),
        )
    )
    deck_demands: int = attrs.field(
        metadata=point(
            "deck.demands",
            "How many demand cards are in the deck?",
            Whole(0, 9, "cards"),
        )
    )
    deck_draws: int = attrs.field(
        metadata=point(
            "deck.draws", "How many draw cards are in the deck?", Whole(0, 9, "cards")
        )
    )
    deck_chains: int = attrs.field(
        metadata=point(
            "deck.chains", "How many chain cards are in the deck?", Whole(0, 9, "cards")
        )
    )
    start_seat: StartSeat = attrs.field(
        metadata=point(
            "start.seat", "Who takes the first turn?", OneOf(StartSeat), table_only=True
        )
    )
    turn_order: TurnOrder = attrs.field(
        metadata=point("turn.order", "Which way does the turn pass?", OneOf(TurnOrder))
    )
    turn_decline: Decline = attrs.field(
        metadata=point("turn.decline", "May a turn end without a take?", OneOf(Decline))
    )
    reveal_limit: RevealLimit = attrs.field(
        metadata=point(
            "reveal.limit",
            "How many cards may be revealed in a turn?",
            OneOf(RevealLimit),
        )
    )
    reveal_stops: RevealStops = attrs.field(
        metadata=point("reveal.stops", "What stops the revealing?", OneOf(RevealStops))
    )
    take_count: TakeCount = attrs.field(
        metadata=point(
            "take.count", "How many displayed cards are taken?", OneOf(TakeCount)
        )
    )
    take_without_reveal: TakeWithoutReveal = attrs.field(
        metadata=point(
            "take.without_reveal",
            "May a card be taken without revealing any?",
            OneOf(TakeWithoutReveal),
        )
    )
    bust_on: BustOn = attrs.field(
        metadata=point(
            "bust.on", "What makes a revealed card a duplicate?", OneOf(BustOn)
        )
    )
    bust_loses: BustLoses = attrs.field(
        metadata=point(
            "bust.loses",
            "Which cards does a bust put on the discard?",
            OneOf(BustLoses),
        )
    )
    bust_forbids: BustForbids = attrs.field(
        metadata=point(
            "bust.forbids",
            "What may a player not do after a bust?",
            OneOf(BustForbids),
        )
    )
    bust_hand: BustHand = attrs.field(
        metadata=point(
            "bust.hand",
            "What does a bust cost of the hand?",
            OneOf(BustHand),
            inert=_small_deck,
            unsaid=BustHand.KEPT,
        )
    )
    trio_cards: TrioCards = attrs.field(
        metadata=point("trio.cards", "What makes a trio?", OneOf(TrioCards))
    )
    trio_larger: TrioLarger = attrs.field(
        metadata=point(
            "trio.larger",
            "May more than three cards of a number be laid together?",
            OneOf(TrioLarger),
            inert=_without_four,
            unsaid=TrioLarger.NO,
        )
    )
    trio_timing: TrioTiming = attrs.field(
        metadata=point(
            "trio.timing",
            "When in the own turn may a trio be laid?",
            OneOf(TrioTiming),
            inert=_without_trios,
        )
    )
    trio_per_turn: TrioPerTurn = attrs.field(
        metadata=point(
            "trio.per_turn", "How many trios may be laid in a turn?", OneOf(TrioPerTurn)
        )
    )
    trio_points: int = attrs.field(
        metadata=point(
            "trio.points",
            "How many points is a laid trio worth?",
            Whole(0, 100, "points"),
            inert=_without_trios,
        )
    )
    trio_returns: TrioReturns = attrs.field(
        metadata=point(
            "trio.returns", "May a laid trio go back to the hand?", OneOf(TrioReturns)
        )
    )
    trio_unlaid: TrioUnlaid = attrs.field(
        metadata=point(
            "trio.unlaid",
            "What is a trio worth that is still in the hand?",
            OneOf(TrioUnlaid),
        )
    )
    action_duty: ActionDuty = attrs.field(
        metadata=point(
            "action.duty", "Must an action card be followed?", OneOf(ActionDuty)
        )
    )
    action_ends_turn: ActionEndsTurn = attrs.field(
        metadata=point(
            "action.ends_turn",
            "Does an action take the place of the take?",
            OneOf(ActionEndsTurn),
            inert=_without_actions,
        )
    )
    demand_request: DemandRequest = attrs.field(
        metadata=point(
            "demand.request",
            "What does a demand name, and who must give?",
            OneOf(DemandRequest),
            inert=_without_demands,
        )
    )
    demand_pick: DemandPick = attrs.field(
        metadata=point(
            "demand.pick",
            "Who picks among several cards of the demanded colour?",
            OneOf(DemandPick),
            inert=_no_colour_demanded,
        )
    )
    demand_shown: Shown = attrs.field(
        metadata=point(
            "demand.shown",
            "Who sees the card that a demand hands over?",
            OneOf(Shown),
            inert=_demand_unseen,
        )
    )
    demand_unmet: DemandUnmet = attrs.field(
        metadata=point(
            "demand.unmet",
            "What follows when a demand yields nothing?",
            OneOf(DemandUnmet),
            inert=_nothing_to_lose,
        )
    )
    draw_shown: Shown = attrs.field(
        metadata=point(
            "draw.shown",
            "Who sees the card that a draw takes?",
            OneOf(Shown),
            inert=_draw_unseen,
        )
    )
    empty_hand: EmptyHand = attrs.field(
        metadata=point(
            "empty_hand", "What does an opponent without cards give?", OneOf(EmptyHand)
        )
    )
    chain_stop: ChainStop = attrs.field(
        metadata=point(
            "chain.stop",
            "When does the revealing of a chain stop?",
            OneOf(ChainStop),
            inert=_without_chains,
        )
    )
    chain_duplicate: ChainDuplicate = attrs.field(
        metadata=point(
            "chain.duplicate",
            "What becomes of the duplicate that ends a chain?",
            OneOf(ChainDuplicate),
            inert=_without_chains,
        )
    )
    chain_action: ChainAction = attrs.field(
        metadata=point(
            "chain.action",
            "What does an action card do that a chain turns up?",
            OneOf(ChainAction),
            inert=_chains_alone,
        )
    )
    chain_take: ChainTake = attrs.field(
        metadata=point(
            "chain.take",
            "Must a card be taken after a chain?",
            OneOf(ChainTake),
            inert=_without_chains,
        )
    )
    chain_deck_out: ChainDeckOut = attrs.field(
        metadata=point(
            "chain.deck_out",
            "What happens when a chain runs out of deck without a duplicate?",
            OneOf(ChainDeckOut),
            companions=_no_cut_short,
            inert=_cut_short_anyway,
        )
    )
    deck_out_last_turn: LastTurn = attrs.field(
        metadata=point(
            "deck_out.last_turn",
            "How much is left of the turn in which the last card is turned?",
            OneOf(LastTurn),
            companions=_no_take_then_end,
        )
    )
    gala_allowed: GalaAllowed = attrs.field(
        metadata=point(
            "gala.allowed",
            "May a gala be called?",
            OneOf(GalaAllowed),
            companions=_no_gala,
        )
    )
    gala_hand: GalaHand = attrs.field(
        metadata=point("gala.hand", "Which cards does a gala need?", OneOf(GalaHand))
    )
    gala_call: GalaCall = attrs.field(
        metadata=point("gala.call", "When may a gala be called?", OneOf(GalaCall))
    )
    gala_bonus: int = attrs.field(
        metadata=point(
            "gala.bonus",
            "How many points does a gala give?",
            Whole(0, 100, "points"),
            companions=_gala_for_bonus,
            inert=_without_gala,
        )
    )
    gala_bonus_to: GalaBonusTo = attrs.field(
        metadata=point(
            "gala.bonus_to", "Who gets the bonus of a gala?", OneOf(GalaBonusTo)
        )
    )
    score_hand: ScoreHand = attrs.field(
        metadata=point(
            "score.hand",
            "Which hand cards count?",
            OneOf(ScoreHand),
            companions=_gala_for_caller,
            inert=_small_numbers,
        )
    )
    win_by: WinBy = attrs.field(metadata=point("win.by", "Who wins?", OneOf(WinBy)))
    tie_winner: TieWinner = attrs.field(
        metadata=point(
            "tie.winner", "Who wins when the highest total is tied?", OneOf(TieWinner)
        )
    )

    def __attrs_post_init__(self) -> None:
        """Refuse values that are not allowed, alone or together."""
        refuse_contradictions(self)
