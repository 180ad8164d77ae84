"""Mars troupe: a game for two by shownanrocketiaz, under the readings of its text.

Read it in the order effects, components, rules, state, moves, legality,
transitions, scoring, notation, game.
"""
