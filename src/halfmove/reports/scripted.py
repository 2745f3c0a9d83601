"""What pages with a script share: data and code inside one HTML file, and a policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from typing import Any

from halfmove.base.printable import printable_line


def scripted_document(title: str, style: str, body: str, data: Any, code: str, more_policy: str = "") -> str:
    """The whole file. `data` is plain data for the script, in an element with the id halfmove-data.

    more_policy   what the page needs besides its own script, as a Content-Security-Policy says it
    """
    code = inside_script(f'(() => {{\n"use strict";\n{code}\n}})();\n')
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    wasm = " 'wasm-unsafe-eval'" if "worker-src" in more_policy else ""
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'{wasm}; style-src 'unsafe-inline'; img-src data: blob:; "
        f"{more_policy}base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(printable_line(title))}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'{body}\n<script type="application/json" id="halfmove-data">{as_json(data)}</script>\n'
        f"<script>{code}</script>\n</body>\n</html>\n"
    )


def as_json(data: Any) -> str:
    """JSON that cannot end a script element. JSON.parse reads its infinite numbers as infinite."""
    text = json.dumps(data, separators=(",", ":"))
    text = re.sub(r'("(?:[^"\\]|\\.)*")|Infinity', lambda found: found[1] or "1e999", text)
    return text.replace("<", "\\u003c")


def inside_script(code: str) -> str:
    """Code in which no text ends the script element. A backslash before / or ! does not change a text."""
    code = re.sub("</(?=script)", r"<\\/", code, flags=re.IGNORECASE)
    return code.replace("<!--", "<\\!--").replace("\r", "\n")


def without_comments(code: str) -> str:
    """A script without comments that have a line of their own, without blank lines, and without indentation."""
    lines = (line.strip() for line in code.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
