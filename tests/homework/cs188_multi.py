"""CS188 style with two ghosts and no getScore."""


class State:
    def __init__(self, total=0, turns=0):
        self.total, self.turns = total, turns

    def getNumAgents(self):
        return 3

    def getLegalActions(self, agent):
        return [0, 1, 2] if agent == 0 else [0, -1]

    def generateSuccessor(self, agent, action):
        return State(self.total + action, self.turns + 1)

    def isWin(self):
        return self.turns == 6 and self.total >= 0

    def isLose(self):
        return self.turns == 6 and self.total < 0
