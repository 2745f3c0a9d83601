"""Learning an evaluation of a game from its rules."""
