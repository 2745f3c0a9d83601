"""From an object file of LLVM to a module that a browser runs.

An object for WebAssembly is nearly a module: its code and data are laid out from address 0 on, as if it were alone. It
only exports nothing, and it has sections for linkers. Here an export section is added and those sections are dropped.
The module imports its memory, its stack pointer, and the functions that it calls and does not contain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from halfmove.errors import NotCompilable

_HEAD = b"\0asm\1\0\0\0"
_IMPORT, _EXPORT, _CODE, _DATA = 2, 7, 10, 11  # numbers of sections
_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)  # in which they must stand
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = range(4)  # what can be imported
_SYMBOLS = 8  # the part with the names in the section for linkers
_UNDEFINED, _NAMED = 16, 64  # flags of a symbol
_VERSION = 2  # of the section for linkers


class Module(NamedTuple):
    """A module for a browser.

    code       its bytes
    functions  the names of the functions that it imports
    data_end   the first byte of memory after its data
    frames     how many bytes its functions take on the stack, all together
    """

    code: bytes
    functions: tuple[str, ...]
    data_end: int
    frames: int


def module_of(object_code: bytes, exports: Mapping[str, str]) -> Module:
    """The module of an object file; `exports`: the name that a page calls -> the name in the object file."""
    kept: dict[int, bytes] = {}
    functions: dict[str, int] = {}
    for number, content in _sections(object_code):
        if number:
            kept[number] = content
        elif (section := _Reader(content)).text() == "linking":
            functions = _functions(section)
    rows = [_text(name) + b"\0" + _number(functions[own]) for name, own in exports.items()]
    kept[_EXPORT] = _number(len(rows)) + b"".join(rows)
    parts = (bytes([number]) + _number(len(kept[number])) + kept[number] for number in _ORDER if number in kept)
    imported = tuple(_imported_functions(_Reader(kept.get(_IMPORT, b"\0"))))
    return Module(_HEAD + b"".join(parts), imported, _data_end(kept.get(_DATA, b"\0")), _frames(kept.get(_CODE, b"\0")))


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def byte(self) -> int:
        self._at += 1
        return self._content[self._at - 1]

    def bytes(self, size: int) -> bytes:
        self._at += size
        return self._content[self._at - size : self._at]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self) -> int:
        begin = self._at
        value = self.number()
        bits = 7 * (self._at - begin)
        return value - (1 << bits) if value >> bits - 1 else value

    def text(self) -> str:
        return self.bytes(self.number()).decode()

    @property
    def more(self) -> bool:
        return self._at < len(self._content)


def _number(value: int) -> bytes:
    made = bytearray()
    while value >= 128:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def _text(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(code)
    if reader.bytes(len(_HEAD)) != _HEAD:
        raise NotCompilable("the compiler did not make WebAssembly, which a page needs")
    while reader.more:
        number = reader.byte()
        yield number, reader.bytes(reader.number())


def _functions(reader: _Reader) -> dict[str, int]:
    """The numbers of the functions that an object file defines, from its section for linkers."""
    found: dict[str, int] = {}
    if reader.number() != _VERSION:
        raise NotCompilable("the compiler made a kind of object file for WebAssembly that is not known")
    while reader.more:
        kind, part = reader.byte(), _Reader(reader.bytes(reader.number()))
        for _ in range(part.number() if kind == _SYMBOLS else 0):
            what, flags = part.byte(), part.number()
            if what == 1:  # data
                part.text()
                if not flags & _UNDEFINED:
                    for _ in range(3):
                        part.number()
                continue
            number = part.number()
            if what != 3 and (not flags & _UNDEFINED or flags & _NAMED):  # sections have no names
                name = part.text()
                if what == 0 and not flags & _UNDEFINED:
                    found[name] = number
    return found


def _imported_functions(reader: _Reader) -> Iterator[str]:
    for _ in range(reader.number()):
        reader.text()
        name, kind = reader.text(), reader.byte()
        if kind == _FUNCTION:
            reader.number()
            yield name
            continue
        if kind in (_TABLE, _GLOBAL):
            reader.byte()
        if kind == _GLOBAL:
            reader.byte()
            continue
        has_most = reader.byte() & 1
        reader.number()
        if has_most:
            reader.number()


def _data_end(content: bytes) -> int:
    reader, end = _Reader(content), 0
    for _ in range(reader.number()):
        kind, opcode, begin, after = reader.number(), reader.byte(), reader.signed(), reader.byte()
        if (kind, opcode, after) != (0, 0x41, 0x0B):  # at a constant address
            raise NotCompilable("the compiler made data for WebAssembly whose place is not known")
        end = max(end, begin + len(reader.bytes(reader.number())))
    return end


def _frames(content: bytes) -> int:
    """The sum of what functions take on the stack in memory: each begins with `stack pointer - constant`."""
    reader, total = _Reader(content), 0
    for _ in range(reader.number()):
        function = _Reader(reader.bytes(reader.number()))
        for _ in range(function.number()):  # its local variables
            function.number(), function.byte()
        if function.byte() != 0x23:  # global.get
            continue
        function.number()
        if function.byte() == 0x41:  # i32.const
            total += abs(function.signed())
    return total
