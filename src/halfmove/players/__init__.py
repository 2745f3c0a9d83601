"""Playing games: a player that deepens its search, solves to the end, and knows how to use the hooks of a game."""
