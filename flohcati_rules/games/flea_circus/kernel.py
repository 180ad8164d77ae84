"""The kernel: the flea circus in plain integers, for games by the million.

The step engine says what the rules mean; this plays the same games, move by move and
from the same random numbers, some five hundred times as fast. All of it works on two
flat rows of integers: ``rule``, what a ``Reading`` says, and ``pos``, a position. Both
are read at run time, so that one compilation serves every variant and every table.

Compiled by numba where that is installed, the functions take rows by their address.
Without numba the very same functions run as they stand, on lists; so they are tested
without it, too. All that is compiled stands in this one file, since numba does not
notice when another one has changed.

In the order of the file: where compiled code is kept; the compiler and its absence; the
layout of the two rows; random numbers; cards; the steps, named as in ``transitions``;
the players; whole games; batches of positions. What Python asks of it is in ``bulk``
and ``batch``.

Words: a pile of circus cards is two words, sixty bits each at most, the bit of a card
being its code: the numbers up to 5 in the first, the others in the second. All words
are below 2**60, so that signed integers hold them. (Where numba mixes signed and
unsigned ones it goes over to floating point; the random numbers, which do need 64
bits, are cast wherever they leave their own few functions.)
"""

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, MutableSequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from flohcati_rules.games.flea_circus.cards import CIRCUS_CODES, NUMBERS, ROW
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import (
    HALVED,
    TRIO,
    BustLoses,
    DemandRequest,
    TieWinner,
)
from flohcati_rules.games.flea_circus.state import Phase
from flohcati_rules.streams import DEAL, GOLDEN, MASK, PLAY

if TYPE_CHECKING:
    COMPILED: bool = False
    """Whether the functions of this module are compiled."""
    numba: Any
    binding: Any
else:
    try:
        import numba
        from llvmlite import binding, ir
        from numba.core import cgutils, types
        from numba.extending import intrinsic

        COMPILED = not numba.config.DISABLE_JIT
    except ImportError:
        COMPILED = False

Row = MutableSequence[int]
"""A row of integers; inside compiled code, its address."""

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

# ---------------------------------------------------------------- what is kept
#
# Compiling takes seconds, so that what comes out is kept between processes, in a folder
# of the user's. Its name is a digest of all that the code is made from.

CACHE_VARIABLE = "FLOHCATI_NUMBA_CACHE"
"""Where compiled code is kept: a folder, 0 for nowhere, or 1 for the usual place."""


def _cache_folder() -> Path | None:
    """Return a folder for compiled code, or None where none can be had."""
    wanted = os.environ.get(CACHE_VARIABLE) or "1"
    if wanted == "0":
        return None
    try:
        source = Path(__file__).read_bytes()
        usual = wanted == "1"
        folder = _user_cache() / "flohcati-rules" if usual else Path(wanted)
        folder = folder / _digest(source)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):
        # No place to write, no home, or no file of this name, as in an archive.
        return None


def _user_cache() -> Path:
    """Return the folder in which this system has users' programs keep such things."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")


def _digest(source: bytes) -> str:
    """Return a digest of this file, of numba, and of what is frozen into the code."""
    frozen = (
        numba.__version__,
        (CIRCUS_CODES, NUMBERS, ROW, HALVED, TRIO, DEAL, GOLDEN, MASK, PLAY),
        [*map(int, Phase)],
    )
    return hashlib.sha256(source + repr(frozen).encode()).hexdigest()[:16]


def _keep(made: Any, folder: Path) -> None:
    """Have a compiled function kept in a folder, as far as that goes well."""
    usual = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = str(folder)
        made.enable_caching()
    except (OSError, RuntimeError):
        return
    finally:
        numba.config.CACHE_DIR = usual
    # A full disk or a damaged file is no reason not to play.
    kept = made._cache  # noqa: SLF001 - numba has no other way
    load, save = kept.load_overload, kept.save_overload

    def load_if_sound(*signature: Any) -> Any:
        try:
            return load(*signature)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is made anew
            with contextlib.suppress(OSError):
                kept.flush()
            return None

    def save_if_possible(*compiled: Any) -> None:
        with contextlib.suppress(OSError):
            save(*compiled)

    kept.load_overload, kept.save_overload = load_if_sound, save_if_possible


# ---------------------------------------------------------------- the compiler
#
# Three decorators: an ``entry`` is called from Python, a ``step`` is called by compiled
# code and stays a function of its own, and what is ``inlined`` becomes part of whatever
# calls it. What is rare is a step: every copy of it would have to be compiled again. So
# would a step for each constant that it is handed, were those not cast, as in
# ``int64(NONE)``.

if COMPILED and not TYPE_CHECKING:
    _OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
    _INNER = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    # ``forceinline`` is passed on to whatever is compiled meanwhile, unless it is set.
    step = numba.njit(**_INNER, forceinline=False)
    inlined = numba.njit(**_INNER, forceinline=True)

    def entry(function):
        """Return a function that is called from Python, kept once it is compiled."""
        made = numba.njit(**_OPTIONS, no_cfunc_wrapper=True, forceinline=False)(
            function
        )
        folder = _cache_folder()
        if folder is not None:
            _keep(made, folder)
        return made

    int64, uint64 = numba.int64, numba.uint64
    _WORD = ir.IntType(64)

    def _on_words(build, takes):
        """Return a function of words that becomes what ``build`` builds in place."""

        def codegen(_context, builder, _signature, words):
            return build(builder, *words)

        if takes == 1:

            @intrinsic
            def operation(_typing, _word):
                return types.int64(types.int64), codegen
        else:

            @intrinsic
            def operation(_typing, _word, _mask):
                return types.int64(types.int64, types.int64), codegen

        return operation

    def _deposit(builder, word, mask):
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(
            cgutils.get_or_insert_function(builder.module, kind, name), [word, mask]
        )

    def _trailing(builder, word):
        return builder.cttz(word, ir.Constant(ir.IntType(1), 1))

    ones_in = _on_words(lambda builder, word: builder.ctpop(word), 1)
    lowest_of = _on_words(_trailing, 1)
    _deposited = _on_words(_deposit, 2)

    @intrinsic
    def address(_typing, row):
        """Return where a row is, so that it is read without any ceremony."""

        def codegen(context, builder, signature, rows):
            made = context.make_array(signature.args[0])
            return made(context, builder, rows[0]).data

        return types.CPointer(types.int64)(row), codegen

    @intrinsic
    def rarely(_typing):
        """Keep the function that begins with this out of those that call it."""

        def codegen(context, builder, _signature, _nothing):
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), codegen

else:

    def entry(function: FunctionT) -> FunctionT:
        """Return a function that is called from Python, as it is."""
        return function

    step = inlined = entry
    int64 = uint64 = int

    def ones_in(word: int) -> int:
        """Return how many bits of a word are set."""
        return word.bit_count()

    def lowest_of(word: int) -> int:
        """Return the place of the lowest set bit of a word that has one."""
        return (word & -word).bit_length() - 1

    def address(row: Row) -> Row:
        """Return a row as it is."""
        return row

    def rarely() -> None:
        """Do nothing."""


if COMPILED and not TYPE_CHECKING and binding.get_host_cpu_features().get("bmi2"):

    @inlined
    def nth_of(word, place):
        """Return the place of the set bit that has ``place`` below it."""
        return lowest_of(_deposited(1 << place, word))

else:

    @inlined
    def nth_of(word: int, place: int) -> int:
        """Return the place of the set bit of a word that has ``place`` below it."""
        for _ in range(place):
            word &= word - 1
        return lowest_of(word)


# ---------------------------------------------------------------- the rules in a row

NONE = -1

(
    CARDS,  # how many cards the deck has
    COLOURS,
    GALA_COLOURS,  # the colours that a gala takes, a bit for each; NONE without one
    TRIOS_BEFORE,
    TRIOS_AFTER,
    REVEAL_FIRST,
    MAY_TAKE_ALL,
    LARGER_TRIOS,
    MAY_DECLINE,
    MAY_PASS,
    BUST_LOSES,  # how much, as below
    HALF_LOST,
    PLAIN_BUST,  # whether a bust costs nothing but the card
    ACTION_ENDS_TURN,
    REQUEST,  # what a demand names, as below
    UNMET_ENDS_TURN,
    RANDOM_PICK,
    STOP_AT_WILL,
    TAKEABLE,
    REPLACES,
    TAKE_OPTIONAL,
    CHAIN_OUT_ENDS,
    CUT_SHORT,
    EVERY_CARD,
    CALLER_COUNTS_ALL,
    TRIO_POINTS,
    GALA_BONUS,
    TIE_SHARED,
) = range(28)
RIVALS = 28
"""From here on, for each card, the words of what would make it a duplicate."""
WHOLE_DECK = RIVALS + 2 * CIRCUS_CODES
"""From here on, the codes of the deck before it is shuffled."""

LOSES_NOTHING, LOSES_TURN, LOSES_ALL = range(3)
_LOSSES = (
    BustLoses.NEW_CARD,
    BustLoses.CARDS_OF_THIS_TURN,
    BustLoses.WHOLE_DISPLAY,
)
NAMES_OPPONENT, NAMES_COLOUR_TOO, NAMES_WAY = range(3)
_REQUESTS = (
    DemandRequest.OPPONENT_PICKS,
    DemandRequest.COLOUR_OF_OPPONENT,
    DemandRequest.COLOUR_AND_DIRECTION,
)

SPLIT = 6
"""The lowest number that is in the second word of a pile."""
WORD = SPLIT * ROW
"""The code of the first card that is in the second word of a pile."""
LOW = (1 << WORD) - 1
ROW_BITS = (1 << ROW) - 1


def rule_row(reading: Reading) -> list[int]:
    """Return what a reading says, as a row of integers."""
    rules = reading.rules
    # In the order of the names above.
    answers = (
        len(reading.whole_deck),
        reading.colours,
        reading.every_colour if reading.gala else NONE,
        reading.trios_before,
        reading.trios_after,
        reading.reveal_first,
        reading.take_all,
        reading.larger_trios,
        reading.may_decline,
        reading.may_pass,
        _LOSSES.index(rules.bust_loses),
        reading.half_lost,
        rules.bust_loses is BustLoses.NEW_CARD and not reading.half_lost,
        reading.action_ends_turn,
        _REQUESTS.index(rules.demand_request),
        reading.unmet_ends_turn,
        reading.random_pick,
        reading.stop_at_will,
        reading.takeable,
        reading.replaces,
        reading.take_optional,
        reading.chain_out_ends,
        reading.cut_short,
        reading.every_card,
        reading.caller_counts_all,
        rules.trio_points,
        rules.gala_bonus,
        rules.tie_winner is TieWinner.SHARED,
    )
    rivals = (
        word
        for rivals in reading.rivals[:CIRCUS_CODES]
        for word in (rivals & LOW, rivals >> WORD)
    )
    return [*map(int, answers), *rivals, *reading.whole_deck]


# ---------------------------------------------------------------- a position in a row

MOST_SEATS = 6
MOST_TRIOS = NUMBERS * (ROW // TRIO)
MOST_CARDS = CIRCUS_CODES + 3 * 9

# Piles, two words each. Actions are counted, four bits for each of the three kinds.
DISPLAY = 0
TURNED = 2
TURNED_ACTIONS = 4
DISCARDED = 5
DISCARDED_ACTIONS = 7
(
    # What is asked of whom, as in ``state.Turn``.
    PHASE,
    SEAT,
    ACTION,  # the kind of action card in force: demand, draw or chain
    DUPLICATE,
    GIVER,
    COLOUR,
    PASSES,
    ACTED,
    ENDED_BY,  # the place in ``ENDED``, NONE while the game goes on
    OWED,
    # The table.
    SEATS,
    NEXT,  # where in the deck the next card is
    TRIOS,  # how many are laid
    # What is counted; ``play_games`` counts the decisions.
    TURNS,
    DECISIONS,
    BUSTS,
    LEAD_CHANGES,
    LEADER,  # the bit of the seat that was the last to lead alone, or 0
    BEST,  # the best total
    TOPS,  # the bits of the seats that have it
    GALA_POINTS,
    # What is known of the deck by counting, as far as anybody has asked.
    STRUCK,  # how many cards have been struck off
    UNTURNED,  # a pile
    _,
) = range(8, 32)
HANDS = 32
"""From here on, the hand of each seat."""
READY = HANDS + 2 * MOST_SEATS
"""From here on, for each seat, the numbers of which it holds a trio, a bit for each."""
LAID = READY + MOST_SEATS
"""From here on, the points of each seat from trios."""
TOTAL = LAID + MOST_SEATS
"""From here on, what each seat would score if the game ended here."""
PILES = TOTAL + MOST_SEATS
"""From here on, the trios: seat, number and colours of each, in one integer."""
DECK = PILES + MOST_TRIOS
"""From here on, the codes of the cards of the deck; those before ``NEXT`` are gone."""
WIDTH = DECK + MOST_CARDS
"""How many integers a position takes."""

(
    MAIN,
    AFTER,
    SKIPPED,
    ASK_DEMAND,
    ASK_DRAW,
    ASK_GIVE,
    ASK_OUTCOME,
    ASK_CHAIN,
    ASK_TAKE,
    ASK_DISCARD,
    OVER,
) = map(int, Phase)

DEMAND_CARD, DRAW_CARD, CHAIN_CARD = range(3)

ENDED = ("gala", "deck", "chain", "passes")
"""The ways to end, in the order of the game's ``ENDINGS``."""
BY_GALA, BY_DECK, BY_CHAIN, BY_PASSES = range(4)

