"""What pages with a script share: data and code inside one HTML file, and a policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from typing import Any

from halfmove.base.printable import printable_line

# Unpacks the script and the data of a page. The policy lets just this script run, and the packed one as it was made.
_LOADER = """(async () => {
"use strict";
const find = (id) => document.getElementById(id);
let why = "This page is damaged: it is not as it was written. Get it again from whoever made it.";
try {
if (typeof DecompressionStream === "undefined") throw why = "This browser is too old for this page. Take a newer one.";
const bytes = Uint8Array.from(atob(find("halfmove-packed").textContent), (sign) => sign.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
const [code, data] = JSON.parse(await new Response(stream).text());
find("halfmove-data").textContent = data;
const script = document.createElement("script");
script.textContent = code;
document.body.append(script);
if (!document.body.dataset.state) throw why;
} catch {
const place = document.createElement("p");
place.setAttribute("role", "alert");
place.className = "problem";
place.textContent = why;
document.body.dataset.state = "spoiled";
document.body.prepend(place);
}
})();
"""


def scripted_document(title: str, style: str, body: str, data: Any, code: str) -> str:
    """The whole file. `data` is plain data for the script, in an element with the id halfmove-data."""
    code = inside_script(_alone(code))
    return _document(
        title,
        f"script-src {_hash(code)}",
        style,
        f'{body}\n<script type="application/json" id="halfmove-data">{as_json(data)}</script>\n<script>{code}</script>',
    )


def packed_document(title: str, style: str, body: str, data: Any, code: str, policy: str = "") -> str:
    """The same with script and data compressed, for a large script. The script sets the state of the body at once.

    policy   what the page needs besides, as a Content-Security-Policy says it
    """
    code = _alone(code)
    packed = zlib.compress(json.dumps([code, as_json(data)]).encode(), 9)
    return _document(
        title,
        f"script-src {_hash(_LOADER)} {_hash(code)} 'wasm-unsafe-eval'; {policy}".rstrip("; "),
        style,
        f'{body}\n<script type="application/json" id="halfmove-data"></script>\n'
        f'<script type="text/plain" id="halfmove-packed">{base64.b64encode(packed).decode()}</script>\n'
        f"<script>{_LOADER}</script>",
    )


def _document(title: str, policy: str, style: str, content: str) -> str:
    policy = (
        f"default-src 'none'; {policy}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
        "form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(printable_line(title))}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"{content}\n</body>\n</html>\n"
    )


def _alone(code: str) -> str:
    """A script whose names nobody else sees."""
    return f'(() => {{\n"use strict";\n{code}\n}})();\n'


def _hash(code: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


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
    """A script or style without comments that have a line of their own, blank lines and indentation."""
    lines = (line.strip() for line in code.split("\n"))
    return "\n".join(line for line in lines if line and not re.match(r"//|/\*.*\*/$", line)) + "\n"
