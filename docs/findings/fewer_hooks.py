"""Breakthrough with fewer hooks: the same rules and the same evaluation, and less help for a player."""

import halfmove as hm

_full = hm.games.breakthrough()
_rules = (_full.start, _full.moves, _full.play, _full.result, _full.evaluate)

# Only the moves that take a stone for nothing, so that quiescence is possible.
breakthrough = hm.Game("Breakthrough with few hooks", *_rules, noisy=_full.noisy, longest=_full.longest)

# And an order of moves: it changes no value, but among equal moves the first one is played.
breakthrough_in_order = hm.Game(
    "Breakthrough with few hooks, in order", *_rules, noisy=_full.noisy, order=_full.order, longest=_full.longest
)