# A move is a kind and, where it needs to say, what: the code of a card, a seat, a seat
# or a way round and a colour, or the number of a trio and its colours.
(
    REVEAL,
    STOP,
    DECLINE,
    END,
    TAKE_ALL,
    TAKE,
    GIVE,
    DISCARD,
    DRAW_FROM,
    DEMAND_FROM,
    DEMAND_COLOUR,
    DEMAND_WAY,
    OUTCOME,  # from here on, moves that are no decisions of a seat
    LAY,
    GALA,
) = range(15)

# ---------------------------------------------------------------- random numbers
#
# As in ``streams``. The mask costs nothing in 64 bits and keeps plain integers there.


@inlined
def mix(number: int) -> int:
    """Return the splitmix64 finaliser of a number."""
    number = (number ^ (number >> uint64(30))) * uint64(0xBF58_476D_1CE4_E5B9) & MASK
    number = (number ^ (number >> uint64(27))) * uint64(0x94D0_49BB_1331_11EB) & MASK
    return number ^ (number >> uint64(31))


@inlined
def stream_of(seed: int, game: int, purpose: int) -> int:
    """Return the stream of a seed, a game and a purpose."""
    stream = mix((seed + uint64(GOLDEN)) & MASK)
    stream = mix((stream + game * uint64(GOLDEN)) & MASK)
    return mix((stream ^ purpose * uint64(GOLDEN)) & MASK)


@inlined
def below(stream: int, bound: int) -> tuple[int, int]:
    """Return a stream after its next number below a bound, and that number."""
    stream = (stream + uint64(GOLDEN)) & MASK
    return stream, int64(mix(stream) >> uint64(32)) * bound >> 32


@inlined
def one_of(stream: int, count: int) -> tuple[int, int]:
    """Return a stream and a choice among some; a choice of one costs no number."""
    if count > 1:
        return below(stream, count)
    return stream, 0


# ---------------------------------------------------------------- cards and points


@inlined
def second(code: int) -> int:
    """Return 1 for a card in the second word of a pile, else 0."""
    return int(code >= WORD)


@inlined
def number_of(code: int) -> int:
    """Return the number of a card: its code by ``ROW``, without a division."""
    return code * 6554 >> 16


@inlined
def cards_in(pos: Row, pile: int) -> int:
    """Return how many cards a pile has."""
    return ones_in(pos[pile]) + ones_in(pos[pile + 1])


@inlined
def nth_card(low: int, high: int, place: int) -> int:
    """Return the code of the card of a pile that has ``place`` before it."""
    before = ones_in(low)
    if place < before:
        return nth_of(low, place)
    return WORD + nth_of(high, place - before)


@inlined
def turn_over(pos: Row, pile: int, code: int) -> None:
    """Put a card onto a pile that lacks it, or take it from one that has it."""
    half = second(code)
    pos[pile + half] ^= 1 << (code - WORD * half)


@inlined
def is_duplicate(rule: Row, low: int, high: int, code: int) -> bool:
    """Tell whether a card is a duplicate on a display."""
    return (low & rule[RIVALS + 2 * code] | high & rule[RIVALS + 2 * code + 1]) != 0


@inlined
def held(pos: Row, seat: int, number: int) -> int:
    """Return the colours in which a seat holds a number, a bit for each."""
    half = int(number >= SPLIT)
    return pos[HANDS + 2 * seat + half] >> ROW * (number - SPLIT * half) & ROW_BITS


@inlined
def gain(pos: Row, seat: int, code: int) -> None:
    """Put a card into a hand."""
    half = second(code)
    number = number_of(code)
    pile = HANDS + 2 * seat + half
    cards = pos[pile] | 1 << (code - WORD * half)
    pos[pile] = cards
    same = cards >> ROW * (number - SPLIT * half) & ROW_BITS
    if ones_in(same) >= TRIO:
        pos[READY + seat] |= 1 << number


