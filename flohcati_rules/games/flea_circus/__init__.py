"""The flea circus: Reiner Knizia's card game, under several rule texts.

Read it in the order cards, rules, state, moves, legality, transitions, scoring,
notation, game.
"""
