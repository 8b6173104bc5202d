// The algorithms as the lectures write them; each line says to which steps it belongs.

import { CUT, ENTER, LEAF, UPDATE } from "./trace.js";

const twoSided = (name, window, equal) => {
  const call = `v ← ${name}(child, d−1${window ? ", α, β" : ""})`;
  return [
    ["enter", `${name}(state, d${window ? ", α, β" : ""}):`],
    ["leaf", "  if over or d = 0: return value(state)"],
    ["", "  if MAX is to move:"],
    ["", "    best ← −∞"],
    ["", "    for each action:"],
    ["", `      ${call}`],
    ["update0", "      best ← max(best, v)"],
    ...(window ? [["", "      α ← max(α, best)"], ["cut0", `      if best ${equal ? "≥" : ">"} β: stop  ✂`]] : []),
    ["", "  else:"],
    ["", "    best ← +∞"],
    ["", "    for each action:"],
    ["", `      ${call}`],
    ["update1", "      best ← min(best, v)"],
    ...(window ? [["", "      β ← min(β, best)"], ["cut1", `      if best ${equal ? "≤" : "<"} α: stop  ✂`]] : []),
    ["return", "  return best"],
  ];
};

const oneSided = (name, window, equal) => [
  ["enter", `${name}(state, d${window ? ", α, β" : ""}):`],
  ["leaf", "  if over or d = 0: return ±value(state)"],
  ["", "  best ← −∞"],
  ["", "  for each action:"],
  ["", `    v ← −${name}(child, d−1${window ? ", −β, −α" : ""})`],
  ["update", "    best ← max(best, v)"],
  ...(window ? [["", "    α ← max(α, best)"], ["cut", `    if best ${equal ? "≥" : ">"} β: stop  ✂`]] : []),
  ["return", "  return best"],
];

const PVS = [
  ["enter", "pvs(state, d, α, β):"],
  ["leaf", "  if over or d = 0: return ±value(state)"],
  ["known", "  if table or rules know: return that"],
  ["", "  for each action (table, killers first):"],
  ["", "    first:  v ← −pvs(child, d−1, −β, −α)"],
  ["", "    others: v ← −pvs(child, d−1, −α−1, −α)"],
  ["", "            if α < v < β: again, −β, −α"],
  ["update", "    best ← max(best, v); α ← max(α, best)"],
  ["cut", "    if best ≥ β: stop  ✂"],
  ["return", "  return best; the table keeps it"],
];

const TEXTS = {
  minimax: () => twoSided("minimax", false),
  alphabeta: (equal) => twoSided("alphabeta", true, equal),
  negamax: () => oneSided("negamax", false),
  alphabeta_negamax: (equal) => oneSided("alphabeta", true, equal),
  pvs: () => PVS,
  deepening: (equal) => [
    ["", "for d = 1, 2, …; last best line first:"],
    ["", "  alphabeta(root, d, −∞, +∞)"],
    ...twoSided("alphabeta", true, equal),
  ],
  mtdf: () => [
    ["", "mtdf(root, d, guess):  low, high ← −∞, +∞"],
    ["", "  while low < high:"],
    ["", "    β ← guess, or more if guess = low"],
    ["", "    guess ← search(root, d, β−1, β)"],
    ["", "    guess < β ? high ← guess : low ← guess"],
    ["", ""],
    ...PVS,
  ],
  expectiminimax: () => [
    ["enter", "expectiminimax(state, d):"],
    ["leaf", "  if over or d = 0: return value(state)"],
    ["", "  for each action or outcome:"],
    ["", "    v ← expectiminimax(child, d−1)"],
    ["update0", "    MAX:  best ← max(best, v)"],
    ["update1", "    MIN:  best ← min(best, v)"],
    ["update-1", "    dice: best ← best + probability · v"],
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
