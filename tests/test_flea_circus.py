"""The flea circus from Python: refusals, knowledge, notation and starts."""

import copy
import pickle

import attrs
import pytest

from flohcati_rules import (
    IllegalMoveError,
    NotationError,
    PositionError,
    RulesError,
    UnknownNameError,
    load_variant,
)
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.rulepoints import with_changes


def game_of(variant: str, **changes: object) -> FleaCircus:
    """Return the game of a shipped variant with some rule points changed."""
    own = {id.replace("__", "."): value for id, value in changes.items()}
    game = load_variant(variant).with_rules(own).game()
    assert isinstance(game, FleaCircus)
    return game


def play(game: FleaCircus, state: State, *moves: str) -> State:
    """Return the state after some moves in the notation."""
    for move in moves:
        state = game.apply(state, game.parse_move(move, state))
    return state


def test_the_example_of_the_first_steps_plays_to_the_end() -> None:
    game = game_of("amigo-ja")
    state = game.start(["Ann", "Ben", "Cleo"], seed=7)
    while not game.is_over(state):
        state = game.apply(state, game.legal_moves(state)[0])
    assert game.ended_by(state) in game.ENDINGS
    assert {*game.score(state).totals} == {"Ann", "Ben", "Cleo"}


@pytest.mark.parametrize(
    ("given", "moves", "refused", "point", "reason"),
    [
        ({"deck": ["red-1"]}, [], "take red-1", "take.count", "red-1 is not on disp"),
        ({"display": ["red-1"]}, [], "reveal", "deck_out.last_turn", "deck is empty"),
        ({"display": ["red-1"]}, [], "decline", "turn.decline", "may not end"),
        ({"deck": ["red-1"]}, [], "stop", "chain.stop", "may not be stopped"),
        ({"deck": ["red-1"]}, [], "trio 3", "trio.cards", "no three cards of 3"),
        ({"deck": ["red-1"]}, [], "gala", "gala.call", "end of the turn"),
        ({"deck": ["red-1"]}, [], "end", "turn.decline", "not over"),
        ({"deck": ["red-1"]}, [], "draw from Ben", "action.duty", "no draw card"),
        ({"deck": ["red-1"]}, [], "demand from Ben", "action.duty", "no demand card"),
        ({"deck": ["red-1"]}, [], "give red-1", "action.duty", "nobody is asked"),
        ({"deck": ["red-1"]}, [], "red-1", "action.duty", "chance is not asked"),
        (
            {"deck": ["demand", "red-1"], "hands": {"Ben": ["red-2", "red-3"]}},
            ["reveal"],
            "take red-1",
            "action.duty",
            "demand card must be followed",
        ),
        (
            {"deck": ["demand", "red-1"], "hands": {"Ben": ["red-2", "red-3"]}},
            ["reveal"],
            "demand from Ann",
            "demand.request",
            "of themselves",
        ),
        (
            {"deck": ["demand", "red-1"], "hands": {"Ben": ["red-2", "red-3"]}},
            ["reveal"],
            "demand red clockwise",
            "demand.request",
            "An opponent is named",
        ),
        (
            {"deck": ["demand", "red-1"], "hands": {"Ben": ["red-2", "red-3"]}},
            ["reveal", "demand from Ben"],
            "give red-1",
            "demand.request",
            "not in the giver's hand",
        ),
        (
            {"deck": ["chain", "red-1", "blue-1"], "display": ["red-2"]},
            ["reveal"],
            "take red-1",
            "chain.duplicate",
            "red-1 is discarded",
        ),
        (
            {"deck": ["chain", "red-1", "blue-1"], "display": ["red-2"]},
            ["reveal"],
            "decline",
            "chain.take",
            "must be taken",
        ),
        (
            {
                "deck": ["red-1"],
                "display": ["red-2"],
                "hands": {"Ann": ["blue-2", "pink-2", "grey-7"]},
            },
            ["take red-2"],
            "reveal",
            "take.count",
            "follow the one take",
        ),
        (
            {
                "deck": ["red-1"],
                "hands": {"Ann": ["red-2", "blue-2", "pink-2", "grey-2"]},
            },
            [],
            "trio 2",
            "trio.cards",
            "name the three",
        ),
        (
            {
                "deck": ["red-1"],
                "hands": {"Ann": ["red-2", "blue-2", "pink-2", "grey-3"]},
            },
            [],
            "trio red-2 blue-2 grey-3",
            "trio.cards",
            "one number",
        ),
        ({"over": True}, [], "reveal", "win.by", "over"),
    ],
)
def test_a_refusal_names_the_rule_that_refuses(
    given: dict[str, object], moves: list[str], refused: str, point: str, reason: str
) -> None:
    game = game_of("amigo-ja")
    state = game.position({"seats": ["Ann", "Ben", "Cleo"], **given})
    state = play(game, state, *moves)
    move = game.parse_move(refused, state)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(state, move)
    if point == "win.by":  # the position does not say how the game ended
        point = "deck_out.last_turn"
    assert point == caught.value.rule_point
    assert reason in caught.value.reason


