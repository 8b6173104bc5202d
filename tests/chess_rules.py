"""Chess, all its rules, in the contract's plain style: what a large rules file does to a machine.

Squares are numbered from a1 = 0 along the ranks to h8 = 63; a move is its start, its goal times 64 and what a
pawn becomes times 4096 (1 knight, 2 bishop, 3 rook, 4 queen).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.game import MAX, MIN, Bits, Game

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
SLANTED = ((1, 1), (1, -1), (-1, -1), (-1, 1))
UPWARDS = (True, True, False, False)
"""Does a ray in this direction, straight or slanted, go to higher squares?"""
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
ALL = Bits(0xFFFFFFFFFFFFFFFF)
ENDS = Bits(0xFF000000000000FF)
THIRD, SIXTH = Bits(0xFF0000), Bits(0xFF0000000000)


def squares(start: int, steps: Any, reach: int) -> Bits:
    """The squares within so many of these steps, on an empty board."""
    found, row, column = 0, start // 8, start % 8
    for up, right in steps:
        for times in range(1, reach + 1):
            if 0 <= row + times * up < 8 and 0 <= column + times * right < 8:
                found |= 1 << 8 * (row + times * up) + column + times * right
    return Bits(found)


def from_everywhere(steps: Any, reach: int = 1) -> tuple[Bits, ...]:
    return tuple(squares(start, steps, reach) for start in range(64))


KNIGHT, KING = from_everywhere(JUMPS), from_everywhere(STRAIGHT + SLANTED)
PAWN = (from_everywhere(((1, -1), (1, 1))), from_everywhere(((-1, -1), (-1, 1))))
"""What the pawns of MAX and of MIN capture."""
FILES_AND_RANKS = tuple(from_everywhere((step,), 7) for step in STRAIGHT)
DIAGONALS = tuple(from_everywhere((step,), 7) for step in SLANTED)


def line_through(start: int, goal: int, between: bool) -> Bits:
    """The line through two squares, or what is between them; nothing where there is no such line."""
    for up, right in STRAIGHT + SLANTED:
        there, back = squares(start, ((up, right),), 7), squares(start, ((-up, -right),), 7)
        if there >> goal & 1:
            beyond = squares(goal, ((up, right),), 7)
            return there ^ beyond ^ Bits(1) << goal if between else there | back | Bits(1) << start
    return Bits(0)


BETWEEN = tuple(tuple(line_through(start, goal, True) for goal in range(64)) for start in range(64))
LINE = tuple(tuple(line_through(start, goal, False) for goal in range(64)) for start in range(64))
KEPT = tuple(~{0: 2, 4: 3, 7: 1, 56: 8, 60: 12, 63: 4}.get(square, 0) & 15 for square in range(64))
"""The rights to castle that are left when something moves from or to a square."""
WORTH = (100, 310, 330, 500, 900, 0)
CENTRE = tuple(3 - max(abs(2 * (square // 8) - 7), abs(2 * (square % 8) - 7)) // 2 for square in range(64))


class Chess(Game):
    """MAX has the white pieces."""

    payoff = "outcome"
    repetition = 0

    class State(NamedTuple):
        """Where the pieces of each kind and of each player are, and what a position remembers."""

        pawns: Bits
        knights: Bits
        bishops: Bits
        rooks: Bits
        queens: Bits
        kings: Bits
        white: Bits
        black: Bits
        turn: int
        castling: int
        passed_by: int
        quiet: int

    def initial(self) -> State:
        return self.parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")

    def to_move(self, state: State) -> int:
        return state.turn

    # -- moves -----------------------------------------------------------------------------

    def actions(self, state: State) -> Iterator[int]:
        yield from self.moves(state, ALL)

    def noisy(self, state: State) -> Iterator[int]:
        """Captures and promotions; in check everything."""
        if self.in_check(state):
            yield from self.moves(state, ALL)
        else:
            yield from self.moves(state, self.theirs(state) | self.promoting(state))

    def moves(self, state: State, wanted: Bits) -> Iterator[int]:
        """The moves to wanted squares."""
        mine, theirs = self.mine(state), self.theirs(state)
        king = (state.kings & mine).bit_length() - 1
        checkers = self.attackers(state, king, mine | theirs) & theirs
        yield from self.king_moves(state, king, wanted & ~mine)
        if checkers & (checkers - 1) != 0:
            return
        allowed = wanted & ~mine
        if checkers != 0:
            allowed &= checkers | BETWEEN[king][checkers.bit_length() - 1]
        else:
            yield from self.castling_moves(state, king, wanted)
        pinned = self.pinned(state, king)
        yield from self.pawn_moves(state, king, pinned, allowed)
        yield from self.captures_in_passing(state, king, wanted)
        yield from self.piece_moves(state, king, pinned, allowed)

    def king_moves(self, state: State, king: int, wanted: Bits) -> Iterator[int]:
        theirs = self.theirs(state)
        without = (state.white | state.black) ^ Bits(1) << king
        targets = KING[king] & wanted
        while targets != 0:
            to = targets.bit_length() - 1
            targets ^= Bits(1) << to
            if self.attackers(state, to, without) & theirs == 0:
                yield king + 64 * to

    def castling_moves(self, state: State, king: int, wanted: Bits) -> Iterator[int]:
        occupied, theirs = state.white | state.black, self.theirs(state)
        rights = state.castling if state.turn == MAX else state.castling >> 2
        if rights & 1 != 0 and occupied >> king + 1 & 3 == 0 and wanted >> king + 2 & 1 != 0:
            attackers = self.attackers(state, king + 1, occupied) | self.attackers(state, king + 2, occupied)
            if attackers & theirs == 0:
                yield king + 64 * (king + 2)
        if rights & 2 != 0 and occupied >> king - 3 & 7 == 0 and wanted >> king - 2 & 1 != 0:
            attackers = self.attackers(state, king - 1, occupied) | self.attackers(state, king - 2, occupied)
            if attackers & theirs == 0:
                yield king + 64 * (king - 2)

    def pawn_moves(self, state: State, king: int, pinned: Bits, allowed: Bits) -> Iterator[int]:
        theirs, empty = self.theirs(state), ~(state.white | state.black)
        pawns = state.pawns & self.mine(state)
        while pawns != 0:
            start = pawns.bit_length() - 1
            pawn = Bits(1) << start
            pawns ^= pawn
            if state.turn == MAX:
                targets = pawn << 8 & empty
                targets |= (targets & THIRD) << 8 & empty
            else:
                targets = pawn >> 8 & empty
                targets |= (targets & SIXTH) >> 8 & empty
            targets = (targets | PAWN[state.turn][start] & theirs) & allowed
            if pawn & pinned != 0:
                targets &= LINE[king][start]
            while targets != 0:
                to = targets.bit_length() - 1
                targets ^= Bits(1) << to
                if ENDS >> to & 1 != 0:
                    for kind in (4, 1, 3, 2):
                        yield start + 64 * to + 4096 * kind
                else:
                    yield start + 64 * to

    def captures_in_passing(self, state: State, king: int, wanted: Bits) -> Iterator[int]:
        to, theirs = state.passed_by, self.theirs(state)
        if to >= 0 and wanted >> to & 1 != 0:
            victim = Bits(1) << (to - 8 if state.turn == MAX else to + 8)
            pawns = PAWN[1 - state.turn][to] & state.pawns & self.mine(state)
            while pawns != 0:
                start = pawns.bit_length() - 1
                pawns ^= Bits(1) << start
                after = (state.white | state.black) ^ Bits(1) << start ^ Bits(1) << to ^ victim
                if self.attackers(state, king, after) & theirs & ~victim == 0:
                    yield start + 64 * to

    def piece_moves(self, state: State, king: int, pinned: Bits, allowed: Bits) -> Iterator[int]:
        occupied = state.white | state.black
        straight, slanted = state.rooks | state.queens, state.bishops | state.queens
        pieces = self.mine(state) & ~(state.pawns | state.kings)
        while pieces != 0:
            start = pieces.bit_length() - 1
            piece = Bits(1) << start
            pieces ^= piece
            targets = KNIGHT[start] if piece & state.knights != 0 else Bits(0)
            if piece & straight != 0:
                targets |= self.orthogonal(start, occupied)
            if piece & slanted != 0:
                targets |= self.diagonal(start, occupied)
            if piece & pinned != 0:
                targets &= LINE[king][start]
            targets &= allowed
            while targets != 0:
                to = targets.bit_length() - 1
                targets ^= Bits(1) << to
                yield start + 64 * to

    # -- what a move does ------------------------------------------------------------------

    def result(self, state: State, action: int) -> State:
        start, to, kind = action & 63, action >> 6 & 63, action >> 12
        piece, goal = Bits(1) << start, Bits(1) << to
        keep = ~(piece | goal)
        pawns, knights, bishops = state.pawns & keep, state.knights & keep, state.bishops & keep
        rooks, queens, kings = state.rooks & keep, state.queens & keep, state.kings & keep
        mine, theirs = self.mine(state) & keep | goal, self.theirs(state) & ~goal
        quiet = state.quiet + 1 if self.theirs(state) & goal == 0 else 0
        passed_by = -1
        if state.pawns & piece != 0:
            quiet = 0
            if kind == 4:
                queens |= goal
            elif kind == 3:
                rooks |= goal
            elif kind == 2:
                bishops |= goal
            elif kind == 1:
                knights |= goal
            else:
                pawns |= goal
                if to == state.passed_by:
                    victim = goal >> 8 if state.turn == MAX else goal << 8
                    pawns ^= victim
                    theirs ^= victim
                elif (
                    abs(to - start) == 16 and PAWN[state.turn][(start + to) // 2] & state.pawns & theirs != 0
                ):
                    passed_by = (start + to) // 2
        elif state.knights & piece != 0:
            knights |= goal
        elif state.bishops & piece != 0:
            bishops |= goal
        elif state.rooks & piece != 0:
            rooks |= goal
        elif state.queens & piece != 0:
            queens |= goal
        else:
            kings |= goal
            if abs(to - start) == 2:
                hop = piece << 1 | piece << 3 if to > start else piece >> 1 | piece >> 4
                rooks ^= hop
                mine ^= hop
        white, black = (mine, theirs) if state.turn == MAX else (theirs, mine)
        castling = state.castling & KEPT[start] & KEPT[to]
        pieces = (pawns, knights, bishops, rooks, queens, kings)
        return self.State(*pieces, white, black, 1 - state.turn, castling, passed_by, quiet)

    def passed(self, state: State) -> State | None:
        """Not in check, and not with pawns alone, where any move may spoil something."""
        if self.in_check(state) or self.mine(state) & ~(state.pawns | state.kings) == 0:
            return None
        return state._replace(turn=1 - state.turn, passed_by=-1, quiet=state.quiet + 1)

    # -- ends and estimates ----------------------------------------------------------------

    def over(self, state: State) -> bool:
        """After fifty quiet moves of each player, and where nobody has enough left to mate."""
        few = (state.knights | state.bishops).bit_count() <= 1
        return state.quiet >= 100 or (few and state.pawns | state.rooks | state.queens == 0)

    def utility(self, state: State) -> int:
        if not self.in_check(state) or any(True for _ in self.actions(state)):
            return 0
        return -1 if state.turn == MAX else 1

    def evaluate(self, state: State) -> int:
        return self.worth(state, state.white) - self.worth(state, state.black)

    def worth(self, state: State, pieces: Bits) -> int:
        """Hundredths of a pawn: what is there, and how near to the centre."""
        total = 0
        while pieces != 0:
            square = pieces.bit_length() - 1
            pieces ^= Bits(1) << square
            total += WORTH[self.kind(state, square)] + 5 * CENTRE[square]
        return total

    def priority(self, state: State, action: int) -> int:
        """Queens, then captures: the dearest victim by the cheapest piece."""
        start, to = action & 63, action >> 6 & 63
        first = 64 if action >> 12 == 4 else 0
        if (state.white | state.black) >> to & 1 == 0:
            return first
        return first + 8 * (1 + self.kind(state, to)) - self.kind(state, start)

    def position(self, state: State) -> tuple[Any, ...]:
        """All but the count of quiet moves."""
        return state[:11]

    def hashed(self, state: State) -> tuple[Any, ...]:
        return state[:11]

    # -- who attacks what ------------------------------------------------------------------

    def mine(self, state: State) -> Bits:
        return state.white if state.turn == MAX else state.black

    def theirs(self, state: State) -> Bits:
        return state.black if state.turn == MAX else state.white

    def kind(self, state: State, square: int) -> int:
        """0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king."""
        if state.pawns >> square & 1 != 0:
            return 0
        if state.knights >> square & 1 != 0:
            return 1
        if state.bishops >> square & 1 != 0:
            return 2
        if state.rooks >> square & 1 != 0:
            return 3
        return 4 if state.queens >> square & 1 != 0 else 5

    def promoting(self, state: State) -> Bits:
        """Where a pawn becomes something else."""
        pawns = state.pawns & self.mine(state)
        return (pawns << 8 if state.turn == MAX else pawns >> 8) & ENDS & ~(state.white | state.black)

    def in_check(self, state: State) -> bool:
        king = (state.kings & self.mine(state)).bit_length() - 1
        return self.attackers(state, king, state.white | state.black) & self.theirs(state) != 0

    def attackers(self, state: State, square: int, occupied: Bits) -> Bits:
        """What captures on a square: pieces of either player, pawns of the one who does not move."""
        found = KNIGHT[square] & state.knights | KING[square] & state.kings
        found |= PAWN[state.turn][square] & state.pawns
        found |= self.orthogonal(square, occupied) & (state.rooks | state.queens)
        return found | self.diagonal(square, occupied) & (state.bishops | state.queens)

    def pinned(self, state: State, king: int) -> Bits:
        """The player's pieces that alone stand between the king and an attacker."""
        theirs, found = self.theirs(state), Bits(0)
        straight, slanted = state.rooks | state.queens, state.bishops | state.queens
        attackers = self.orthogonal(king, theirs) & straight | self.diagonal(king, theirs) & slanted
        attackers &= theirs
        while attackers != 0:
            square = attackers.bit_length() - 1
            attackers ^= Bits(1) << square
            between = BETWEEN[king][square] & self.mine(state)
            if between & (between - 1) == 0:
                found |= between
        return found

    def orthogonal(self, square: int, occupied: Bits) -> Bits:
        """What a rook sees."""
        found = Bits(0)
        for direction in range(4):
            ray = FILES_AND_RANKS[direction][square]
            blocked = ray & occupied
            if blocked != 0:
                nearest = (blocked & -blocked if UPWARDS[direction] else blocked).bit_length() - 1
                ray ^= FILES_AND_RANKS[direction][nearest]
            found |= ray
        return found

    def diagonal(self, square: int, occupied: Bits) -> Bits:
        """What a bishop sees."""
        found = Bits(0)
        for direction in range(4):
            ray = DIAGONALS[direction][square]
            blocked = ray & occupied
            if blocked != 0:
                nearest = (blocked & -blocked if UPWARDS[direction] else blocked).bit_length() - 1
                ray ^= DIAGONALS[direction][nearest]
            found |= ray
        return found

    # -- for people ------------------------------------------------------------------------

    def parse(self, text: str) -> State:
        """A position in Forsyth–Edwards notation."""
        placed, turn, rights, passed_by, *counters = text.split()
        sets, square = dict.fromkeys("pnbrqkWB", Bits(0)), 56
        for letter in placed:
            if letter == "/":
                square -= 16
            elif letter.isdigit():
                square += int(letter)
            else:
                for each in (letter.lower(), "W" if letter.isupper() else "B"):
                    sets[each] |= Bits(1) << square
                square += 1
        castling = sum(1 << index for index, letter in enumerate("KQkq") if letter in rights)
        behind = -1 if passed_by == "-" else "abcdefgh".index(passed_by[0]) + 8 * int(passed_by[1]) - 8
        quiet = int(counters[0]) if counters else 0
        return self.State(*sets.values(), MAX if turn == "w" else MIN, castling, behind, quiet)

    def name(self, state: State, action: int) -> str:
        start, to = (
            f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in (action & 63, action >> 6 & 63)
        )
        return start + to + ("", "n", "b", "r", "q")[action >> 12]
