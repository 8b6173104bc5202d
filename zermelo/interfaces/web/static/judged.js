// What was found of the positions of a game, for its course; kept while the page is open.

import { isThorough } from "./analyse.js";
import { post } from "./api.js";
import { verdictOf } from "./scores.js";

export const judged = new Map();

export function forgetJudgements() {
  judged.clear();
}

export function keyOf({ game, at }, moves) {
  return JSON.stringify({ game, at, moves });
}

// Have a position judged, if it was not.
export async function judgement(live, setup, moves) {
  const key = keyOf(setup, moves);
  if (isThorough(judged.get(key))) return;
  const found = await post("/api/position", { ...setup, moves });
  const verdict = found.terminal ? verdictOf(found) : await brief(live, found.position);
  if (verdict) judged.set(key, { ...verdict, thorough: true });
}

// A short analysis of one position.
function brief(live, position) {
  return new Promise((resolve, reject) => {
    let best = null;
    const leave = live.listen((message) => {
      if (message.search !== search) return; // another analysis has taken over
      if (message.type === "report") best = message;
      if (message.type === "error") end(() => reject(message));
      if (message.type === "done") end(() => resolve(best));
    });
    let patience = 8; // half seconds without a connection; a server that is slow is waited for
    const timer = setInterval(() => {
      if (!live.wanted || live.wanted.search !== search) end(() => resolve(best));
      else if (live.connected) patience = 8;
      else if ((patience -= 1) === 0) end(() => (best ? resolve(best) : reject(new Error("unreachable"))));
    }, 500);
    function end(then) {
      clearInterval(timer);
      leave();
      if (live.wanted && live.wanted.search === search) live.stop();
      then();
    }
    const search = live.analyse(position, { lines: 1, seconds: 0.6, depth: null, values: false });
  });
}
