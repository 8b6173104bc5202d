// The server's model of a search, and its state after any step.
//
// Nothing is replayed: every node knows its own events, so the picture after step s depends on s alone,
// and going back is as cheap as going on.  What nodes are, what they are worth and how sure that is was
// found by the server; here it is only looked up.

import { Places } from "./places.js";
import { plain, playerName, typed } from "./scores.js";
import { SIGNS } from "./seats.js";
import { grownState, proofs } from "./simulations.js";

const KINDS = ["enter", "leaf", "update", "cut", "return", "table", "bounds", "repeated", "pass", "keep"];
export const [ENTER, LEAF, UPDATE, CUT, RETURN, TABLE, BOUNDS, REPEATED, PASS, KEEP] = KINDS.keys();

export class Trace {
  constructor({ nodes, whole, events, iterations, labels, summary, truncated }) {
    Object.assign(this, nodes, { iterations, labels, truncated });
    this.roots = iterations.flatMap(({ roots }) => roots);
    this.hasWindows = summary.windows;
    this.size = this.parent.length;
    this.length = events.kind.length;
    this.kind = Uint8Array.from(events.kind);
    this.node = Int32Array.from(events.node);
    this.child = Int32Array.from(events.child);
    this.alpha = bounds(events.alpha, -Infinity);
    this.beta = bounds(events.beta, Infinity);
    this.value = events.value;
    this.setBy = events.setBy || {};
    this.simulated = summary.simulated;
    this.shared = Boolean(summary.shared);
    this.playerNames = summary.players || {};
    this.kindNames = events.kinds;
    if (this.simulated) for (const column of ["visits", "average", "bonus", "phases"]) this[column] = events[column];
    this.link();
    this.count();
    this.places = new Places(this, whole);
  }

  // Where to find the children and the events of a node.
  link() {
    const { size, length } = this;
    this.firstChild = new Int32Array(size).fill(-1);
    this.nextSibling = new Int32Array(size).fill(-1);
    for (let n = size - 1; n >= 0; n -= 1) {
      const above = this.parent[n];
      if (above < 0) continue;
      this.nextSibling[n] = this.firstChild[above];
      this.firstChild[above] = n;
    }
    this.from = new Int32Array(size + 1);
    for (let e = 0; e < length; e += 1) this.from[this.node[e] + 1] += 1;
    for (let n = 0; n < size; n += 1) this.from[n + 1] += this.from[n];
    this.own = new Int32Array(length);
    const filled = this.from.slice(0, size);
    for (let e = 0; e < length; e += 1) this.own[filled[this.node[e]]++] = e;
  }

  // How much had happened before each step.
  count() {
    const counted = (kind) => {
      const found = new Int32Array(this.length + 1);
      for (let e = 0; e < this.length; e += 1) found[e + 1] = found[e] + (this.kind[e] === kind ? 1 : 0);
      return found;
    };
    [this.leaves, this.cuts, this.known, this.begun] = [LEAF, CUT, TABLE, ENTER].map(counted);
    this.entered = new Int32Array(this.length + 1);
    for (let e = 0; e < this.length; e += 1) this.entered[e + 1] = Math.max(this.entered[e], this.node[e] + 1);
  }

  // A value as a drawing shows it.
  label(value) {
    if (value === null || value === undefined) return "";
    if (Array.isArray(value)) return value.map(plain).join(", ");
    if (Math.abs(value) === Infinity) return value > 0 ? "+∞" : "−∞";
    return this.labels[value] ?? typed(value);
  }

  // What people call who moves, and by which sign; null where the game is over.
  mover(player) {
    if (player === null || player === undefined) return ["■", "–"];
    if (player === -1) return ["●", playerName(player)];
    return [SIGNS[player], this.playerNames[player] || playerName(player)];
  }

  // What is written on the edge to a node: a move, or an outcome of the dice with its probability.
  edge(n) {
    return n in this.chance ? `${this.action[n]} (${this.chance[n]})` : this.action[n];
  }

  // A window as a drawing shows it; of one that has closed, α and β and how they compare.
  window({ low, high }) {
    const [alpha, beta] = [this.label(low), this.label(high)];
    return low < high ? `[${alpha}, ${beta}]` : `${alpha} ${low > high ? ">" : "="} ${beta}`;
  }

