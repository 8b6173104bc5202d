"""The games that come with Zermelo, one ordinary rules file each."""

from zermelo.games.backgammon import Backgammon
from zermelo.games.connect4 import ConnectFour
from zermelo.games.dots import DotsAndBoxes
from zermelo.games.go import Go
from zermelo.games.hex import Hex
from zermelo.games.kalah import Kalah
from zermelo.games.mnk import MNK
from zermelo.games.mnk_three import MNKThree
from zermelo.games.nim import Nim
from zermelo.games.nim_many import NimMany
from zermelo.games.pig import Pig
from zermelo.games.ponghauki import PongHauKi
from zermelo.games.race import Race
from zermelo.games.siege import Siege
from zermelo.games.tictactoe import TicTacToe

BUILT_IN = {
    "tictactoe": TicTacToe,
    "connect4": ConnectFour,
    "nim": Nim,
    "mnk": MNK,
    "kalah": Kalah,
    "dots": DotsAndBoxes,
    "ponghauki": PongHauKi,
    "pig": Pig,
    "race": Race,
    "backgammon": Backgammon,
    "hex": Hex,
    "go": Go,
    "siege": Siege,
    "mnk3": MNKThree,
    "nimn": NimMany,
}
"""The names that people type."""

__all__ = [
    "BUILT_IN",
    "MNK",
    "Backgammon",
    "ConnectFour",
    "DotsAndBoxes",
    "Go",
    "Hex",
    "Kalah",
    "MNKThree",
    "Nim",
    "NimMany",
    "Pig",
    "PongHauKi",
    "Race",
    "Siege",
    "TicTacToe",
]