@inlined
def lose(pos: Row, seat: int, code: int) -> None:
    """Take a card out of a hand."""
    turn_over(pos, HANDS + 2 * seat, code)
    number = number_of(code)
    if ones_in(held(pos, seat, number)) < TRIO:
        pos[READY + seat] &= ~(1 << number)


@inlined
def hand_points(low: int, high: int) -> tuple[int, int]:
    """Return the points of the highest card of each colour, and the colours.

    A number is worth a point for each step from 0 up to it. So every row is filled
    with the colours that the rows above it have; then all bits above row 0 count.
    """
    high |= high >> ROW
    high |= high >> 2 * ROW
    high |= high >> 4 * ROW
    low |= (high & ROW_BITS) << WORD - ROW
    low |= low >> ROW
    low |= low >> 2 * ROW
    low |= low >> 4 * ROW
    return ones_in(high) + ones_in(low >> ROW), low & ROW_BITS


@step
def card_points(low: int, high: int) -> int:
    """Return the points of every card of a pile."""
    rarely()
    points = 0
    for number in range(SPLIT):
        points += number * ones_in(low >> ROW * number & ROW_BITS)
        points += (SPLIT + number) * ones_in(high >> ROW * number & ROW_BITS)
    return points


@inlined
def sum_up(rule: Row, pos: Row, seat: int) -> int:
    """Bring up to date what a hand that has changed scores; return its colours."""
    low = pos[HANDS + 2 * seat]
    high = pos[HANDS + 2 * seat + 1]
    points, colours = hand_points(low, high)
    if rule[EVERY_CARD]:
        points = card_points(low, high)
    rank(pos, seat, pos[LAID + seat] + points)
    return colours


@inlined
def rank(pos: Row, seat: int, total: int) -> None:
    """Note the total of a seat, and who has the best one.

    Without a branch, as nobody can foresee who leads.
    """
    bit = 1 << seat
    best = pos[BEST]
    above = -int(total > best)
    level = -int(total == best)
    tops = pos[TOPS] & ~bit & ~above | bit & (above | level)
    pos[TOTAL + seat] = total
    pos[BEST] = total & above | best & ~above
    pos[TOPS] = tops
    if tops == 0:
        rank_anew(pos)


@step
def rank_anew(pos: Row) -> None:
    """Find who has the best total, when the seat that had it has fallen back."""
    rarely()
    best = NONE
    tops = 0
    for seat in range(pos[SEATS]):
        total = pos[TOTAL + seat]
        if total > best:
            best = total
            tops = 1 << seat
        elif total == best:
            tops |= 1 << seat
    pos[BEST] = best
    pos[TOPS] = tops


@inlined
def watch_lead(pos: Row) -> None:
    """At the end of a turn, note who leads alone."""
    tops = pos[TOPS]
    leader = pos[LEADER]
    alone = -int(tops & (tops - 1) == 0)
    pos[LEAD_CHANGES] += int(leader != 0) & int(tops != leader) & alone
    pos[LEADER] = tops & alone | leader & ~alone


@inlined
def may_call(rule: Row, pos: Row, seat: int) -> bool:
    """Tell whether a hand allows a gala: it has every colour of the deck."""
    cards = pos[HANDS + 2 * seat] | pos[HANDS + 2 * seat + 1]
    cards |= cards >> 3 * ROW
    cards |= cards >> ROW | cards >> 2 * ROW
    return (cards & ROW_BITS) == rule[GALA_COLOURS]


# ---------------------------------------------------------------- the end of a turn


@inlined
def deck_is_out(rule: Row, pos: Row) -> bool:
    """Tell whether there is no card left to turn up."""
    return pos[NEXT] == rule[CARDS]


@inlined
def end_action(pos: Row) -> None:
    """Have no action card in force."""
    pos[ACTION] = NONE
    pos[DUPLICATE] = NONE
    pos[GIVER] = NONE
    pos[COLOUR] = NONE


@step
def end_game(pos: Row, ended_by: int) -> None:
    """End the game."""
    rarely()
    end_action(pos)
    pos[PHASE] = OVER
    pos[ENDED_BY] = ended_by
    pos[PASSES] = 0
    pos[ACTED] = 0
    pos[OWED] = 0
    watch_lead(pos)


@inlined
def is_fresh(pos: Row) -> bool:
    """Tell whether no card has been turned up in this turn."""
    return (pos[TURNED] | pos[TURNED + 1] | pos[TURNED_ACTIONS]) == 0


@step
def pass_on(rule: Row, pos: Row) -> None:
    """End the turn: the next seat's turn begins, or the game is over."""
    rarely()
    passes = 0
    if pos[ACTED] == 0 and is_fresh(pos):
        passes = pos[PASSES] + 1
    if deck_is_out(rule, pos):
        end_game(pos, int64(BY_DECK))
        return
    if passes == pos[SEATS]:
        end_game(pos, int64(BY_PASSES))
        return
    watch_lead(pos)
    next_turn(pos, pos[SEAT], passes)


@inlined
def next_turn(pos: Row, seat: int, passes: int) -> int:
    """Begin the turn of the seat after another."""
    seat = seat + 1 if seat + 1 < pos[SEATS] else 0
    pos[SEAT] = seat
    pos[PHASE] = MAIN
    pos[PASSES] = passes
    pos[ACTED] = 0
    pos[TURNED] = 0
    pos[TURNED + 1] = 0
    pos[TURNED_ACTIONS] = 0
    pos[TURNS] += 1
    return seat


@inlined
def may_lay(rule: Row, pos: Row, seat: int) -> bool:
    """Tell whether a trio may be laid once the take is behind."""
    return pos[READY + seat] != 0 and (rule[TRIOS_AFTER] != 0 or pos[PHASE] == SKIPPED)


@step
def wind_up(rule: Row, pos: Row) -> None:
    """Ask what may follow the take, or pass on at once when nothing may."""
    rarely()
    seat = pos[SEAT]
    if not (may_lay(rule, pos, seat) or may_call(rule, pos, seat)):
        pass_on(rule, pos)


@inlined
def conclude(rule: Row, pos: Row) -> None:
    """Have the take or the action behind."""
    pos[PHASE] = AFTER
    pos[PASSES] = 0
    pos[ACTED] = 1
    wind_up(rule, pos)


# ---------------------------------------------------------------- reveal and bust


@inlined
def display(pos: Row, code: int) -> None:
    """Turn up a card that joins the display."""
    half = second(code)
    bit = 1 << (code - WORD * half)
    pos[TURNED + half] |= bit
    pos[DISPLAY + half] |= bit


@inlined
def reveal(rule: Row, pos: Row) -> None:
    """Turn up the next card."""
    code = pos[DECK + pos[NEXT]]
    pos[NEXT] += 1
    if code >= CIRCUS_CODES or is_duplicate(rule, pos[DISPLAY], pos[DISPLAY + 1], code):
        stop_at(rule, pos, code)
        return
    display(pos, code)
    if rule[CUT_SHORT] and deck_is_out(rule, pos):
        end_game(pos, int64(BY_DECK))


@step
def stop_at(rule: Row, pos: Row, code: int) -> None:
    """Stop the revealing at an action card or a duplicate, which has been turned up."""
    rarely()
    if code >= CIRCUS_CODES:
        action = code - CIRCUS_CODES
        pos[TURNED_ACTIONS] += 1 << 4 * action
        if action == CHAIN_CARD and not (rule[CUT_SHORT] and deck_is_out(rule, pos)):
            run_chain(rule, pos, int64(0))
        else:
            ask_opponent(rule, pos, action)
        return
    turn_over(pos, TURNED, code)
    turn_over(pos, DISCARDED, code)
    pos[BUSTS] += 1
    if not rule[PLAIN_BUST]:
        pay_bust(rule, pos)
    else:
        pass_on(rule, pos)


@step
def pay_bust(rule: Row, pos: Row) -> None:
    """Lose what a bust costs besides the card."""
    rarely()
    for half in range(2):
        lost = 0
        if rule[BUST_LOSES] == LOSES_ALL:
            lost = pos[DISPLAY + half]
        elif rule[BUST_LOSES] == LOSES_TURN:
            lost = pos[DISPLAY + half] & pos[TURNED + half]
        pos[DISPLAY + half] ^= lost
        pos[DISCARDED + half] |= lost
    size = cards_in(pos, HANDS + 2 * pos[SEAT])
    if rule[HALF_LOST] and size >= HALVED:
        pos[PHASE] = ASK_DISCARD
        pos[PASSES] = 0
        pos[ACTED] = 0
        pos[OWED] = size // 2
    else:
        pass_on(rule, pos)


