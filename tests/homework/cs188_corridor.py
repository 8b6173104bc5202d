"""CS188 style: an agent walks a corridor, a ghost may push it back; reaching the end wins."""


class GameState:
    def __init__(self, place=2, steps=0):
        self.place, self.steps = place, steps

    def getNumAgents(self):
        return 2

    def getLegalActions(self, agentIndex=0):
        if self.isWin() or self.isLose():
            return []
        return ["Left", "Right"] if agentIndex == 0 else ["Stay", "Push"]

    def generateSuccessor(self, agentIndex, action):
        change = {"Left": -1, "Right": 2, "Stay": 0, "Push": -1}[action]
        return GameState(self.place + change, self.steps + 1)

    def isWin(self):
        return self.place >= 5

    def isLose(self):
        return self.place <= 0 or self.steps >= 8

    def getScore(self):
        return 100 - self.steps if self.isWin() else -100 if self.isLose() else self.place

    def __eq__(self, other):
        return (self.place, self.steps) == (other.place, other.steps)

    def __hash__(self):
        return hash((self.place, self.steps))
