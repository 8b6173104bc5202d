// The algorithms as the lectures write them; each line says to which steps it belongs.

import { CUT, ENTER, LEAF, UPDATE } from "./trace.js";

const twoSided = (name, window, equal) => [
  ["enter", `${name}(state, depth${window ? ", α, β" : ""}):`],
  ["leaf", "  if the game is over or depth = 0: return value(state)"],
  ["", "  if MAX is to move:"],
  ["", "    best ← −∞"],
  ["", "    for each action:"],
  ["update0", `      best ← max(best, ${name}(child, depth − 1${window ? ", α, β" : ""}))`],
  ...(window ? [["", "      α ← max(α, best)"], ["cut0", `      if best ${equal ? "≥" : ">"} β: stop       (cut-off)`]] : []),
  ["", "  else:"],
  ["", "    best ← +∞"],
  ["", "    for each action:"],
  ["update1", `      best ← min(best, ${name}(child, depth − 1${window ? ", α, β" : ""}))`],
  ...(window ? [["", "      β ← min(β, best)"], ["cut1", `      if best ${equal ? "≤" : "<"} α: stop       (cut-off)`]] : []),
  ["return", "  return best"],
];

const oneSided = (name, window, equal) => [
  ["enter", `${name}(state, depth${window ? ", α, β" : ""}):`],
  ["leaf", "  if the game is over or depth = 0: return the mover's value"],
  ["", "  best ← −∞"],
  ["", "  for each action:"],
  ["update", `    best ← max(best, −${name}(child, depth − 1${window ? ", −β, −α" : ""}))`],
  ...(window ? [["", "    α ← max(α, best)"], ["cut", `    if best ${equal ? "≥" : ">"} β: stop         (cut-off)`]] : []),
  ["return", "  return best"],
];

const TEXTS = {
  minimax: () => twoSided("minimax", false),
  alphabeta: (equal) => twoSided("alphabeta", true, equal),
  negamax: () => oneSided("negamax", false),
  alphabeta_negamax: (equal) => oneSided("alphabeta", true, equal),
  pvs: () => [
    ["enter", "pvs(state, depth, α, β):"],
    ["leaf", "  if the game is over or depth = 0: return the mover's value"],
    ["known", "  if table or rules settle it: return what they know"],
    ["", "  for each action, the most promising first:"],
    ["", "    first:  value ← −pvs(child, depth − 1, −β, −α)"],
    ["", "    others: value ← −pvs(child, depth − 1, −α − 1, −α)"],
    ["", "            if α < value < β: search again with −β, −α"],
    ["update", "    best ← max(best, value);  α ← max(α, best)"],
    ["cut", "    if best ≥ β: stop         (cut-off)"],
    ["return", "  return best"],
  ],
  expectiminimax: () => [
    ["enter", "expectiminimax(state, depth):"],
    ["leaf", "  if the game is over or depth = 0: return value(state)"],
    ["", "  if dice are thrown: for each outcome"],
    ["update-1", "    best ← best + probability · expectiminimax(child, depth − 1)"],
    ["", "  if MAX is to move: for each action"],
    ["update0", "    best ← max(best, expectiminimax(child, depth − 1))"],
    ["", "  if MIN is to move: for each action"],
    ["update1", "    best ← min(best, expectiminimax(child, depth − 1))"],
    ["return", "  return best"],
  ],
};

export const ALGORITHMS = Object.keys(TEXTS);

export function pseudocode(algorithm, equal) {
  return (TEXTS[algorithm] || TEXTS.minimax)(equal);
}

export function lineOf(lines, kind, player) {
  const words = { [ENTER]: "enter", [LEAF]: "leaf", [UPDATE]: "update", [CUT]: "cut" };
  const word = kind in words ? words[kind] : kind === undefined ? "" : kind === 4 ? "return" : "known";
  const exact = lines.findIndex(([tag]) => tag === `${word}${player}`);
  return exact >= 0 ? exact : lines.findIndex(([tag]) => tag === word);
}