def test_a_refusal_cites_the_clauses_of_the_text() -> None:
    game = game_of("amigo-ja")
    state = game.start(["Ann", "Ben", "Cleo"], seed=1)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(state, game.parse_move("decline", state))
    assert caught.value.clauses == game.evidence["turn.decline"].places
    assert caught.value.clauses


def test_one_position_is_read_differently_under_two_variants() -> None:
    given = {
        "seats": ["Ann", "Ben", "Cleo"],
        "display": ["blue-2"],
        "deck": ["chain", "blue-7", "red-1"],
    }
    ja, fi = game_of("amigo-ja"), game_of("kirppusirkus-fi")
    state = ja.position(given)
    assert state == fi.position(given)
    turned = [str(move) for move in ja.legal_moves(play(ja, state, "reveal"))]
    assert turned == ["take blue-2"]
    turned = [str(move) for move in fi.legal_moves(play(fi, state, "reveal"))]
    assert turned == ["take blue-2", "take blue-7", "decline"]


def test_an_unseen_draw_leaves_a_doubt_about_the_two_hands() -> None:
    """What was known of a hand is afterwards known only of the two hands."""
    game = game_of("kirppusirkus-fi", demand__shown="to-all")
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "turn": "Ben",
            "display": ["red-4", "blue-1", "grey-0"],
            "deck": ["draw", "pink-5", "pink-6", "pink-7"],
        }
    )
    state = play(game, state, "take red-4", "take blue-1", "take grey-0")
    assert game.observe(state, "Ann").known == (("grey-0",), ("red-4",), ("blue-1",))
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "turn": "Ben",
            "display": ["red-4", "blue-1", "grey-0", "pink-3"],
            "deck": ["pink-5", "draw", "pink-6", "pink-7"],
        }
    )
    state = play(game, state, "take red-4", "take blue-1", "take grey-0")
    state = play(game, state, "take pink-3", "reveal", "take pink-5")
    state = play(game, state, "reveal", "draw from Ben", "red-4")
    outsider = game.observe(state, "Cleo")
    assert outsider.known == (("grey-0",), (), ("blue-1", "pink-5"))
    assert outsider.doubtful == (
        ("pink-3", ("Ann", "Ben")),
        ("red-4", ("Ann", "Ben")),
    )
    for insider in ("Ann", "Ben"):
        seen = game.observe(state, insider)
        assert seen.doubtful == ()
        assert seen.known == (("grey-0", "red-4"), ("pink-3",), ("blue-1", "pink-5"))


def test_a_position_without_a_past_is_known_to_its_owners_alone() -> None:
    game = game_of("kirppusirkus-fi")
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "deck": ["red-1"],
            "hands": {"Ben": ["red-4"]},
        }
    )
    assert game.observe(state, "Ann").known == ((), (), ())
    assert game.observe(state, "Ann").sizes == (0, 1, 0)
    assert game.observe(state, "Ben").hand == ("red-4",)


def test_a_demand_in_vain_tells_everyone_what_a_hand_lacks() -> None:
    """The red card that may be in two hands is not in the one that has no red."""
    game = game_of("kirppusirkus-fi")
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo", "Dora"],
            "turn": "Ben",
            "display": ["red-4", "blue-1", "grey-0", "pink-3", "teal-3"],
            "deck": ["draw", "demand", "green-5", "green-6", "green-7"],
        }
    )
    state = play(game, state, "take red-4", "take blue-1", "take grey-0", "take pink-3")
    state = play(game, state, "take teal-3", "reveal", "draw from Ben", "red-4")
    assert game.observe(state, "Ann").doubtful == (
        ("teal-3", ("Ben", "Cleo")),
        ("red-4", ("Ben", "Cleo")),
    )
    state = play(game, state, "reveal", "demand red clockwise")
    seen = game.observe(state, "Ann")
    assert seen.known == (("pink-3",), (), ("blue-1",), ("grey-0", "red-4"))
    assert seen.doubtful == (("teal-3", ("Ben", "Cleo")),)


