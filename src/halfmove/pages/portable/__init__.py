"""Functions for people (`show`, `format`, `say`, `locate`, `clicks`) as data, which `js/python.js` runs in a page.

Their texts are no numbers, so they are not compiled. A page gets their syntax trees and all values that they name:

>>> made = portable({"format": lambda square: "abc"[square % 3] + str(square // 3 + 1)})
>>> made.roots
{'format': 0}
>>> made.things
[['F', ['square'], 0, ['r', ['+', ['[', 'abc', ['%', -1, 3]], ['c', ['b', 'str'], [['+', ['//', -1, 3], 1]]]]]]]

What a page does not have is refused when the page is made, with a sentence:

>>> portable({"show": lambda p: print(p)}).refused["show"]
'a page does not have `print` (<doctest halfmove.pages.portable[3]>:1)'

`evaluator` is the script python.js without what these functions do not use.

A tree is one of these. Names are places in a frame, found here, so that a page looks up no names.

    null true false "text" 7        constants; ["i", "-1"] is another whole number, ["x", 0.5] a float
    -1, -2, ...                     the name in place 0, 1, ... of the frame; ["u", 2, 0]: two frames further out
    ["g", 3]  ["b", "len"]          thing 3; a builtin
    ["t" "l" "s" "d" "a", ...]      a tuple, list, set, dictionary (key, value, ...), array; ["...", x] is *x
    ["c", f, [x, ...]]              a call; ["C", f, [x, ...], [name, y], ...] with names, of which null is **y
    [".", x, "name"]  ["[", x, i]   an attribute, an item; ["S", low, high, step] is a slice
    ["+", x, y]  ["@", "+", x, y]   an operator, an operator in place; ["!", x] ["~", x] ["neg", x] ["pos", x]
    ["&&" "||", ...]  ["?", x, y, z]      `and`, `or`; y if x else z, also of statements
    ["f", ...]  [":", x, spec]      parts of a text in a row; x formatted, after ["!r", x], ["!s", x], ["!a", x]
    ["=", place, x]                 an assignment; a place is a name, an item, or a tuple of places
    ["G", x, place, values, test, ...]    the values of a comprehension
    ["F", names, yields, body, defaults, positional only, [names, defaults, *, **]]     a function
    ["B", ...] ["L", place, values, body, else] ["W", test, body, else]     statements, for, while; with * if they yield
    ["r", x] ["k"] ["n"] ["y", x] ["R", x] ["D", x, i]    return, break, continue, yield, raise, del x[i]
    ["T", body, [[kinds, place, body], ...], else, finally]     try
    ["N", name, fields, defaults, [[name, how, function], ...]]     a NamedTuple class; "p", "s", "c": property, ...
    ["X", name, base, ...]  ["P", pattern, flags]     an exception class; a pattern of `re`
"""

from halfmove.pages.portable.refusals import NotPortable as NotPortable
from halfmove.pages.portable.scripts import evaluator as evaluator
from halfmove.pages.portable.things import Portable as Portable
from halfmove.pages.portable.things import portable as portable
from halfmove.pages.portable.things import shape_of as shape_of
