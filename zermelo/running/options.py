"""What a caller may say, and the sentence for one that says something else.

Every option of `search` is named, typed and explained here once: for editors, for type checkers, and for
`verb`, which wraps whatever a user calls.
"""

from __future__ import annotations

import inspect
import typing
import warnings
from collections.abc import Callable, Generator, Iterable
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, Literal, ParamSpec, Protocol, TypedDict, TypeVar

from zermelo.errors import SearchError
from zermelo.game import Action, Rules
from zermelo.kernel.options import Order
from zermelo.limits import MatchClock
from zermelo.messages import shortened

if TYPE_CHECKING:
    from zermelo.running.transpositions import Transpositions

Verb = TypeVar("Verb", bound=Callable[..., Any])
Taken = ParamSpec("Taken")
Item = TypeVar("Item")
Named = Callable[[], None]
"""A function that has but a name and a docstring."""
NestedLists = list[Any] | tuple[Any, ...]
"""A tree as it is written down, [[3, 12, 8], [2, 4, 6]]: a game too."""
GameOrMaker = Rules[Any, Any] | NestedLists | Callable[[], Rules[Any, Any]]
"""A game, or a function without arguments that makes it, in every process anew."""
EngineName = Literal["auto", "compiled", "interpreted"]
"""`auto` starts interpreted and goes on compiled as soon as the machine code is there."""
AlgorithmName = Literal[
    "minimax",
    "negamax",
    "alphabeta",
    "alphabeta_negamax",
    "deepening",
    "expectiminimax",
    "star1",
    "star2",
    "pvs",
    "mtdf",
    "null_window",
    "mcts",
    "maxn",
    "paranoid",
]
OLD_NAMES = {
    "only": "root_actions",
    "without": "switch_off",
    "mate": "win_within",
    "quick": "prefer_quick_wins",
}
"""Options that had other names before."""


class WholeGame(Protocol):
    """Every position of a game with its value, as `build_table` makes it."""

    def probe(self, state: Any) -> Any: ...


class SearchOptions(TypedDict, Generic[Action], total=False):
    """What `search` and `analyse` take besides the game and the state."""

    depth: int | None
    """Most plies to look ahead, 0 or more."""
    nodes: int | None
    """Most positions to visit."""
    seconds: float | None
    """Most seconds to take; waiting for a compilation that was asked for does not count."""
    win_within: int | None
    """Stop as soon as a win within this many plies is proved."""
    clock: MatchClock | None
    """The time left for the rest of a game: MatchClock(seconds, increment)."""
    algorithm: AlgorithmName | None
    """By default what suits the game: `pvs`, the engine, ply by ply until a limit is reached or nothing is
    left to find; with dice or several players `deepening`; if time is limited `mcts`, with many moves and no
    `evaluate`, or with `playable` and no end near.  To a `depth` alone, through a typed tree and for a trace
    `alphabeta`, `star1` or `maxn`."""
    engine: EngineName
    """Where it runs: `auto` starts interpreted and goes on compiled once the machine code is ready."""
    values: bool
    """The score of every root action, in `Report.values`."""
    lines: int
    """How many of the best lines to find, in `Report.lines`; for the engine, and for `mcts`, which gives 8 or
    more."""
    root_actions: Iterable[Action]
    """Consider only these root actions; for the engine only."""
    past: Iterable[Any]
    """The earlier positions of the game, which count as repeated when they occur again."""
    threads: int
    """How many threads search together, from 1 to 256; for the engine, the solver and `mcts` only."""
    memory: float | None
    """Megabytes for the table of positions, or the tree of `mcts`; for algorithms that have one."""
    table: Transpositions | None
    """A table of positions that is kept from one search to the next, instead of `memory`; with `mcts` its
    tree, which goes on growing from the position that play has come to."""
    solved: WholeGame | None
    """A table of the whole game, which the engine looks positions up in."""
    exact: bool
    """Minimax's value at this depth, a position that comes again being worth `repetition`: nothing is pruned,
    reduced or extended by guesswork."""
    switch_off: Iterable[str]
    """Techniques that the engine or the solver must not use, by name: ("killers", "history")."""
    trace: bool | int
    """Keep every step of the search in `Report.trace`: True, or the most steps to keep (262,144 at most)."""
    seed: int
    """For the order `random`, to tell threads apart, and for the random games of `mcts`."""
    exploration: float | None
    """For `mcts`: how much being little known counts, in halves of the span of the payoffs; by default √2,
    or √½ where the game plays its random games itself (`rollout`)."""
    cutoff: int | None
    """For `mcts`: plies after which a random game is left and estimated; by default it is played out."""
    first_play: float | None
    """For `mcts`: what an action that was never tried promises beyond the average of its node (first-play
    urgency), in halves of the span of the payoffs; by default each is tried before any is tried twice.  A
    game without `prior` needs one well above 0: at 0 the first action that is tried is followed for good."""
    prune_equal: bool
    """Cut off when the window is empty (alpha >= beta); False: only beyond equality (alpha > beta)."""
    fail_soft: bool
    """Return the best value found even outside the window; False: never leave the window (fail-hard)."""
    payoff_bounds: bool
    """Start alpha-beta at the bounds of the payoffs instead of ±∞, stop at the best; all wins are equal."""
    prefer_quick_wins: bool
    """Among wins prefer the quicker, among losses the slower; False: all wins are equal."""
    order: Order
    """In which order a textbook algorithm visits the children."""


