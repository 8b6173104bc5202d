// The sentence of a step, in the language of the page.

import { t } from "./languages.js";
import { plain, playerName } from "./scores.js";
import { BOUNDS, CUT, ENTER, LEAF, PASS, REPEATED, TABLE, UPDATE } from "./trace.js";

export function shortValue(trace, value) {
  if (value === null || value === undefined) return "";
  if (value === Infinity) return "+∞";
  if (value === -Infinity) return "−∞";
  const plies = winPlies(trace, value);
  return plies === null ? plain(value) : `${value > 0 ? "" : "−"}#${plies}`;
}

function winPlies(trace, value) {
  const win = trace.summary.win;
  return win && Math.abs(value) > win / 2 && Number.isFinite(value) ? win - Math.abs(value) : null;
}

function worth(trace, value) {
  const plies = winPlies(trace, value);
  if (plies === null) return shortValue(trace, value);
  return t(value > 0 ? "win" : "loss") + (plies ? t("inPlies", { n: plies }) : "");
}

export function tell(trace, step) {
  if (step <= 0) return "";
  const e = step - 1;
  const node = trace.node[e];
  const player = trace.player[node];
  const name = playerName(player === null ? 0 : player);
  const value = worth(trace, trace.value[e]);
  const [low, high] = [trace.alpha[e], trace.beta[e]];
  switch (trace.kind[e]) {
    case ENTER: {
      const why = trace.why[node];
      const at = trace.parent[node] < 0 ? depthTold(trace, e, node) : `${trace.action[node]}${why ? t(`because_${why}`) : ""}: `;
      if (player === null) return t("endsHere", { at });
      const known = { low: worth(trace, low), high: worth(trace, high) };
      const sure = low !== -Infinity ? (high !== Infinity ? "sureBoth" : "sureMax") : high !== Infinity ? "sureMin" : "";
      return t("enters", { at, player: name, sure: sure ? t(sure, known) : "" });
    }
    case LEAF:
      return t(player === null ? "leafOver" : "leafDeep", { value });
    case UPDATE: {
      const move = trace.child[e] >= 0 ? trace.action[trace.child[e]] : "";
      return player === -1 ? t("averages", { p: plain(low), move, value }) : t("updates", { player: name, value, move });
    }
    case CUT: {
      const left = (trace.pruned[node] || []).length;
      const bound = worth(trace, player === 1 ? low : high);
      const rest = t(left === 0 ? "left0" : left === 1 ? "left1" : "leftN", { n: left });
      return t("cuts", { player: name, value, other: player === 1 ? "MAX" : "MIN", bound, left: rest });
    }
    case TABLE:
      return t("knows", { value: bounded(trace, node, value) });
    case BOUNDS:
      return t("boundsProve", { value: bounded(trace, node, value) });
    case REPEATED:
      return t("repeats", { value });
    case PASS:
      return t("passes", { player: name, value });
    default:
      return t("returns", { player: name, value });
  }
}

function bounded(trace, node, value) {
  return t(["atMost", "just", "atLeast"][trace.sure[node] + 1], { value });
}

// Where a depth begins, with the line that the one before put first; or where it is searched again.
function depthTold(trace, event, node) {
  const found = trace.iterations.find(({ roots }) => roots.includes(node));
  if (!found || found.depth === null) return trace.action[node] ? `${trace.action[node]}: ` : "";
  if (found.event !== event) return t("depthAgain", { n: found.depth });
  return t("depthBegins", { n: found.depth, first: found.line.length ? t("lineFirst", { line: shortLine(found.line) }) : "" });
}

export function shortLine(line) {
  return line.slice(0, 6).join(" ") + (line.length > 6 ? " …" : "");
}