@step
def discard(rule: Row, pos: Row, code: int) -> None:
    """Discard one of the cards that a bust costs."""
    rarely()
    seat = pos[SEAT]
    lose(pos, seat, code)
    sum_up(rule, pos, seat)
    turn_over(pos, DISCARDED, code)
    pos[OWED] -= 1
    if pos[OWED] == 0:
        pass_on(rule, pos)


# ---------------------------------------------------------------- take and decline


@inlined
def take(rule: Row, pos: Row, code: int) -> None:
    """Take a card from the display, or the duplicate that a chain has left."""
    seat = pos[SEAT]
    gain(pos, seat, code)
    sum_up(rule, pos, seat)
    if code == pos[DUPLICATE]:
        pos[DUPLICATE] = NONE
    else:
        turn_over(pos, DISPLAY, code)
    if pos[PHASE] == ASK_TAKE:
        leave_chain(rule, pos)
    else:
        conclude(rule, pos)


@step
def take_all(rule: Row, pos: Row) -> None:
    """Take every card of the display."""
    rarely()
    seat = pos[SEAT]
    for half in range(2):
        cards = pos[DISPLAY + half]
        pos[DISPLAY + half] = 0
        while cards:
            gain(pos, seat, WORD * half + lowest_of(cards))
            cards &= cards - 1
    sum_up(rule, pos, seat)
    conclude(rule, pos)


@step
def decline(rule: Row, pos: Row) -> None:
    """Forgo the take."""
    rarely()
    if pos[PHASE] == ASK_TAKE:
        leave_chain(rule, pos)
    else:
        pos[PHASE] = AFTER
        wind_up(rule, pos)


# ---------------------------------------------------------------- trio and gala


@step
def lay(rule: Row, pos: Row, seat: int, trio: int) -> None:
    """Lay the trio of a number and some colours."""
    rarely()
    number = trio >> ROW
    colours = trio & ROW_BITS
    half = int(number >= SPLIT)
    pos[HANDS + 2 * seat + half] ^= colours << ROW * (number - SPLIT * half)
    if ones_in(held(pos, seat, number)) < TRIO:
        pos[READY + seat] &= ~(1 << number)
    count = ones_in(colours)
    pos[LAID + seat] += rule[TRIO_POINTS] * (1 if count == TRIO else count)
    pos[PILES + pos[TRIOS]] = (seat * 16 + number) << ROW | colours
    pos[TRIOS] += 1
    sum_up(rule, pos, seat)


@inlined
def lay_and_go_on(rule: Row, pos: Row, trio: int) -> None:
    """Lay a trio; in the main phase the same is asked again."""
    lay(rule, pos, pos[SEAT], trio)
    if not pos[ACTED]:
        pos[ACTED] = 1
        pos[PASSES] = 0
    if pos[PHASE] != MAIN:
        wind_up(rule, pos)


@step
def gala(rule: Row, pos: Row) -> None:
    """Call the gala."""
    rarely()
    seat = pos[SEAT]
    total = pos[TOTAL + seat]
    if rule[CALLER_COUNTS_ALL]:
        total = pos[LAID + seat] + card_points(
            pos[HANDS + 2 * seat], pos[HANDS + 2 * seat + 1]
        )
    pos[GALA_POINTS] = rule[GALA_BONUS]
    rank(pos, seat, total + rule[GALA_BONUS])
    end_game(pos, int64(BY_GALA))


# ---------------------------------------------------------------- action cards


@inlined
def drop_action(pos: Row, action: int) -> None:
    """Put an action card onto the discard."""
    pos[DISCARDED_ACTIONS] += 1 << 4 * action


@step
def ask_opponent(rule: Row, pos: Row, action: int) -> None:
    """Ask what a demand or a draw names, unless the game or every hand is out."""
    rarely()
    if rule[CUT_SHORT] and deck_is_out(rule, pos):
        drop_action(pos, action)
        end_game(pos, int64(BY_DECK))
        return
    pos[PHASE] = ASK_DEMAND if action == DEMAND_CARD else ASK_DRAW
    pos[ACTION] = action
    pos[ACTED] = 1
    pos[PASSES] = 0
    for seat in range(pos[SEATS]):
        cards = pos[HANDS + 2 * seat] | pos[HANDS + 2 * seat + 1]
        if cards and seat != pos[SEAT]:
            return
    go_without(rule, pos)


@step
def finish(rule: Row, pos: Row) -> None:
    """Discard the action card in force; what is left of the turn is asked."""
    rarely()
    drop_action(pos, pos[ACTION])
    end_action(pos)
    if rule[ACTION_ENDS_TURN]:
        conclude(rule, pos)
    elif pos[DISPLAY] | pos[DISPLAY + 1] or not deck_is_out(rule, pos):
        pos[PHASE] = MAIN
    else:
        pos[PHASE] = SKIPPED
        wind_up(rule, pos)


@step
def go_without(rule: Row, pos: Row) -> None:
    """Finish a demand or a draw that yields nothing."""
    rarely()
    if pos[ACTION] == DEMAND_CARD and rule[UNMET_ENDS_TURN]:
        drop_action(pos, DEMAND_CARD)
        end_action(pos)
        pass_on(rule, pos)
    else:
        finish(rule, pos)


@inlined
def wanted(pos: Row, half: int) -> int:
    """Return a word of the cards that the giver may hand over."""
    cards = pos[HANDS + 2 * pos[GIVER] + half]
    if pos[COLOUR] != NONE:
        column = 1 << pos[COLOUR]
        column |= column << ROW | column << 2 * ROW
        cards &= column | column << 3 * ROW
    return cards


@step
def ask_giver(rule: Row, pos: Row, giver: int, colour: int, by_chance: int) -> None:
    """Ask for the card to hand over, unless there is none or only one."""
    rarely()
    pos[PHASE] = ASK_OUTCOME if by_chance else ASK_GIVE
    pos[GIVER] = giver
    pos[COLOUR] = colour
    low = wanted(pos, 0)
    high = wanted(pos, 1)
    count = ones_in(low) + ones_in(high)
    if count == 0:
        go_without(rule, pos)
    elif count == 1:
        hand_over(rule, pos, nth_card(low, high, int64(0)))


@step
def ask_round(rule: Row, pos: Row, way: int, colour: int) -> None:
    """Ask the first opponent one way round who has a colour; if none, the first."""
    rarely()
    onward = pos[SEATS] - 1 if way else 1
    first = (pos[SEAT] + onward) % pos[SEATS]
    giver = first
    pos[COLOUR] = colour
    for _ in range(pos[SEATS] - 1):
        pos[GIVER] = giver
        if wanted(pos, 0) | wanted(pos, 1):
            break
        giver = (giver + onward) % pos[SEATS]
    if giver == pos[SEAT]:
        giver = first
    ask_giver(rule, pos, giver, colour, rule[RANDOM_PICK])


@step
def hand_over(rule: Row, pos: Row, code: int) -> None:
    """Move a card from the giver's hand to that of the seat whose turn it is."""
    rarely()
    lose(pos, pos[GIVER], code)
    gain(pos, pos[SEAT], code)
    sum_up(rule, pos, pos[GIVER])
    sum_up(rule, pos, pos[SEAT])
    finish(rule, pos)


# ---------------------------------------------------------------- chains


@step
def run_chain(rule: Row, pos: Row, agreed: int) -> None:
    """Reveal until a duplicate, the end of the deck, or a question.

    ``agreed`` says that the player has just been asked and reveals once more.
    """
    rarely()
    while not deck_is_out(rule, pos):
        if rule[STOP_AT_WILL] and not agreed:
            pos[PHASE] = ASK_CHAIN
            pos[ACTION] = CHAIN_CARD
            pos[ACTED] = 1
            pos[PASSES] = 0
            return
        agreed = 0
        code = pos[DECK + pos[NEXT]]
        pos[NEXT] += 1
        if code >= CIRCUS_CODES:
            action = code - CIRCUS_CODES
            pos[TURNED_ACTIONS] += 1 << 4 * action
            if rule[REPLACES] and action != CHAIN_CARD:
                drop_action(pos, CHAIN_CARD)
                ask_opponent(rule, pos, action)
                return
            # A chain that replaces a chain goes on like it.
            drop_action(pos, action)
        elif is_duplicate(rule, pos[DISPLAY], pos[DISPLAY + 1], code):
            turn_over(pos, TURNED, code)
            end_chain(rule, pos, code)
            return
        else:
            display(pos, code)
        if rule[CUT_SHORT] and deck_is_out(rule, pos):
            drop_action(pos, CHAIN_CARD)
            end_game(pos, int64(BY_DECK))
            return
    if rule[CHAIN_OUT_ENDS]:
        drop_action(pos, CHAIN_CARD)
        end_game(pos, int64(BY_CHAIN))
    else:
        ask_take(rule, pos, int64(NONE))


