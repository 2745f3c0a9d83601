"""Sentences that say what happens in a search, and why a branch was not looked at: the same for terminal and pages.

Names in braces are filled in. In reasons they are:

node    where the search stops         value   the bound of its value
bound   the bound that is reached      owner   the node at which it was made
child   the move that made it          rest    the children that are not looked at
levels  how far above it was made
"""

from __future__ import annotations

from halfmove.recording.reasons import (
    ALPHA,
    DROPPED,
    PURGED,
    QUESTION,
    REST_OF_MAX,
    REST_OF_MIN,
    STOPPED,
    UNBEGUN,
    WINDOW,
)

KINDS = ("alpha", "beta", "rest", "rest", "purged", "dropped", "rest", "purged")

_HERE_MAX = "Beta cut-off at {node}: MAX gets at least {value} here"
_HERE_MIN = "Alpha cut-off at {node}: MIN holds MAX to at most {value} here"

SENTENCES = {
    "beta by a node": _HERE_MAX
    + ", but at {owner} MIN already has {bound} by {child} and will not let the game come here. {rest}",
    "beta by a node far above": _HERE_MAX
    + ", but at {owner}, {levels} half-moves above, MIN already has {bound} by {child} and will not let the game come "
    "here: a deep cut-off. {rest}",
    "beta by the window": _HERE_MAX + ", and the window of the search ends at {bound}. {rest}",
    "beta by a question": _HERE_MAX + ". This search only asks whether {bound} is reached, and it is. {rest}",
    "alpha by a node": _HERE_MIN
    + ", but at {owner} MAX already has {bound} by {child} and will not let the game come here. {rest}",
    "alpha by a node far above": _HERE_MIN
    + ", but at {owner}, {levels} half-moves above, MAX already has {bound} by {child} and will not let the game come "
    "here: a deep cut-off. {rest}",
    "alpha by the window": _HERE_MIN + ", and the window of the search begins at {bound}. {rest}",
    "alpha by a question": _HERE_MIN
    + ". This search only asks whether MAX gets more than {bound}, and here MAX does not. {rest}",
    "rest of max": "{node} is SOLVED with merit {bound}, which its child {child} reaches. Merits only get worse on the "
    "way down, so no other child can end with a better one, whatever it is worth. {rest}",
    "rest of min": "{node} is SOLVED with merit {bound}: MAX is sure of that much elsewhere, and cannot get more "
    "here. {rest}",
    "purged": "{node} is removed from OPEN and not looked at: {child} is SOLVED with merit {bound} and is the first on "
    "OPEN. Merits only get worse on the way down, so nothing open below {owner} can end with a better one, "
    "whatever {node} is worth.",
    "dropped": "All states below {node} are removed from OPEN: {child} is SOLVED with merit {bound} and is the first "
    "on OPEN. Merits only get worse on the way down, so nothing else below {owner} can end with a better one. "
    "{rest}",
    "stopped": "The search of {node} ends: its value cannot matter anymore. {rest}",
    "unbegun": "The search of {node} does not begin: its value cannot matter anymore.",
}

# What happens at an event. `better` is the end of the window that moves: alpha at a MAX node, beta at a MIN node.
EVENTS = {
    "enter": "Enter {node}, where {player} is to move: alpha = {x}, beta = {y}.",
    "leave": "Leave {node}: it is worth {x}.",
    "leave with a lower bound": "Leave {node}: it is worth at least {x}.",
    "leave with an upper bound": "Leave {node}: it is worth at most {x}.",
    "leave low": "Leave {node}: it is worth at most {x}, which is not more than alpha = {low}.",
    "leave high": "Leave {node}: it is worth at least {x}, which is not less than beta = {high}.",
    "leaf": "Evaluate the leaf {node}: {x}.",
    "static": "Use the static value of {node}: {x}.",
    "visit": "Visit {node}, where {player} is to move.",
    "raise": "At {node} the best move for {player} is now {child}: {better} = {x}.",
    "known": "The table knows that {node} is worth from {x} to {y}.",
    "known exactly": "The table knows that {node} is worth {x}.",
    "answered": "The table answers for {node}: {x}.",
    "cut": "Leave {node}: its value is cut off at {x}.",
    "stop": "Leave {node}: its value cannot matter anymore.",
    "round": "A round begins, after {aux} others.",
    "work": "Processor {aux} has evaluated {node}.",
    "wait": "Processor {aux} waits for work that is on its way.",
    "case": "Case {aux} is applied to {state}: {rule}.",
    "case without a rule": "Case {aux} is applied to {state}.",
    "end": "The root is SOLVED.",
    "open": "{state} enters OPEN.",
    "close": "{state} leaves OPEN.",
    "keep": "{kept} enters BACKUP.",
    "drop": "{kept} leaves BACKUP.",
}

# Replacements in the rule of an operator where MAX and MIN have changed roles, as in DUAL*.
MIRRORED = {"MAX": "MIN", "MIN": "MAX", "below its merit": "above its merit", "lower bound": "upper bound"}

REST = {
    0: "The rest below {node} is not looked at.",
    1: "{first} is not looked at.",
    2: "{first} and {last} are not looked at.",
    3: "{first} to {last} are not looked at.",
}


def sentence_for(kind: int, owner: int, levels: int) -> str:
    """The key in SENTENCES of the sentence for a reason."""
    if kind in _ALONE:
        return _ALONE[kind]
    end = "alpha" if kind == ALPHA else "beta"
    if owner < 0:
        return f"{end} by {'the window' if owner == WINDOW else 'a question'}"
    return f"{end} by a node" + (" far above" if levels > 1 else "")


_ALONE = {REST_OF_MAX: "rest of max", REST_OF_MIN: "rest of min", PURGED: "purged", DROPPED: "dropped"}
_ALONE |= {STOPPED: "stopped", UNBEGUN: "unbegun"}


def table() -> list[dict[str, str]]:
    """For a page: the sentences of each kind of reason, by what made the bound.

    That is "window", "question", "node", or "far" for a node more than one half-move above.
    """
    return [
        {name: SENTENCES[sentence_for(kind, owner, levels)] for name, (owner, levels) in _OWNERS.items()}
        for kind in range(UNBEGUN + 1)
    ]


_OWNERS = {"window": (WINDOW, 0), "question": (QUESTION, 0), "node": (0, 1), "far": (0, 2)}