def test_declining_to_lay_a_trio_looks_like_any_end_of_a_turn() -> None:
    """Others see the table as if the turn had passed, whether it is being ended."""
    game = game_of("amigo-ja")
    given = {
        "seats": ["Ann", "Ben", "Cleo"],
        "display": ["red-2", "grey-7"],
        "deck": ["red-1", "red-0"],
    }
    with_trio = game.position({**given, "hands": {"Ann": ["blue-2", "pink-2"]}})
    without = game.position({**given, "hands": {"Ann": ["blue-2", "pink-3"]}})
    asked = play(game, with_trio, "take red-2")
    passed = play(game, without, "take red-2")
    assert game.decider(asked) == "Ann"
    assert game.decider(passed) == "Ben"
    assert game.observe(asked, "Ben") == game.observe(passed, "Ben")


def test_three_cards_in_any_order_are_the_trio_of_their_number() -> None:
    game = game_of("amigo-ja")
    hand = ["red-2", "blue-2", "pink-2"]
    given = {"seats": ["Ann", "Ben", "Cleo"], "deck": ["red-1"], "hands": {"Ann": hand}}
    state = game.position(given)
    assert play(game, state, "trio 2") == play(game, state, "trio pink-2 red-2 blue-2")


def test_four_of_a_number_are_laid_together_where_the_rules_allow_it() -> None:
    """Each choice of three, and all four, is a move that reads back as written."""
    game = game_of("amigo-ja", trio__larger="by-the-card")
    hand = ["red-2", "blue-2", "pink-2", "grey-2"]
    given = {"seats": ["Ann", "Ben", "Cleo"], "deck": ["red-1"], "hands": {"Ann": hand}}
    state = game.position(given)
    trios = [move for move in game.legal_moves(state) if str(move).startswith("trio")]
    assert len(trios) == 5
    for move in trios:
        assert move == game.parse_move(str(move), state)
    laid = play(game, state, "trio grey-2 red-2 blue-2 pink-2")
    assert game.score(laid).totals["Ann"] == 40
    assert game.score(play(game, state, "trio red-2 blue-2 pink-2")).totals["Ann"] == 12


@pytest.mark.parametrize(
    "text",
    [
        "",
        "revel",
        "take",
        "take purple",
        "take red-8",
        "take red-2 red-3",
        "trio",
        "trio 8",
        "trio x",
        "trio red-1 red-2",
        "demand",
        "demand from",
        "demand red",
        "demand mauve clockwise",
        "demand red sideways",
        "demand from Bob",
        "draw Ben",
        "draw from Bob",
        "give",
        "chain",
    ],
)
def test_what_is_not_in_the_notation_says_what_would_be(text: str) -> None:
    game = game_of("amigo-ja")
    state = game.start(["Ann", "Ben", "Cleo"], seed=1)
    with pytest.raises(NotationError) as caught:
        game.parse_move(text, state)
    assert caught.value.wanted


@pytest.mark.parametrize("line", ["", "-", "Ann,Ben - - - - - - main:Ann -", "x " * 9])
def test_a_malformed_position_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        game_of("amigo-ja").parse_position(line)


def test_a_position_with_a_card_in_two_places_is_refused() -> None:
    line = "Ann,Ben,Cleo red-1/-/- -/-/- red-1 - - - main:Ann -"
    with pytest.raises(PositionError, match="red-1 is also in"):
        game_of("amigo-ja").parse_position(line)


