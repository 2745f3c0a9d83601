"""The documentation and the examples that come with halfmove: found by name or by words, as pages and as text."""
