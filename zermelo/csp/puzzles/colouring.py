"""Colouring: neighbours on a map, or in a graph, get different colours.

WA ─ NT ─ Q        A variable is a region or a vertex, its value the number of a colour.
  ╲  │  ╱ │        Graphs come from files in the format of the DIMACS challenge
    SA ─ NSW       (`p edge 11 20`, then a line `e 1 2` for each edge).
      ╲  │
         V     T
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.csp.answer import Answer
from zermelo.csp.constraints import all_different
from zermelo.csp.problem import Assignment, Naming, Problem
from zermelo.csp.solve import Inquiry
from zermelo.errors import ProblemError
from zermelo.limits import Clock, Limits

LARGEST = 100_000
"""The most vertices of a graph from a file."""
COLOURS = ("red", "green", "blue", "yellow", "orange", "violet", "brown", "grey")
NAMING = Naming(lambda vertex: str(vertex), lambda _, colour: colour_name(colour), "colour")


@dataclass(frozen=True)
class Graph:
    """Vertices, and which of them are neighbours."""

    vertices: tuple[Any, ...]
    edges: frozenset[tuple[Any, Any]]

    def neighbours(self) -> dict[Any, set[Any]]:
        found: dict[Any, set[Any]] = {vertex: set() for vertex in self.vertices}
        for vertex, other in self.edges:
            found[vertex].add(other)
            found[other].add(vertex)
        return found


def graph_of(edges: Iterable[tuple[Any, Any]], vertices: Iterable[Any] = ()) -> Graph:
    """A graph from its edges; each counts once, whichever way round it is given."""
    kept: dict[frozenset[Any], tuple[Any, Any]] = {}
    for vertex, other in edges:
        if vertex == other:
            raise ProblemError("own_neighbour", vertex=str(vertex))
        kept.setdefault(frozenset((vertex, other)), (vertex, other))
    names = dict.fromkeys(vertices) | dict.fromkeys(name for edge in kept.values() for name in edge)
    return Graph(tuple(names), frozenset(kept.values()))


AUSTRALIA = graph_of(
    [("WA", "NT"), ("WA", "SA"), ("NT", "SA"), ("NT", "Q"), ("SA", "Q"), ("SA", "NSW"), ("SA", "V")]
    + [("Q", "NSW"), ("NSW", "V")],
    ["WA", "NT", "SA", "Q", "NSW", "V", "T"],
)
MAPS = {"australia": AUSTRALIA}


def colour_name(colour: int) -> str:
    return COLOURS[colour] if colour < len(COLOURS) else f"colour {colour + 1}"


def problem(graph: Graph = AUSTRALIA, colours: int = 3) -> Problem:
    """Colour every vertex with one of so many colours."""
    if isinstance(colours, bool) or not isinstance(colours, int) or colours < 1:
        raise ProblemError("number_of_colours", given=repr(colours))
    constraints = [all_different(vertex, other) for vertex, other in sorted(graph.edges, key=str)]
    return Problem(graph.vertices, range(colours), constraints, naming=NAMING, name="colouring")


def named(name: str) -> Graph:
    """A map by its name, or a graph from a file."""
    return MAPS[name] if name in MAPS else read_dimacs(name)


def read_dimacs(path: str | Path) -> Graph:
    """A graph from a file of the DIMACS challenge."""
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        known = ", ".join(MAPS)
        raise ProblemError("not_a_map", path=path, choices=known, reason=error.strerror) from None
    vertices, edges = 0, []
    for number, line in enumerate(lines, 1):
        words = line.split()
        try:
            if words[:1] == ["p"]:
                vertices = int(words[2])
            elif words[:1] == ["e"]:
                edges.append((int(words[1]), int(words[2])))
        except (IndexError, ValueError):
            shown = line if len(line) <= 60 else f"{line[:60]}…"
            raise ProblemError("not_a_graph_line", path=path, line=number, text=shown) from None
    if not vertices:
        raise ProblemError("not_a_graph", path=path)
    if not 1 <= vertices <= LARGEST:
        raise ProblemError("too_many_vertices", path=path, vertices=vertices, most=LARGEST)
    for vertex in (name for edge in edges for name in edge):
        if not 1 <= vertex <= vertices:
            raise ProblemError("edge_beyond_vertices", path=path, vertex=str(vertex), vertices=vertices)
    return graph_of(edges, range(1, vertices + 1))


def clique(graph: Graph, clock: Clock | None = None) -> list[Any]:
    """Vertices that are all each other's neighbours: as many as a greedy search finds in time."""
    neighbours = graph.neighbours()
    best: list[Any] = []
    for first in graph.vertices:
        found, common = [first], neighbours[first]
        while common:
            vertex = max(common, key=lambda name: (len(neighbours[name] & common), str(name)))
            found, common = [*found, vertex], common & neighbours[vertex]
        best = max(best, found, key=len)
        if clock is not None and clock.left <= 0:
            break
    return best


def without_symmetry(graph: Graph, colours: int, first: list[Any]) -> Problem:
    """Colours are numbered as they first appear, so the i-th vertex needs none beyond the i-th."""
    neighbours = graph.neighbours()
    rest = sorted((v for v in graph.vertices if v not in set(first)), key=lambda v: -len(neighbours[v]))
    ordered = [*first, *rest]
    domains = {vertex: range(min(place + 1, colours)) for place, vertex in enumerate(ordered)}
    constraints = [all_different(vertex, other) for vertex, other in sorted(graph.edges, key=str)]
    return Problem(ordered, domains, constraints, naming=NAMING, name="colouring")


def fewest_colours(
    graph: Graph, *, seconds: float | None = None, nodes: int | None = None, **asked: Any
) -> tuple[int, Answer]:
    """The chromatic number, with the colouring that shows it; one colour less is proved to be too few.

    The limits are for all numbers of colours together.  An answer without a solution was stopped, by a limit
    or by Ctrl-C: with fewer colours than that there is none.

    >>> fewest_colours(AUSTRALIA)[0]
    3
    """
    Limits(nodes=nodes, seconds=seconds)
    clock, left = Clock(seconds), nodes
    first = clique(graph, clock)
    colours = max(1, len(first))
    while True:
        time_left = None if seconds is None else max(0.0, clock.left)
        found = without_symmetry(graph, colours, first)
        inquiry = Inquiry(found, select="mrv_degree", seconds=time_left, nodes=left, **asked)
        try:
            answer = inquiry.answer(most=1)
        except KeyboardInterrupt:
            return colours, inquiry.interrupted()
        if not answer.none:
            return colours, answer
        if left is not None:
            left = max(0, left - answer.counters.assignments)
        colours += 1


def show(found: Problem, solution: Assignment) -> str:
    """Each vertex and its colour."""
    return "\n".join(f"{vertex}  {colour_name(colour)}" for vertex, colour in solution.items())
