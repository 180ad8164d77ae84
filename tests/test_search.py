"""The search player, and the imagined states that it looks at."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules import load_variant
from flohcati_rules.games.flea_circus.cards import codes_in, size
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.notation import places
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.rulepoints import with_changes
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study import Player, Search, play, players_of
from tests.strategies import flea_circus_games

Dealt = tuple[FleaCircus, State, random.Random]


def cards_of(state: State) -> Counter[int]:
    return Counter(code for _, pile in places(state) for code in codes_in(pile))


@given(flea_circus_games(), st.integers(0, 2**32))
def test_an_imagined_state_looks_like_the_real_one(dealt: Dealt, seed: int) -> None:
    """Its seat observes the same, no card is lost, and play goes on from it."""
    real, state, choices = dealt
    unseen = {"demand.shown": "to-the-two", "draw.shown": "to-the-two"}
    game = FleaCircus(with_changes(real.rules, unseen))
    stream = Stream(seed, 0, PLAY)
    for _ in range(60):
        moves = game.legal_moves(state)
        if not moves:
            break
        decider = game.decider(state)
        if decider != "chance":
            imagined = game.imagine(state, decider, stream)
            assert game.observe(state, decider) == game.observe(imagined, decider)
            assert moves == game.legal_moves(imagined)
            assert cards_of(state) == cards_of(imagined)
            assert [*map(size, state.hands)] == [*map(size, imagined.hands)]
            for seat in game.seats(state):
                seen = game.observe(imagined, seat)
                assert {*seen.hand} == {*seen.known[seen.seats.index(seat)]}
        state = game.step(state, choices.choice(moves))


def test_unseen_hand_cards_are_imagined_anew() -> None:
    """Of a hand that was never seen anything may be true, but its size."""
    game = load_variant("kirppusirkus-fi").game()
    state = game.position(
        {
            "seats": ["Ann", "Ben", "Cleo"],
            "deck": ["red-1", "red-2", "red-3", "red-4"],
            "hands": {"Ben": ["blue-1", "blue-2"], "Ann": ["grey-7"]},
        }
    )
    stream = Stream(1, 0, PLAY)
    hands = {
        game.observe(game.imagine(state, "Ann", stream), "Ben").hand for _ in range(60)
    }
    assert len(hands) > 5
    assert {game.observe(state, "Ann").hand} == {("grey-7",)}


@pytest.mark.parametrize(("id", "seats"), [("mars-troupe-ja", 2), ("amigo-ja", 3)])
def test_the_search_player_plays_a_whole_game(id: str, seats: int) -> None:
    game = load_variant(id).game()
    players = players_of(type(game))
    table = dict.fromkeys(map("seat-{}".format, range(seats - 1)), players["uniform"])
    table["searcher"] = Search(iterations=2)
    played = play(game, table, seed=3)
    assert played.result == play(game, table, seed=3).result


@pytest.mark.slow
def test_the_search_player_beats_one_that_plays_at_random() -> None:
    """Six games of the second game, at even chances won by luck once in 64 times."""
    game = load_variant("mars-troupe-ja").game()
    table: dict[str, Player] = {
        "searcher": Search(iterations=20),
        "random": players_of(type(game))["uniform"],
    }
    won = [play(game, table, seed=1, index=n).result.winners for n in range(6)]
    assert won == [("searcher",)] * 6