@step
def end_chain(rule: Row, pos: Row, code: int) -> None:
    """End the revealing at a duplicate, which has been turned up."""
    rarely()
    cut = rule[CUT_SHORT] and deck_is_out(rule, pos)
    if rule[TAKEABLE] and not cut:
        ask_take(rule, pos, code)
        return
    turn_over(pos, DISCARDED, code)
    if cut:
        drop_action(pos, CHAIN_CARD)
        end_game(pos, int64(BY_DECK))
    else:
        ask_take(rule, pos, int64(NONE))


@step
def ask_take(rule: Row, pos: Row, duplicate: int) -> None:
    """Ask for the take after a chain; with nothing to take it is skipped."""
    rarely()
    pos[PHASE] = ASK_TAKE
    pos[ACTION] = CHAIN_CARD
    pos[DUPLICATE] = duplicate
    pos[ACTED] = 1
    pos[PASSES] = 0
    if duplicate == NONE and pos[DISPLAY] | pos[DISPLAY + 1] == 0:
        finish(rule, pos)


@step
def leave_chain(rule: Row, pos: Row) -> None:
    """Discard a duplicate that was not taken, and finish the chain."""
    rarely()
    if pos[DUPLICATE] != NONE:
        turn_over(pos, DISCARDED, pos[DUPLICATE])
    finish(rule, pos)


# ---------------------------------------------------------------- any move


