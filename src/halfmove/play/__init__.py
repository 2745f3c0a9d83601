"""Playing: searches for choosing a move, where the value of the whole game is out of reach."""
