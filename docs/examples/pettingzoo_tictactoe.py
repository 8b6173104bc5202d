"""PettingZoo and Zermelo: our game as an AEC environment, and an AEC environment as our game.

pip install 'zermelo[interop]', then: python pettingzoo_tictactoe.py
"""

from random import Random

from zermelo import search
from zermelo.games import TicTacToe
from zermelo.interfaces.pettingzoo import aec_env, aec_game, choose_for

env, random = aec_env(TicTacToe()), Random(1)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(f"{agent}: {reward:+g}")
        action = None
    elif agent == "MAX":
        action = choose_for(env, TicTacToe(), depth=4, engine="interpreted")
    else:
        action = random.choice([place for place, legal in enumerate(observation["action_mask"]) if legal])
    env.step(action)

game = aec_game(lambda: aec_env(TicTacToe()))
state = game.initial()
for action in (4, 1, 0, 8):
    state = game.result(state, action)
print("after 4, 1, 0, 8:", search(game, state).score)