@inlined
def make(rule: Row, pos: Row, kind: int, what: int) -> None:
    """Make a legal move."""
    if kind == REVEAL:
        if pos[PHASE] == ASK_CHAIN:
            run_chain(rule, pos, int64(1))
        else:
            reveal(rule, pos)
    elif kind == TAKE:
        take(rule, pos, what)
    elif kind == LAY:
        lay_and_go_on(rule, pos, what)
    elif kind == GIVE or kind == OUTCOME:
        hand_over(rule, pos, what)
    elif kind == DRAW_FROM:
        ask_giver(rule, pos, what, int64(NONE), int64(1))
    elif kind == DEMAND_FROM:
        ask_giver(rule, pos, what, int64(NONE), int64(0))
    elif kind == DEMAND_COLOUR:
        ask_giver(rule, pos, what // ROW, what % ROW, rule[RANDOM_PICK])
    elif kind == DEMAND_WAY:
        ask_round(rule, pos, what // ROW, what % ROW)
    elif kind == GALA:
        gala(rule, pos)
    elif kind == TAKE_ALL:
        take_all(rule, pos)
    elif kind == DISCARD:
        discard(rule, pos, what)
    elif kind == STOP:
        ask_take(rule, pos, int64(NONE))
    elif kind == DECLINE:
        decline(rule, pos)
    else:
        pass_on(rule, pos)


# ---------------------------------------------------------------- players

UNIFORM, CAUTIOUS, GREEDY = range(3)
MILLION = 1_000_000
"""What a bound of the cautious player is counted in."""

Choice = tuple[int, int, int]
"""A stream after a choice, the kind of move that was chosen, and what it says."""


@inlined
def first_trio(pos: Row, seat: int) -> int:
    """Return the trio of the lowest number, in the first three colours."""
    number = lowest_of(pos[READY + seat])
    colours = held(pos, seat, number)
    rest = colours & (colours - 1)
    rest &= rest - 1
    rest &= rest - 1
    return number << ROW | (colours ^ rest)


@inlined
def drawn_from(pos: Row, stream: int, pile: int, kind: int) -> Choice:
    """Choose any card of a pile."""
    low = pos[pile]
    high = pos[pile + 1]
    stream, place = one_of(stream, ones_in(low) + ones_in(high))
    return stream, kind, nth_card(low, high, place)


@inlined
def any_request(rule: Row, pos: Row, stream: int) -> Choice:
    """Choose any of what a demand or a draw may name."""
    others = pos[SEATS] - 1
    colours = rule[COLOURS]
    if pos[PHASE] == ASK_DRAW or rule[REQUEST] == NAMES_OPPONENT:
        stream, place = one_of(stream, others)
        seat = pos[SEAT] + 1 + place
        seat = seat if seat < pos[SEATS] else seat - pos[SEATS]
        return stream, DRAW_FROM if pos[PHASE] == ASK_DRAW else DEMAND_FROM, seat
    if rule[REQUEST] == NAMES_COLOUR_TOO:
        stream, place = one_of(stream, others * colours)
        seat = (pos[SEAT] + 1 + place // colours) % pos[SEATS]
        return stream, DEMAND_COLOUR, seat * ROW + place % colours
    stream, place = one_of(stream, 2 * colours)
    return stream, DEMAND_WAY, place // colours * ROW + place % colours


@inlined
def any_handing(pos: Row, stream: int) -> Choice:
    """Choose any of the cards that may be handed over."""
    low = wanted(pos, 0)
    high = wanted(pos, 1)
    stream, place = one_of(stream, ones_in(low) + ones_in(high))
    kind = GIVE if pos[PHASE] == ASK_GIVE else OUTCOME
    return stream, kind, nth_card(low, high, place)


@inlined
def uniform(rule: Row, pos: Row, stream: int) -> Choice:
    """Choose as the uniform player, or as chance does, whoever is asked."""
    phase = pos[PHASE]
    seat = pos[SEAT]
    if phase == ASK_GIVE or phase == ASK_OUTCOME:
        return any_handing(pos, stream)
    if phase == ASK_DEMAND or phase == ASK_DRAW:
        return any_request(rule, pos, stream)
    if phase == ASK_CHAIN:
        return stream, REVEAL, 0
    if phase == ASK_DISCARD:
        return drawn_from(pos, stream, HANDS + 2 * seat, DISCARD)
    if phase == AFTER or phase == SKIPPED:
        if may_lay(rule, pos, seat):
            return stream, LAY, first_trio(pos, seat)
        return stream, GALA if may_call(rule, pos, seat) else END, 0
    shown = cards_in(pos, DISPLAY)
    if phase == ASK_TAKE:
        stream, place = one_of(stream, shown + int(pos[DUPLICATE] != NONE))
        if place == shown:
            return stream, TAKE, pos[DUPLICATE]
        return stream, TAKE, nth_card(pos[DISPLAY], pos[DISPLAY + 1], place)
    if rule[TRIOS_BEFORE] and pos[READY + seat]:
        return stream, LAY, first_trio(pos, seat)
    left = int(not deck_is_out(rule, pos))
    if left and rule[REVEAL_FIRST] and is_fresh(pos):
        return stream, REVEAL, 0
    all_too = rule[MAY_TAKE_ALL] & int(shown > 1)
    stream, place = one_of(stream, left + shown + all_too)
    if place < left:
        return stream, REVEAL, 0
    if place == left + shown:
        return stream, TAKE_ALL, 0
    return stream, TAKE, nth_card(pos[DISPLAY], pos[DISPLAY + 1], place - left)


# The players that reckon look at the own hand, and at what it would be worth.


@inlined
def row_of(low: int, high: int, number: int) -> int:
    """Return the colours in which a pile has a number, a bit for each."""
    half = int(number >= SPLIT)
    return (high if half else low) >> ROW * (number - SPLIT * half) & ROW_BITS


@inlined
def points_in(rule: Row, low: int, high: int) -> int:
    """Return the points of a hand."""
    if rule[EVERY_CARD]:
        return card_points(low, high)
    points, _ = hand_points(low, high)
    return points


@step
def priced_trio(
    rule: Row, low: int, high: int, number: int, above: int
) -> tuple[int, int]:
    """Return the most that a trio of a number gains, and its colours.

    The cheapest cards are laid. A card below another of its colour costs nothing,
    any other the way down to the next one; ``above`` has the colours of the former.
    """
    rarely()
    points = rule[TRIO_POINTS]
    left = row_of(low, high, number)
    most = ones_in(left) if rule[LARGER_TRIOS] else TRIO
    best = 0
    best_colours = 0
    colours = 0
    count = 0
    paid = 0
    next_below = number
    while count < most:
        # The cards of one price, the cheapest first; at last, those down to zero.
        price = number
        equal = left
        if next_below > 0 and not rule[EVERY_CARD]:
            price -= next_below
            equal &= above if price == 0 else row_of(low, high, next_below)
        left &= ~equal
        next_below -= 1
        while equal and count < most:
            colours |= equal & -equal
            equal &= equal - 1
            count += 1
            paid += price
            gained = points * (1 if count == TRIO else count) - paid
            if count == TRIO or (count > TRIO and gained > best):
                best = gained
                best_colours = colours
    return best, best_colours


@step
def best_trio(rule: Row, low: int, high: int) -> tuple[int, int]:
    """Return the most that any trio of a hand gains, and the trio, or 0 and NONE."""
    rarely()
    gain = 0
    trio = NONE
    above = int64(0)
    for step_down in range(NUMBERS):
        number = NUMBERS - 1 - step_down
        colours = row_of(low, high, number)
        if ones_in(colours) >= TRIO:
            gained, laid = priced_trio(rule, low, high, number, above)
            if gained > 0 and gained >= gain:
                gain = gained
                trio = number << ROW | laid
        above |= colours
    return gain, trio


@step
def worth(rule: Row, low: int, high: int) -> int:
    """Return the points of a hand, and what its best trio would add if laid."""
    rarely()
    gain, _ = best_trio(rule, low, high)
    return points_in(rule, low, high) + gain


@step
def best_takes(
    rule: Row, pos: Row, seat: int, duplicate: int, all_too: int
) -> tuple[int, int, int, int]:
    """Return the most that a take adds, the words of such cards, and one thing more.

    That is whether the duplicate, or taking all, is as good as these.
    """
    rarely()
    low = pos[HANDS + 2 * seat]
    high = pos[HANDS + 2 * seat + 1]
    before = worth(rule, low, high)
    most = NONE
    best_low = 0
    best_high = 0
    also = 0
    shown = cards_in(pos, DISPLAY)
    for place in range(shown + int(duplicate != NONE)):
        code = duplicate
        if place < shown:
            code = nth_card(pos[DISPLAY], pos[DISPLAY + 1], place)
        half = second(code)
        bit = 1 << (code - WORD * half)
        gained = worth(rule, low | bit & half - 1, high | bit & -half) - before
        if gained > most:
            most = gained
            best_low = 0
            best_high = 0
        if gained == most:
            if place == shown:
                also = 1
            else:
                best_low |= bit & half - 1
                best_high |= bit & -half
    if all_too:
        gained = worth(rule, low | pos[DISPLAY], high | pos[DISPLAY + 1]) - before
        if gained > most:
            most = gained
            best_low = 0
            best_high = 0
        also = int(gained == most)
    return most, best_low, best_high, also


@inlined
def drawn_take(
    pos: Row, stream: int, best_low: int, best_high: int, also: int
) -> Choice:
    """Choose any of the best takes."""
    count = ones_in(best_low) + ones_in(best_high)
    stream, place = one_of(stream, count + also)
    if place < count:
        return stream, TAKE, nth_card(best_low, best_high, place)
    if pos[DUPLICATE] != NONE:
        return stream, TAKE, pos[DUPLICATE]
    return stream, TAKE_ALL, 0


@step
def bust_risk(rule: Row, pos: Row) -> tuple[int, int]:
    """Return how likely the next card costs the take: one number out of another.

    In play every card in a hand was once on display, so that whoever counts knows
    the deck as a set. What has been turned up since the last time is struck off it.
    """
    rarely()
    left = rule[CARDS] - pos[NEXT]
    in_chain = pos[PHASE] == ASK_CHAIN
    if left == 1 and (rule[CUT_SHORT] or (in_chain and rule[CHAIN_OUT_ENDS])):
        return 1, 1
    if in_chain:
        return 0, 1
    if pos[STRUCK] == 0:
        for place in range(rule[CARDS]):
            code = rule[WHOLE_DECK + place]
            if code < CIRCUS_CODES:
                half = second(code)
                pos[UNTURNED + half] |= 1 << (code - WORD * half)
    while pos[STRUCK] < pos[NEXT]:
        code = pos[DECK + pos[STRUCK]]
        pos[STRUCK] += 1
        if code < CIRCUS_CODES:
            turn_over(pos, UNTURNED, code)
    low = 0
    high = 0
    for place in range(cards_in(pos, DISPLAY)):
        code = nth_card(pos[DISPLAY], pos[DISPLAY + 1], place)
        low |= rule[RIVALS + 2 * code]
        high |= rule[RIVALS + 2 * code + 1]
    return ones_in(low & pos[UNTURNED]) + ones_in(high & pos[UNTURNED + 1]), left


@inlined
def is_enough(rule: Row, pos: Row, player: int, limit: int, gain: int) -> bool:
    """Tell whether a player that reckons stops at a take of some gain."""
    if player == GREEDY:
        return gain >= limit
    bad, size = bust_risk(rule, pos)
    return bad * MILLION > limit * size


@step
def best_request(rule: Row, pos: Row, stream: int) -> Choice:
    """Choose an opponent with most cards, and a colour that is weakest."""
    rarely()
    seat = pos[SEAT]
    seats = pos[SEATS]
    most = 0
    largest = 0
    for other in range(seats):
        size = cards_in(pos, HANDS + 2 * other)
        if other != seat and size > most:
            most = size
            largest = 0
        if other != seat and size == most:
            largest |= 1 << other
    low = pos[HANDS + 2 * seat]
    high = pos[HANDS + 2 * seat + 1]
    weakest = (1 << rule[COLOURS]) - 1
    for step_down in range(NUMBERS):
        # Whoever has some colour this high is not among the weakest, unless all are.
        rest = weakest & ~row_of(low, high, NUMBERS - 1 - step_down)
        if rest == 0:
            break
        weakest = rest
    opponents = ones_in(largest)
    suits = ones_in(weakest)
    to_all = pos[PHASE] == ASK_DEMAND and rule[REQUEST] == NAMES_WAY
    by_seat = pos[PHASE] == ASK_DRAW or rule[REQUEST] == NAMES_OPPONENT
    if by_seat:
        suits = 1
    stream, place = one_of(stream, (2 if to_all else opponents) * suits)
    suit = nth_of(weakest, place % suits)
    if to_all:
        return stream, DEMAND_WAY, place // suits * ROW + suit
    # Opponents are listed clockwise from the seat that asks.
    chosen = seat
    for _ in range(place // suits + 1):
        chosen = (chosen + 1) % seats
        while largest >> chosen & 1 == 0:
            chosen = (chosen + 1) % seats
    if by_seat:
        return stream, DRAW_FROM if pos[PHASE] == ASK_DRAW else DEMAND_FROM, chosen
    return stream, DEMAND_COLOUR, chosen * ROW + suit


@step
def best_parting(rule: Row, pos: Row, stream: int, seat: int) -> Choice:
    """Choose a card to part with that leaves the hand worth most."""
    rarely()
    giving = pos[PHASE] == ASK_GIVE
    low = pos[HANDS + 2 * seat]
    high = pos[HANDS + 2 * seat + 1]
    asked_low = wanted(pos, 0) if giving else low
    asked_high = wanted(pos, 1) if giving else high
    most = NONE
    best_low = 0
    best_high = 0
    for place in range(ones_in(asked_low) + ones_in(asked_high)):
        code = nth_card(asked_low, asked_high, place)
        half = second(code)
        bit = 1 << (code - WORD * half)
        left = worth(rule, low ^ bit & half - 1, high ^ bit & -half)
        if left > most:
            most = left
            best_low = 0
            best_high = 0
        if left == most:
            best_low |= bit & half - 1
            best_high |= bit & -half
    stream, place = one_of(stream, ones_in(best_low) + ones_in(best_high))
    return (
        stream,
        GIVE if giving else DISCARD,
        nth_card(best_low, best_high, place),
    )


@step
def reckoned(rule: Row, pos: Row, stream: int, player: int, limit: int) -> Choice:
    """Choose as the cautious or the greedy player."""
    rarely()
    phase = pos[PHASE]
    seat = pos[SEAT]
    if phase == ASK_GIVE:
        return best_parting(rule, pos, stream, pos[GIVER])
    if phase == ASK_DISCARD:
        return best_parting(rule, pos, stream, seat)
    if phase == ASK_DEMAND or phase == ASK_DRAW:
        return best_request(rule, pos, stream)
    low = pos[HANDS + 2 * seat]
    high = pos[HANDS + 2 * seat + 1]
    gain = 0
    trio = NONE
    closing = phase == AFTER or phase == SKIPPED
    if may_lay(rule, pos, seat) if closing else phase == MAIN and rule[TRIOS_BEFORE]:
        gain, trio = best_trio(rule, low, high)
    if closing:
        if may_call(rule, pos, seat):
            points = points_in(rule, low, high)
            called = points
            if rule[CALLER_COUNTS_ALL]:
                called = card_points(low, high)
            if called + rule[GALA_BONUS] - points > gain:
                return stream, GALA, 0
        return stream, LAY if trio != NONE else END, max(trio, 0)
    if phase == MAIN and trio != NONE:
        return stream, LAY, trio
    shown = cards_in(pos, DISPLAY)
    if phase == ASK_TAKE:
        _, best_low, best_high, also = best_takes(
            rule, pos, seat, pos[DUPLICATE], int64(0)
        )
        return drawn_take(pos, stream, best_low, best_high, also)
    left = not deck_is_out(rule, pos)
    if left and (
        shown == 0 or (phase == MAIN and rule[REVEAL_FIRST] and is_fresh(pos))
    ):
        return stream, REVEAL, 0
    all_too = rule[MAY_TAKE_ALL] & int(phase == MAIN and shown > 1)
    if shown == 0:
        return stream, DECLINE, 0
    gain, best_low, best_high, also = best_takes(rule, pos, seat, int64(NONE), all_too)
    stops = not left or is_enough(rule, pos, player, limit, gain)
    if phase == ASK_CHAIN:
        return stream, STOP if stops else REVEAL, 0
    if not stops:
        return stream, REVEAL, 0
    return drawn_take(pos, stream, best_low, best_high, also)


@step
def ask(rule: Row, pos: Row, table: Row, stream: int, log: Any, steps: int) -> int:
    """Ask whoever is asked, and make the move; return the stream after it."""
    rarely()
    asked = pos[GIVER] if pos[PHASE] == ASK_GIVE else pos[SEAT]
    if table[asked] == UNIFORM or pos[PHASE] == ASK_OUTCOME:
        stream, kind, what = uniform(rule, pos, stream)
    else:
        limit = table[MOST_SEATS + asked]
        stream, kind, what = reckoned(rule, pos, stream, table[asked], limit)
    if log is not None:
        log[steps] = kind << 16 | what
    if kind < OUTCOME:
        pos[DECISIONS] += 1
    make(rule, pos, kind, what)
    return stream


FRESH, STOPPED, CALLING, ALL, OUT = range(5)
"""Why the fused loop is left."""


@inlined
def play_turns(rule: Row, pos: Row, table: Row, stream: int) -> int:
    """Play turns of uniform players as long as nothing rare comes up.

    This is where a game spends its time. It says once more what ``uniform``,
    ``reveal``, ``take`` and ``pass_on`` say, with the display and its size at hand,
    so that the next choice need not wait for the card that was just found. The tests
    hold it against those.
    """
    seat = pos[SEAT]
    top = pos[NEXT]
    low = pos[DISPLAY]
    high = pos[DISPLAY + 1]
    shown = ones_in(low) + ones_in(high)
    must_reveal = rule[REVEAL_FIRST] & int(is_fresh(pos))
    code = 0
    why = FRESH
    while True:
        pos[DECISIONS] += 1
        left = int(top < rule[CARDS])
        all_too = rule[MAY_TAKE_ALL] & int(shown > 1)
        others = (shown + all_too) & (must_reveal & left) - 1
        stream, place = one_of(stream, left + others)
        if place < left:
            code = pos[DECK + top]
            top += 1
            if code >= CIRCUS_CODES:
                why = STOPPED
                break
            half = second(code)
            bit = 1 << (code - WORD * half)
            if not is_duplicate(rule, low, high, code):
                low |= bit & half - 1
                high |= bit & -half
                pos[TURNED + half] |= bit
                shown += 1
                must_reveal = 0
                if rule[CUT_SHORT] and top == rule[CARDS]:
                    why = OUT
                    break
                continue
            if not rule[PLAIN_BUST]:
                why = STOPPED
                break
            pos[BUSTS] += 1
            pos[DISCARDED + half] |= bit
        else:
            place -= left
            if place == shown:
                why = ALL
                break
            before = ones_in(low)
            half = int(place >= before)
            bit = nth_of(high if half else low, place - (before & -half))
            code = WORD * half + bit
            bit = 1 << bit
            low ^= bit & half - 1
            high ^= bit & -half
            shown -= 1
            gain(pos, seat, code)
            if pos[READY + seat] and rule[TRIOS_AFTER]:
                while pos[READY + seat]:
                    lay(rule, pos, seat, first_trio(pos, seat))
                calls = may_call(rule, pos, seat)
            else:
                calls = sum_up(rule, pos, seat) == rule[GALA_COLOURS]
            if calls:
                why = CALLING
                break
        watch_lead(pos)
        if top == rule[CARDS]:
            why = OUT
            break
        seat = next_turn(pos, seat, int64(0))
        must_reveal = rule[REVEAL_FIRST]
        if table[seat] != UNIFORM or (pos[READY + seat] and rule[TRIOS_BEFORE]):
            break
    pos[NEXT] = top
    pos[DISPLAY] = low
    pos[DISPLAY + 1] = high
    if why == STOPPED:
        stop_at(rule, pos, code)
    elif why == CALLING:
        pos[PHASE] = AFTER
        pos[PASSES] = 0
        pos[ACTED] = 1
    elif why == ALL:
        take_all(rule, pos)
    elif why == OUT:
        end_game(pos, int64(BY_DECK))
    return stream


# ---------------------------------------------------------------- whole games


@inlined
def deal(rule: Row, pos: Row, seats: int, seed: int, game: int) -> None:
    """Put a game at its start."""
    for place in range(DECK):
        pos[place] = 0
    for place in range(rule[CARDS]):
        pos[DECK + place] = rule[WHOLE_DECK + place]
    stream = stream_of(seed, game, uint64(DEAL))
    for bound in range(rule[CARDS], 1, -1):
        stream, other = below(stream, bound)
        last = pos[DECK + bound - 1]
        pos[DECK + bound - 1] = pos[DECK + other]
        pos[DECK + other] = last
    end_action(pos)
    pos[ENDED_BY] = NONE
    pos[SEATS] = seats
    pos[TURNS] = 1
    pos[TOPS] = (1 << seats) - 1


QUANTITIES = (
    "turns",
    "decisions",
    "busts",
    "trios",
    "lead_changes",
    "hand_points",
    "trio_points",
    "gala_points",
)
"""What is counted of a game besides its result, as in ``metrics``."""


@step
def count_up(
    rule: Row, pos: Row, game: int, ended_by: Row, scores: Row, wins: Row, counts: Row
) -> None:
    """Write down what is to be known of a game that is over."""
    rarely()
    seats = pos[SEATS]
    games = len(ended_by)
    winners = pos[TOPS]
    if winners & (winners - 1) and not rule[TIE_SHARED]:
        winners = 0
    points = 0
    laid = 0
    for seat in range(seats):
        scores[game * seats + seat] = pos[TOTAL + seat]
        wins[game * seats + seat] = winners >> seat & 1
        points += pos[TOTAL + seat]
        laid += pos[LAID + seat]
    ended_by[game] = pos[ENDED_BY]
    counts[game] = pos[TURNS]
    counts[games + game] = pos[DECISIONS]
    counts[2 * games + game] = pos[BUSTS]
    counts[3 * games + game] = pos[TRIOS]
    counts[4 * games + game] = pos[LEAD_CHANGES]
    counts[5 * games + game] = points - laid - pos[GALA_POINTS]
    counts[6 * games + game] = laid
    counts[7 * games + game] = pos[GALA_POINTS]


@entry
def play_games(
    rule: Row,
    table: Row,
    seats: int,
    seed: int,
    first: int,
    stride: int,
    begin: int,
    end: int,
    pos: Row,
    log: Any,
    ended_by: Row,
    scores: Row,
    wins: Row,
    counts: Row,
) -> None:
    """Play games to their ends, and write down what came of them.

    Args:
        rule: what a reading says.
        table: the player on each seat, and from ``MOST_SEATS`` on its parameter.
        seats: how many seats there are.
        seed: the seed.
        first: the index of the game that is written down at place 0.
        stride: how much the index grows from a game to the next.
        begin: the place of the first game to play.
        end: the place after that of the last game to play.
        pos: where to play.
        log: where to write the moves of a game down, or None.
        ended_by: a column of the ways to end.
        scores: a row of scores for each game, in one row.
        wins: a row of winners for each game, in one row.
        counts: a column for each of ``QUANTITIES``, in one row.

    """
    rule = address(rule)
    table = address(table)
    pos = address(pos)
    for game in range(begin, end):
        index = (first + uint64(game) * stride) & MASK
        deal(rule, pos, seats, seed, index)
        stream = stream_of(seed, index, uint64(PLAY))
        steps = int64(0)
        while pos[PHASE] != OVER:
            seat = pos[SEAT]
            if (
                log is None
                and pos[PHASE] == MAIN
                and table[seat] == UNIFORM
                and not (pos[READY + seat] and rule[TRIOS_BEFORE])
            ):
                stream = play_turns(rule, pos, table, stream)
            else:
                stream = ask(rule, pos, table, stream, log, steps)
                steps += 1
        if log is not None:
            log[steps] = NONE
        count_up(rule, pos, game, ended_by, scores, wins, counts)


# ---------------------------------------------------------------- batches of positions
#
# A flat number for each move there may be under some rules: the moves of a kind stand
# together, from where the ``book`` says, in the order of what they say.

BASES = 0
"""From here on in a book, the number of the first move of each kind."""
SUITS = GALA + 1
"""The number of colours."""
SETS = SUITS + 1
"""How many sets of colours a trio may have."""
SET_PLACES = SETS + 1
"""From here on, for each set of colours, its place among them."""
BOOK = SET_PLACES + ROW_BITS + 1
"""How many integers a book takes."""


@inlined
def flat(book: Row, kind: int, what: int) -> int:
    """Return the flat number of a move."""
    base = book[BASES + kind]
    if kind == LAY:
        return base + (what >> ROW) * book[SETS] + book[SET_PLACES + (what & ROW_BITS)]
    if kind == DRAW_FROM or kind == DEMAND_FROM:
        return base + what
    return base + what // ROW * book[SUITS] + what % ROW


@inlined
def mark_cards(book: Row, kind: int, low: int, high: int, legal: Any, at: int) -> None:
    """Mark a move of a kind for each card of a pile."""
    while low:
        legal[at + flat(book, kind, lowest_of(low))] = 1
        low &= low - 1
    while high:
        legal[at + flat(book, kind, WORD + lowest_of(high))] = 1
        high &= high - 1


@step
def mark_trios(rule: Row, pos: Row, book: Row, seat: int, legal: Any, at: int) -> None:
    """Mark every trio that a hand allows."""
    rarely()
    for number in range(NUMBERS):
        if pos[READY + seat] >> number & 1:
            colours = held(pos, seat, number)
            chosen = colours
            while chosen:
                count = ones_in(chosen)
                if count == TRIO or (count > TRIO and rule[LARGER_TRIOS]):
                    legal[at + flat(book, LAY, number << ROW | chosen)] = 1
                chosen = (chosen - 1) & colours


@step
def mark_requests(rule: Row, pos: Row, book: Row, legal: Any, at: int) -> None:
    """Mark all that a demand or a draw may name."""
    rarely()
    to_all = pos[PHASE] == ASK_DEMAND and rule[REQUEST] == NAMES_WAY
    for place in range(2 if to_all else pos[SEATS]):
        if not to_all and place == pos[SEAT]:
            continue
        if pos[PHASE] == ASK_DRAW:
            legal[at + flat(book, DRAW_FROM, place)] = 1
        elif rule[REQUEST] == NAMES_OPPONENT:
            legal[at + flat(book, DEMAND_FROM, place)] = 1
        else:
            kind = DEMAND_WAY if to_all else DEMAND_COLOUR
            for colour in range(rule[COLOURS]):
                legal[at + flat(book, kind, place * ROW + colour)] = 1


@step
def mark_main(rule: Row, pos: Row, book: Row, legal: Any, at: int) -> None:
    """Mark what may be done in the main phase."""
    rarely()
    if rule[TRIOS_BEFORE]:
        mark_trios(rule, pos, book, pos[SEAT], legal, at)
    left = not deck_is_out(rule, pos)
    if left:
        legal[at + book[BASES + REVEAL]] = 1
    if not (left and rule[REVEAL_FIRST] and is_fresh(pos)):
        mark_cards(book, TAKE, pos[DISPLAY], pos[DISPLAY + 1], legal, at)
        if rule[MAY_TAKE_ALL] and cards_in(pos, DISPLAY) > 1:
            legal[at + book[BASES + TAKE_ALL]] = 1
    if rule[MAY_PASS] or (rule[MAY_DECLINE] and not is_fresh(pos)):
        legal[at + book[BASES + DECLINE]] = 1


@step
def mark(rule: Row, pos: Row, book: Row, legal: Any, at: int) -> None:
    """Mark the legal moves of a position; of chance, the outcomes."""
    rarely()
    phase = pos[PHASE]
    seat = pos[SEAT]
    if phase == MAIN:
        mark_main(rule, pos, book, legal, at)
    elif phase == AFTER or phase == SKIPPED:
        if may_lay(rule, pos, seat):
            mark_trios(rule, pos, book, seat, legal, at)
        if may_call(rule, pos, seat):
            legal[at + book[BASES + GALA]] = 1
        legal[at + book[BASES + END]] = 1
    elif phase == ASK_DEMAND or phase == ASK_DRAW:
        mark_requests(rule, pos, book, legal, at)
    elif phase == ASK_GIVE or phase == ASK_OUTCOME:
        kind = GIVE if phase == ASK_GIVE else OUTCOME
        mark_cards(book, kind, wanted(pos, 0), wanted(pos, 1), legal, at)
    elif phase == ASK_CHAIN:
        legal[at + book[BASES + REVEAL]] = 1
        legal[at + book[BASES + STOP]] = 1
    elif phase == ASK_TAKE:
        mark_cards(book, TAKE, pos[DISPLAY], pos[DISPLAY + 1], legal, at)
        if pos[DUPLICATE] != NONE:
            legal[at + flat(book, TAKE, pos[DUPLICATE])] = 1
        if rule[TAKE_OPTIONAL]:
            legal[at + book[BASES + DECLINE]] = 1
    elif phase == ASK_DISCARD:
        hand = HANDS + 2 * seat
        mark_cards(book, DISCARD, pos[hand], pos[hand + 1], legal, at)


@inlined
def read_from(rows: Row, game: int, pos: Row) -> None:
    """Copy one of many positions to where it is worked on."""
    for place in range(WIDTH):
        pos[place] = int64(rows[game * WIDTH + place])


@inlined
def write_to(rows: Row, game: int, pos: Row) -> None:
    """Copy a position that was worked on back among the others."""
    for place in range(WIDTH):
        rows[game * WIDTH + place] = pos[place]


@entry
def start_rows(
    rule: Row, seats: int, seed: int, first: int, stride: int, pos: Row, rows: Row
) -> None:
    """Deal games into positions, one after the other in one row."""
    rule = address(rule)
    pos = address(pos)
    for game in range(len(rows) // WIDTH):
        deal(rule, pos, seats, seed, (first + uint64(game) * stride) & MASK)
        write_to(rows, game, pos)


@entry
def mark_rows(
    rule: Row, book: Row, pos: Row, rows: Row, legal: Any, moves: int
) -> None:
    """Mark the legal moves of each position, ``moves`` places for each."""
    rule = address(rule)
    book = address(book)
    pos = address(pos)
    for game in range(len(rows) // WIDTH):
        read_from(rows, game, pos)
        mark(rule, pos, book, legal, game * moves)


@entry
def make_rows(rule: Row, pos: Row, rows: Row, kinds: Row, whats: Row) -> None:
    """Make a move, given by its kind and what it says, in each position."""
    rule = address(rule)
    pos = address(pos)
    for game in range(len(rows) // WIDTH):
        read_from(rows, game, pos)
        make(rule, pos, int64(kinds[game]), int64(whats[game]))
        write_to(rows, game, pos)


@entry
def refresh_rows(rule: Row, pos: Row, rows: Row) -> None:
    """Work out what follows from the cards of positions that were laid out anew."""
    rule = address(rule)
    pos = address(pos)
    for game in range(len(rows) // WIDTH):
        read_from(rows, game, pos)
        refresh(rule, pos)
        write_to(rows, game, pos)


@step
def refresh(rule: Row, pos: Row) -> None:
    """Work out the trios at hand, the points and who leads."""
    rarely()
    for seat in range(pos[SEATS]):
        pos[LAID + seat] = 0
        pos[READY + seat] = 0
        for number in range(NUMBERS):
            if ones_in(held(pos, seat, number)) >= TRIO:
                pos[READY + seat] |= 1 << number
    for place in range(pos[TRIOS]):
        trio = pos[PILES + place]
        count = ones_in(trio & ROW_BITS)
        seat = trio >> ROW + 4
        pos[LAID + seat] += rule[TRIO_POINTS] * (1 if count == TRIO else count)
    for seat in range(pos[SEATS]):
        sum_up(rule, pos, seat)
    if pos[ENDED_BY] == BY_GALA:
        seat = pos[SEAT]
        if rule[CALLER_COUNTS_ALL]:
            pos[TOTAL + seat] = pos[LAID + seat] + card_points(
                pos[HANDS + 2 * seat], pos[HANDS + 2 * seat + 1]
            )
        pos[GALA_POINTS] = rule[GALA_BONUS]
        pos[TOTAL + seat] += rule[GALA_BONUS]
    rank_anew(pos)
