"""As much of the DOT language as is written here, read back: who does not follow its grammar is refused."""

from __future__ import annotations

import re
from typing import NamedTuple

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|--|->|[][{};=])')
SIGNS = {"{", "}", "[", "]", ";", "=", "--", "->"}


class Graph(NamedTuple):
    """A graph: what is said of each node, and of each edge."""

    nodes: dict[str, dict[str, str]]
    edges: list[tuple[str, str, dict[str, str]]]


class Reader:
    """One token after another."""

    def __init__(self, text: str) -> None:
        self.tokens, at = list[str](), 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            assert found, f"no DOT: {text[at : at + 40]!r}"
            self.tokens.append(found[1])
            at = found.end()
        self.tokens.reverse()

    def take(self, *wanted: str) -> str:
        token = self.tokens.pop()
        assert not wanted or token in wanted, (token, wanted)
        return token

    def name(self) -> str:
        token = self.take()
        assert token not in SIGNS, token
        return re.sub(r"\\([\\\"])", r"\1", token[1:-1]) if token.startswith('"') else token

    def looks(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if self.tokens[-1] == "[":
            self.take()
            while self.tokens[-1] != "]":
                key = self.name()
                self.take("=")
                assert key not in found, f"{key} is said twice"
                found[key] = self.name()
            self.take("]")
        return found


def read_dot(text: str) -> Graph:
    """
    >>> read_dot('graph g { node [a=b]; x [label="X"]; x -- y; }')
    Graph(nodes={'x': {'label': 'X'}}, edges=[('x', 'y', {})])
    """
    reader, graph = Reader(text), Graph({}, [])
    edge = {"graph": "--", "digraph": "->"}[reader.take("graph", "digraph")]
    reader.name()
    reader.take("{")
    while reader.tokens[-1] != "}":
        name = reader.name()
        if reader.tokens[-1] == "=":
            reader.take()
            reader.name()
        elif reader.tokens[-1] in ("--", "->"):
            reader.take(edge)
            graph.edges.append((name, reader.name(), reader.looks()))
        elif name in ("node", "edge", "graph"):
            reader.looks()
        else:
            assert name not in graph.nodes, f"{name} is there twice"
            graph.nodes[name] = reader.looks()
        reader.take(";")
    reader.take("}")
    assert not reader.tokens
    return graph
