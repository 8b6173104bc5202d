"""What the compiler says against a rule, in the words of those who wrote it."""

from __future__ import annotations

import builtins
import re

KINDS = (
    (r"text\b|Letters", "a text"),
    (r"none|NoneType", "None"),
    (r"uint64", "Bits"),
    (r"bool|Literal\[bool\]", "a truth value"),
    (r"u?int\d+|intp|Literal\[int\]|IntEnum", "a whole number"),
    (r"float|Literal\[float\]", "a fraction"),
    (r"complex", "a complex number"),
    (r"unicode|Literal\[str\]|\[unichr", "a string"),
    (r"bytes|Bytes", "bytes"),
    (r"(reflected )?list|LiteralList|ListType", "a list"),
    (r"UniTuple|Tuple|StarArgTuple", "a tuple"),
    (r"(reflected )?set|Set|Members", "a set"),
    (r"Dict|LiteralStrKey", "a dictionary"),
    (r"array|Array|Nested|Buffer", "an array or a constant"),
    (r"range", "a range"),
    (r"iter|zip|enumerate|generator|Generator|map|filter", "something to loop over"),
    (r"slice", "a slice"),
    (r"Module", "a module"),
    (r"type\(|Function|class|Dispatcher|dispatcher|typeref|closure|make_function", "a function or a class"),
    (r"Optional|OptionalType", "something that may be None"),
    (r"ellipsis|\.\.\.", "`...`"),
    (r"undefined|unknown", "something that is never given a value"),
    (r"[A-Z]\w*\(", "a named tuple"),
)
"""How a machine's types begin, and what they are called here; the first that fits."""

OPERATIONS = {
    "getitem": "an index into",
    "static_getitem": "an index into",
    "setitem": "setting an item of",
    "static_setitem": "setting an item of",
    "delitem": "deleting an item of",
    "getiter": "a loop over",
    "iter": "a loop over",
    "exhaust_iter": "unpacking",
    "bool": "the truth of",
    "is_true": "the truth of",
    "contains": "`in` with",
    "eq": "`==` with",
    "ne": "`!=` with",
    "lt": "`<` with",
    "le": "`<=` with",
    "gt": "`>` with",
    "ge": "`>=` with",
    "is_": "`is` with",
    "is_not": "`is not` with",
}
"""What a machine calls its operations, and what they are called here."""

FIRST_ONLY = ("getitem", "static_getitem", "setitem", "static_setitem", "delitem", "sorted", "sorted_of")
"""Operations on their first argument; the others say how."""
ANOTHER_WAY = "write it with numbers, tuples and plain loops, as docs/what-compiles.md does"
NO_CODE = f"there is no machine code for it: {ANOTHER_WAY}"
FOREIGN = re.compile(
    r"[Nn]umba|LLVM|llvm|Typing|[Ll]owering|Literal|reflected|Tuple\(|u?int64|float64|njit|nopython|"
    r"<[a-z-]+ |object at|unit\.py|\$|unify|Invalid use|implementation|NoneType|Undecided|Dispatcher|"
    r"\bVar\(|game_|unicode_|ndarray|Error\b|_v\d"
)
"""What a machine's own words look like."""


def kind_in_words(kind: str) -> str:
    """A machine's type, as it writes it, in the words of the contract."""
    return next((words for sign, words in KINDS if re.match(sign, kind.strip())), "something else")


def arguments_in(text: str) -> list[str]:
    """What stands between the commas of the outermost pair of brackets."""
    found, depth = [""], 0
    for letter in text[text.find("(") + 1 : text.rfind(")")]:
        depth += letter in "([<"
        depth -= letter in ")]>"
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [part for part in found if part.strip()]


def operation_in_words(name: str) -> str:
    """A function of the machine's, as the rule has it."""
    if name in OPERATIONS:
        return OPERATIONS[name]
    name = name.removesuffix("_of")
    return f"{name}() of" if hasattr(builtins, name) else "an operation on"


def missing(call: str) -> str:
    """That there is no such operation on such things."""
    name, kinds = call.partition("(")[0].strip(), [kind_in_words(part) for part in arguments_in(call)]
    if name in ("setitem", "static_setitem") and kinds[:1] == ["a tuple"]:
        return "a tuple cannot be changed: make a new one with updated(cells, i, value)"
    if name == "tuple":
        return "tuple(...) of unknown length: a tuple's length has to be known, loop over the list instead"
    kinds = kinds[:1] if name in FIRST_ONLY else kinds
    things = " and ".join(dict.fromkeys(kinds)) or "nothing"
    return f"there is no machine code for {operation_in_words(name)} {things}: {ANOTHER_WAY}"


def attribute(name: str, kind: str) -> str:
    return f"{kind_in_words(kind)} has no `{name}` in machine code: {ANOTHER_WAY}"


def met(name: str, *kinds: str) -> str:
    """Two kinds in one variable, which may have the same name.

    >>> met("cells", "UniTuple(int64 x 3)", "UniTuple(int64 x 4)")
    'a tuple and a tuple of another make meet in `cells`: let it hold one kind of thing'
    """
    found = list(dict.fromkeys(map(kind_in_words, kinds)))
    words = " and ".join(found if len(found) > 1 else [*found, f"{found[0]} of another make"])
    where = f"`{name}`" if name.isidentifier() and not FOREIGN.search(name) else "one variable"
    return f"{words} meet in {where}: let it hold one kind of thing"


def given(kinds: str) -> str:
    words = " and ".join(dict.fromkeys(kind_in_words(part) for part in arguments_in(f"({kinds})")))
    return f"it gives {words}: let every return give one kind of thing"


def complaint(message: str) -> str:
    """A sentence about what the compiler said."""
    if found := re.search(r"No implementation of function .*?>>> ([^\n]*)", message, re.DOTALL):
        return missing(found[1])
    if found := re.search(r"Unknown attribute '(\w+)' of type ([^\n]*)", message):
        return attribute(found[1], found[2])
    if found := re.search(r"Cannot unify (.*?) and (.*?) for '([\w.]+)'", message):
        return met(found[3].split(".")[0], found[1], found[2])
    if found := re.search(r"Can't unify return type from the following types: ([^\n]*)", message):
        return given(found[1])
    if found := re.search(r"Invalid use of (getiter) with parameters (\([^\n]*\))", message):
        return missing(found[1] + found[2])
    if "Int value is too large" in message:
        return "a number does not fit in 64 bits: use a smaller one"
    if "tuple index out of range" in message:
        return "the tuple has no such item: use an index that it has"
    if "*args in function call" in message:
        return "*arguments in a call: name every argument"
    if re.search(r"cannot be determined|[Uu]ndecided|[Uu]ntyped|imprecise", message):
        return "what it holds cannot be told: an empty list, for one, needs an item to begin with"
    if re.search(r"referenced before|not defined|not in scope|undefined variable", message):
        return "a name is used before it has a value: give it one first"
    return NO_CODE


def purified(sentence: str) -> str:
    """A sentence of ours; where a machine's words are in it after all, what is always true."""
    return NO_CODE if FOREIGN.search(sentence) else sentence