  children(n) {
    const found = [];
    for (let c = this.firstChild[n]; c >= 0; c = this.nextSibling[c]) found.push(c);
    return found;
  }

  path(n) {
    const found = [];
    for (; n >= 0; n = this.parent[n]) found.push(n);
    return found.reverse();
  }

  // What is known of a node after the first `step` events.
  state(n, step) {
    if (this.simulated) return grownState(this, n, step);
    const found = { entered: false, done: false, leaf: false, cut: false, value: null, low: -Infinity, high: Infinity, best: -1, by: -1 };
    for (let i = this.from[n]; i < this.from[n + 1]; i += 1) {
      const e = this.own[i];
      if (e >= step) break;
      const kind = this.kind[e];
      found.entered = true;
      if (kind === KEEP) continue;
      if (kind === ENTER || ((kind === UPDATE || kind === CUT) && this.player[n] !== -1)) {
        found.low = this.alpha[e];
        found.high = this.beta[e];
      }
      if (kind !== ENTER) found.value = this.value[e];
      if (kind === UPDATE && this.player[n] !== -1) found.best = this.child[e];
      if (kind === CUT) found.cut = true;
      if (kind === LEAF) found.leaf = true;
      if (kind !== ENTER && kind !== UPDATE && kind !== CUT) {
        found.done = true;
        found.by = kind;
      }
    }
    return found;
  }

  // The last of a node's own events before a step, or the last of a kind; -1: there is none.
  lastEvent(n, step, kind = null) {
    let found = -1;
    for (let i = this.from[n]; i < this.from[n + 1] && this.own[i] < step; i += 1) if (kind === null || this.kind[this.own[i]] === kind) found = this.own[i];
    return found;
  }

  // Which event ended what was done at a node before a step: its cut-off, else the last one.
  endOf(n, step) {
    const cut = this.lastEvent(n, step, CUT);
    return cut >= 0 ? cut : this.lastEvent(n, step);
  }

  // The root of the search that is running: one search may be several.
  rootAt(step) {
    let found = this.roots.length ? this.roots[0] : -1;
    for (const root of this.roots) if (this.own[this.from[root]] < step) found = root;
    return found;
  }

  // The node further up that set the bound which the last step reached; -1: it was no cut-off, or there is none.
  causeAt(step) {
    return step > 0 && this.kind[step - 1] === CUT ? this.setBy[step - 1] ?? -1 : -1;
  }

  current(step) {
    return step > 0 ? this.node[step - 1] : -1;
  }

  // The line that the players would follow, as far as it is known.
  bestLine(step) {
    const line = [];
    let n = this.rootAt(step);
    while (n >= 0) {
      line.push(n);
      n = this.state(n, step).best;
    }
    return line;
  }

  // Which iteration a step belongs to.
  iterationAt(step) {
    let found = 0;
    while (found + 1 < this.iterations.length && this.iterations[found + 1].event < step) found += 1;
    return found;
  }

  depthOf(root) {
    return this.iterations.length > 1 ? this.iterations.find(({ roots }) => roots.includes(root)).depth : null;
  }

  nextIteration(step) {
    const found = this.iterations[this.iterationAt(step) + 1];
    return found ? found.event + 1 : -1;
  }

  // Which steps are cut-offs, and which give the root a better line; of simulations, which prove something.
  get marks() {
    if (this.simulated) return { proof: proofs(this) };
    const found = { cut: [], best: [] };
    for (let e = 0; e < this.length; e += 1) {
      if (this.kind[e] === CUT) found.cut.push(e + 1);
      else if (this.kind[e] === UPDATE && this.parent[this.node[e]] < 0) found.best.push(e + 1);
    }
    return found;
  }

  next(step, kind) {
    for (let e = step; e < this.length; e += 1) if (this.kind[e] === kind) return e + 1;
    return -1;
  }

  nextBest(step) {
    for (let e = step; e < this.length; e += 1) {
      if (this.kind[e] === UPDATE && this.parent[this.node[e]] < 0) return e + 1;
    }
    return -1;
  }
}

function bounds(column, infinite) {
  return Float64Array.from(column, (value) => (value === null ? infinite : value));
}
