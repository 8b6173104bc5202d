"""The games that come with Zermelo, one ordinary rules file each."""

from zermelo.games.connect4 import ConnectFour
from zermelo.games.tictactoe import TicTacToe

__all__ = ["ConnectFour", "TicTacToe"]
