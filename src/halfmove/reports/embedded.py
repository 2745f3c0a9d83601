"""Pages that a notebook shows in a frame, and that can be saved as a file."""

from __future__ import annotations

import html

from halfmove.base import outputs
from halfmove.base.gate import checked


class EmbeddedPage:
    """A page as one HTML file. A notebook shows it; `save` writes it to a file that any browser opens."""

    _height: int = 720  # pixels in a notebook

    def __init__(self, page: str, about: str) -> None:
        self.page = page
        self._about = about

    @checked
    def save(self, path: str) -> None:
        """Write the page to a file.

        Parameters
        ----------
        path : str
            The file, usually with the ending ``.html``.
        """
        outputs.write(self.page, path)

    def _repr_html_(self) -> str:
        # The frame may run its own script and save files, but cannot reach the notebook.
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" title="{html.escape(self._about)}" '
            'sandbox="allow-scripts allow-downloads" allow="clipboard-write" '
            f'style="width:100%;height:{self._height}px;border:1px solid #ccc;border-radius:8px"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._about}>"
