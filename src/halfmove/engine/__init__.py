"""How a kernel is run: bound to a game, interpreted or compiled, in a workspace, until a deadline."""
