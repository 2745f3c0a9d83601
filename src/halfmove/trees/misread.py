"""What is wrong with a tree that cannot be read: unbalanced brackets first, then the error of the JSON parser.

>>> misread("[[3, 7], [4, 1]")
'one ] is missing at the end'
"""

from __future__ import annotations

import json

_COUNTS = {1: "one", 2: "two", 3: "three"}
_MEANT = {
    "Expecting ',' delimiter": "at {} a comma or a ] is expected",
    "Expecting value": "at {} a number or a [ is expected",
    "Illegal trailing comma before end of array": "there is an extra comma at {}",
    "Extra data": "it is complete before {}, but more text follows",
}


def misread(text: str, error: json.JSONDecodeError | None = None) -> str:
    """What is wrong, without a full stop. `error` is the error of the JSON parser; by default the text is parsed."""
    if not text.strip():
        return "it is empty"
    missing = text.count("[") - text.count("]")
    if missing > 0 and _is_json(text + "]" * missing):
        return f"{_brackets(missing)} {'is' if missing == 1 else 'are'} missing at the end"
    error = error or _error(text)
    if error is None:
        return "nothing"
    too_many = text[error.pos :].split()
    if error.msg == "Extra data" and not "".join(too_many).strip("]"):
        return f"{_brackets(len(''.join(too_many)))} too many at {_place(text, error)}"
    if error.msg in _MEANT:
        return _MEANT[error.msg].format(_place(text, error))
    return f"it is not JSON ({error.msg} at {_place(text, error)})"


def _brackets(count: int) -> str:
    return f"{_COUNTS.get(count, count)} ]"


def _place(text: str, error: json.JSONDecodeError) -> str:
    return f"line {error.lineno}, column {error.colno}" if "\n" in text.strip() else f"column {error.colno}"


def _is_json(text: str) -> bool:
    try:
        return _error(text) is None
    except (RecursionError, ValueError):
        return False


def _error(text: str) -> json.JSONDecodeError | None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error
    return None
