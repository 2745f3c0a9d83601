"""Games as pages: one self-contained HTML file in which a game is played."""
