"""Trees and searches as pictures: text for a terminal, SVG for pages."""

from halfmove.drawing.drawings import Drawing, draw

__all__ = ["Drawing", "draw"]