KINDS = {name: kind.__forward_arg__ for name, kind in SearchOptions.__annotations__.items()}
"""The kind of each option, as it is written above."""


def verb(function: Verb) -> Verb:
    """A function that users call: what it does not know gets a sentence, an old name a warning."""
    called_by, signature = function.__name__, inspect.signature(function)
    known = tuple(names_in(signature))
    check, rename, unboxed = check_call, renamed, numbers_of_python

    def calling(*given: Any, **options: Any) -> Any:
        options = unboxed(rename(called_by, known, options))
        check(called_by, known, signature, given, options)
        return function(*given, **options)

    # In the module of the function, because doctest reads the examples of no other functions there.
    placed = FunctionType(calling.__code__, function.__globals__, called_by, None, calling.__closure__)
    return wraps(function)(placed)  # type: ignore[return-value]


def the_last_of(
    stream: Callable[Taken, Generator[Item, None, None]],
) -> Callable[[Named], Callable[Taken, Item]]:
    """Makes of a name and a docstring a function that takes what a stream takes, and gives its last item."""

    def described(function: Named) -> Callable[Taken, Item]:
        @wraps(stream)
        def last(*given: Taken.args, **options: Taken.kwargs) -> Item:
            *_, found = stream(*given, **options)
            return found

        for part in ("__name__", "__qualname__", "__doc__"):
            setattr(last, part, getattr(function, part))
        item, *_ = typing.get_args(typing.get_type_hints(stream)["return"])
        last.__signature__ = inspect.signature(stream).replace(return_annotation=item)  # type: ignore[attr-defined]
        return last

    return described


def names_in(signature: inspect.Signature) -> Iterable[str]:
    """The names that a call may use."""
    for name, parameter in signature.parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            yield from SearchOptions.__annotations__
        else:
            yield name


def renamed(called: str, known: tuple[str, ...], options: dict[str, Any]) -> dict[str, Any]:
    """The options by their names of today."""
    old = [name for name in options if name in OLD_NAMES and OLD_NAMES[name] in known]
    for name in old:
        warnings.warn(
            f"{called}(): {name!r} is now called {OLD_NAMES[name]!r}", DeprecationWarning, stacklevel=3
        )
    return {OLD_NAMES[name] if name in old else name: value for name, value in options.items()}


def numbers_of_python(options: dict[str, Any]) -> dict[str, Any]:
    """NumPy's numbers and truth values as Python's own; a state stays what it is."""
    boxed = {name for name, value in options.items() if getattr(value, "shape", None) == ()} - {"state"}
    return {name: value.item() if name in boxed else value for name, value in options.items()}


def check_call(
    called: str, known: tuple[str, ...], signature: inspect.Signature, given: Any, options: dict[str, Any]
) -> None:
    """One sentence for a name that nobody knows, and for a call that leaves out what is needed."""
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, 1)
            if near:
                raise SearchError("misspelt_option", function=called, name=name, near=near[0])
            raise SearchError("unknown_option", function=called, name=name, choices=list(known))
    try:
        bound = signature.bind(*given, **options).arguments
    except TypeError as error:
        raise SearchError("wrong_python_call", function=called, reason=str(error)) from None
    refuse_wrong_kinds(bound, {name: each.annotation for name, each in signature.parameters.items()})


def refuse_wrong_kinds(options: dict[str, Any], declared: dict[str, str]) -> None:
    """One sentence for a value that is not of the kind that its annotation declares."""
    for name, value in options.items():
        if wrong := wrong_kind(declared.get(name, ""), value):
            raise SearchError(wrong, option=name, given=shortened(value))


def wrong_kind(declared: str, value: Any) -> str:
    """The code of what is said of a truth value, a list or a name that is not one; "" where nothing is."""
    if value is None and declared.endswith("| None"):
        return ""
    if declared == "bool" and not isinstance(value, bool):
        return "neither_true_nor_false"
    if declared.startswith(("Iterable[", "Sequence[")) and not isinstance(value, Iterable):
        return "option_not_a_list"
    if declared.startswith("Sequence[") and isinstance(value, str):  # one thing for many
        return "option_not_a_list"
    if declared.startswith("str | Path") and not isinstance(value, str | Path):
        return "not_a_path"
    return "not_text" if declared in ("str", "str | None") and not isinstance(value, str) else ""
