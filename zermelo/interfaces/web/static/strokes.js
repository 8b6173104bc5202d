// The parts that a tree is drawn with: shapes, edges, names, what a node says.

import { MARK, make, titled } from "./labels.js";
import { longestMeans, longestVisits } from "./simulations.js";
import { BOUNDS, PASS, REPEATED, TABLE } from "./trace.js";

export const LETTER = 6.4; // pixels, of a caption or a leaf
export const DROP = ".35em"; // from the middle of a line of text down to its foot, the same in every program
const KNOWN = { [TABLE]: "ᵗ", [BOUNDS]: "ᵇ", [REPEATED]: "ʳ", [PASS]: "ᵖ" };

// So many of a row as there is room for, with the one that matters among them.
export function around(row, node, room) {
  if (row.length <= room) return row;
  const at = Math.max(0, Math.min(row.indexOf(node) - Math.floor(room / 2), row.length - room));
  return row.slice(at, at + Math.max(room, 1));
}

// The same of a row whose members are visited one after the other: page by page, so that it does not move at every step.
export function pageOf(row, node, room) {
  return Math.floor(Math.max(0, row.indexOf(node)) / Math.max(room, 1));
}

export function paged(row, node, room) {
  const at = Math.max(0, Math.min(pageOf(row, node, room) * room, row.length - room));
  return row.slice(at, at + Math.max(room, 1));
}

export function valueText(trace, node, state) {
  if (state.value === null) return "";
  const sign = state.done ? ["≤", "", "≥"][trace.sure[node] + 1] : "";
  return sign + trace.label(state.value) + (KNOWN[state.by] || "");
}

// The widest window that is written above a node, or its visits, in pixels; 0: there is nothing.
export function captionOf(trace) {
  if (trace.simulated) return (longestVisits(trace) + (trace.shared ? longestMeans(trace) + 1 : 0)) * LETTER;
  if (trace.shared) return longestShares(trace) * LETTER;
  if (!trace.hasWindows) return 0;
  const longest = (bounds) => [...new Set(bounds)].reduce((most, bound) => Math.max(most, trace.label(bound).length), 0);
  return (longest(trace.alpha) + longest(trace.beta) + 4) * LETTER;
}

// Letters of what three or more players get, where that is longest.
function longestShares(trace) {
  return trace.value.reduce((most, value) => Math.max(most, trace.label(value).length), 0) + 1; // and a ≥
}

// Half the width of the leaves where payoffs of three or more players stand in them.
export function sharedLeafOf(trace) {
  return ((trace.simulated ? longestMeans(trace) : longestShares(trace)) * LETTER) / 2 + 4;
}

// Half the width of the leaves of a typed tree, all alike.
export function leafOf({ places, simulated }) {
  const letters = [...places.parent.keys()].reduce((most, place) => Math.max(most, places.payoff(place).length), 0) + (simulated ? 0.75 : 0); // for the =
  return Math.min(Math.max(14, (letters * LETTER * 1.25) / 2 + 5), 26);
}

export function outline(kind, leaf) {
  if (kind === "max") return make("path", { class: "shape", d: "M0-24 26 19H-26z" });
  if (kind === "min") return make("path", { class: "shape", d: "M0 24 26-19H-26z" });
  if (kind === "third") return make("path", { class: "shape", d: "M0-25 26 0 0 25-26 0z" });
  if (kind === "fourth") return make("path", { class: "shape", d: "M-13-21H13L26 0 13 21H-13L-26 0z" });
  if (kind === "chance") return make("circle", { class: "shape", r: 20 });
  return make("rect", { class: "shape", x: -leaf, y: -14, width: 2 * leaf, height: 28, rx: 6 });
}

export function textDrop(kind) {
  return { max: 8, min: -8 }[kind] ?? 0;
}

// The corner that a shape leaves free.
export function nameAt(kind) {
  return { max: { x: -15, y: -13 }, min: { x: -15, y: 13 }, chance: { x: -18, y: -15 } }[kind] ?? { x: 0, y: 23 };
}

export function label({ x, y }, text, className) {
  const found = make("text", { class: className, x, y, dy: DROP });
  found.textContent = text;
  return found;
}

export function straight(above, below) {
  return `M${above.x} ${above.y + 20}L${below.x} ${below.y - below.top}`;
}

export function action({ label: { x, y, room } }, name, mark = "") {
  const text = make("text", { class: "action", x, y, dy: DROP });
  titled(text, name, room - (mark ? MARK : 0));
  if (mark) text.appendChild(make("tspan", { class: "why", dx: 3 })).textContent = mark;
  return text;
}

export function joinUp(group, above, below, name, why) {
  group.textContent = "";
  group.appendChild(make("path", { class: "line", d: straight(above, below) }));
  group.appendChild(make("path", { class: "slash", d: slashes(above, below) }));
  if (name) group.appendChild(action(below, name, why));
}

// Why a place was tried so early, beside its name; another visit may have another reason.
export function markWhy(edge, why) {
  let mark = edge.querySelector(".why");
  if (!why) return mark?.remove();
  mark ||= edge.querySelector(".action")?.appendChild(make("tspan", { class: "why", dx: 3 }));
  if (mark) mark.textContent = why;
  return undefined;
}

// Two short strokes across an edge: what is below is pruned.
function slashes(above, below) {
  const [dx, dy] = [below.x - above.x, below.y - below.top - above.y - 20];
  const length = Math.hypot(dx, dy) || 1;
  const [along, across] = [{ x: dx / length, y: dy / length }, { x: -dy / length, y: dx / length }];
  const stroke = (part) => {
    const [x, y] = [above.x + dx * 0.4 + along.x * part, above.y + 20 + dy * 0.4 + along.y * part];
    return `M${x - 7 * across.x - 2 * along.x} ${y - 7 * across.y - 2 * along.y}L${x + 7 * across.x + 2 * along.x} ${y + 7 * across.y + 2 * along.y}`;
  };
  return stroke(-2.5) + stroke(2.5);
}

export function arrowTip(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (turn) => `${to.x - 9 * Math.cos(angle + turn)} ${to.y - 9 * Math.sin(angle + turn)}`;
  return `M${to.x} ${to.y}L${corner(0.45)}L${corner(-0.45)}z`;
}

export function pill(x, y, count, className) {
  const group = make("g", { class: className, ...(className === "folded" ? { role: "button" } : {}) });
  group.appendChild(make("rect", { x: x - 22, y: y - 10, width: 44, height: 20, rx: 10 }));
  group.appendChild(label({ x, y }, `+${compact(count)}`, "count"));
  return group;
}

function compact(count) {
  return count < 10000 ? String(count) : `${Math.round(count / 1000)}k`;
}