def test_a_start_needs_the_seats_and_the_deck_of_its_rules() -> None:
    game = game_of("amigo-ja")
    with pytest.raises(PositionError, match="3 to 5 players"):
        game.start(["Ann", "Ben"], seed=1)
    with pytest.raises(PositionError, match="named twice"):
        game.start(["Ann", "Ann", "Cleo"], seed=1)
    with pytest.raises(PositionError, match="either a seed or a deck"):
        game.start(["Ann", "Ben", "Cleo"])
    with pytest.raises(PositionError, match="84 more missing"):
        game.start(["Ann", "Ben", "Cleo"], deck=[])
    with pytest.raises(PositionError, match="one chain too many"):
        game.start(["Ann", "Ben", "Cleo"], deck=["chain"] * 4)
    with pytest.raises(PositionError, match=r"deck.0: 'rod-1'.*deck.1: 'chian'"):
        game.start(["Ann", "Ben", "Cleo"], deck=["rod-1", "chian"])
    with pytest.raises(UnknownNameError, match="did you mean 'Cleo'"):
        game.observe(game.start(["Ann", "Ben", "Cleo"], seed=1), "Clea")


DEALT = ("pink-4", "green-7", "blue-0", "yellow-1")


def test_the_deal_is_fixed_by_seed_and_index() -> None:
    """Any engine that follows the specification of the streams deals these cards."""
    game = game_of("amigo-ja")
    deal = game.deal(game.start(["Ann", "Ben", "Cleo"], seed=7))
    assert deal[:4] == DEALT
    assert deal == game.deal(game.start(["Ann", "Ben", "Cleo"], seed=7, index=0))
    assert deal != game.deal(game.start(["Ann", "Ben", "Cleo"], seed=7, index=1))
    assert deal != game.deal(game.start(["Ann", "Ben", "Cleo"], seed=8))


def test_states_are_values() -> None:
    """They are frozen, hash, copy and travel between processes."""
    game = game_of("kirppusirkus-fi")
    state = game.start(["Ann", "Ben", "Cleo"], seed=3)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.display = 1  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - our own bytes
    assert copy.deepcopy(state) == state
    assert attrs.evolve(state, display=0) == state
    assert len({state, copy.copy(state)}) == 1
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own bytes
    assert again.legal_moves(state) == game.legal_moves(state)


def test_rules_that_nobody_shares_still_cannot_be_mixed_up() -> None:
    """The same card has the same name whatever place its colour has in the deck."""
    other = with_changes(game_of("amigo-ja").rules, {"deck.colours": ["blue", "red"]})
    game = FleaCircus(other)
    state = game.position({"seats": ["Ann", "Ben", "Cleo"], "display": ["red-2"]})
    assert [str(move) for move in game.legal_moves(state)] == ["take red-2"]
    taken = game.apply(state, game_of("amigo-ja").parse_move("take red-2", state))
    assert game.observe(taken, "Ann").hand == ("red-2",)


def test_a_text_in_the_place_of_a_move_is_told_how_to_become_one() -> None:
    game = game_of("amigo-ja")
    state = game.start(["Ann", "Ben", "Cleo"], seed=1)
    with pytest.raises(NotationError, match="parse_move makes one of a text"):
        game.apply(state, "reveal")  # type: ignore[arg-type]


def test_a_position_knows_its_keys_and_needs_something_to_do() -> None:
    game = game_of("amigo-ja")
    with pytest.raises(PositionError, match="did you mean 'hands'"):
        game.position({"seats": ["Ann", "Ben", "Cleo"], "hand": {"Ann": ["red-1"]}})
    with pytest.raises(PositionError, match="nobody can do anything"):
        game.parse_position("a,b,c -/-/- -/-/- - - - - main:a -")


def test_no_colour_is_a_word_of_the_notation() -> None:
    with pytest.raises(RulesError, match="word of the notation"):
        game_of("amigo-ja", deck__colours=["from", "red"])


def test_a_shipped_variant_cannot_be_changed_behind_its_back() -> None:
    ja = load_variant("amigo-ja")
    with pytest.raises(TypeError, match="does not support item assignment"):
        ja.values["gala.bonus"] = 99  # type: ignore[index]
    assert pickle.loads(pickle.dumps(ja)) == ja  # noqa: S301 - our own bytes


def test_an_error_keeps_its_facts_on_the_way_to_another_process() -> None:
    game = game_of("amigo-ja")
    state = game.start(["Ann", "Ben", "Cleo"], seed=1)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(state, game.parse_move("decline", state))
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert (str(again), again.rule_point) == (str(caught.value), "turn.decline")
