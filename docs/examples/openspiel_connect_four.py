"""OpenSpiel and Zermelo: its game searched by ours, and our players as its bots.

pip install 'zermelo[interop]', then: python openspiel_connect_four.py
"""

import pyspiel

from zermelo import solve
from zermelo.interfaces.openspiel import openspiel_bot, openspiel_game

game = openspiel_game("tic_tac_toe", merged=True, can_repeat=False)
print("tic_tac_toe:", solve(game).score)

connect_four = pyspiel.load_game("connect_four")
bots = [openspiel_bot("engine:depth=2", merged=True), openspiel_bot("random", seed=1)]
first, second = pyspiel.evaluate_bots(connect_four.new_initial_state(), bots, 7)
print(f"connect_four, engine against random: {first:+g} {second:+g}")
