// MAX's chances in the positions of a game, for its course; kept while the page is open.

const judged = new Map();

export function forgetJudgements() {
  judged.clear();
}

function keyOf({ game, at }, moves) {
  return JSON.stringify({ game, at, moves });
}

export function judgementOf(setup, moves) {
  return judged.get(keyOf(setup, moves));
}

// `judgement`: chance, score, and whether it was reviewed. What is less sure does not take the place of what is surer.
export function judge(setup, moves, judgement) {
  const known = judgementOf(setup, moves);
  if (!known || sureness(judgement) >= sureness(known)) judged.set(keyOf(setup, moves), judgement);
}

function sureness({ reviewed, score }) {
  if (score.proved) return 2;
  return reviewed ? 1 : 0;
}
