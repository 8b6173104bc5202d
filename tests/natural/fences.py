"""Posts of a fence, with what is None, texts, sets and lists in the same rules."""

from dataclasses import dataclass, replace

from zermelo import MAX, MIN, Game

PASS = None


@dataclass(frozen=True)
class Fence:
    posts: str
    turn: str
    last: int | None = None
    passes: int = 0


def gap(posts, start):
    """How many free places there are from here on; None where there is none."""
    free = [place for place in range(start, len(posts)) if posts[place] == "."]
    if free:
        return len(free)


class Fences(Game):
    payoff = "points"

    def initial(self):
        return Fence("." * 6, "a")

    def to_move(self, state):
        return MAX if state.turn == "a" else MIN

    def actions(self, state):
        for place, post in enumerate(state.posts):
            if post == "." and (state.last is None or abs(place - state.last) > 1):
                yield place
        yield PASS

    def result(self, state, place):
        other = "b" if state.turn == "a" else "a"
        if place is PASS:
            return replace(state, turn=other, last=None, passes=state.passes + 1)
        posts = state.posts[:place] + state.turn + state.posts[place + 1 :]
        return Fence(posts, other, place)

    def over(self, state):
        return state.passes == 2

    def utility(self, state):
        return state.posts.count("a") - state.posts.count("b")

    def evaluate(self, state):
        moves = [move for move in self.actions(state) if move is not None]
        marks = len(set(state.posts)) + len(tuple(state.posts))
        behind = state.posts[state.last :] if state.last is not None else state.posts
        wide = gap(state.posts, len(moves))
        bonus = 1 if state.last and state.last % 2 == 0 else 0
        points = 4 * self.utility(state) + len(moves) + marks - len(behind) + bonus
        return points if wide is None else points + wide
