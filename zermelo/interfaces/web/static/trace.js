// A trace as a tree that can be asked for its state after any step.
//
// Nothing is replayed: every node knows its own events, so the picture after step s depends on s alone,
// and going back is as cheap as going on.

const KINDS = ["enter", "leaf", "update", "cut", "return", "table", "bounds", "repeated", "pass"];
export const [ENTER, LEAF, UPDATE, CUT, RETURN, TABLE, BOUNDS, REPEATED, PASS] = KINDS.keys();
const NUMBER = Object.fromEntries(KINDS.map((kind, i) => [kind, i]));

export class Trace {
  constructor(answer) {
    const { nodes, events, summary } = answer;
    this.summary = summary || {};
    this.truncated = Boolean(answer.truncated);
    this.parent = Int32Array.from(nodes.parent);
    this.action = nodes.action;
    this.player = nodes.player;
    this.pruned = nodes.pruned || {};
    this.skipped = new Set(nodes.skipped);
    this.why = nodes.why || {};
    this.size = this.parent.length;
    this.length = events.kind.length;
    this.kind = Uint8Array.from(events.kind, (kind) => (typeof kind === "string" ? NUMBER[kind] : kind));
    this.node = Int32Array.from(events.node);
    this.alpha = bounds(events.alpha, -Infinity);
    this.beta = bounds(events.beta, Infinity);
    this.value = events.value;
    this.link();
    this.deepen(answer.iterations || []);
    this.count();
    this.judge();
  }

  link() {
    const { size, length } = this;
    this.roots = [];
    this.depth = new Int32Array(size);
    for (let n = 0; n < size; n += 1) this.depth[n] = this.parent[n] < 0 ? 0 : this.depth[this.parent[n]] + 1;
    this.firstChild = new Int32Array(size).fill(-1);
    this.nextSibling = new Int32Array(size).fill(-1);
    this.below = new Int32Array(size);
    for (let n = size - 1; n >= 0; n -= 1) {
      const above = this.parent[n];
      if (above < 0) this.roots.unshift(n);
      else {
        this.nextSibling[n] = this.firstChild[above];
        this.firstChild[above] = n;
        this.below[above] += this.below[n] + 1;
      }
    }
    // the events of each node, one after another
    this.from = new Int32Array(size + 1);
    for (let e = 0; e < length; e += 1) this.from[this.node[e] + 1] += 1;
    for (let n = 0; n < size; n += 1) this.from[n + 1] += this.from[n];
    this.own = new Int32Array(length);
    const filled = this.from.slice(0, size);
    this.child = new Int32Array(length).fill(-1);
    const lastChild = new Int32Array(size).fill(-1);
    for (let e = 0; e < length; e += 1) {
      const n = this.node[e];
      this.own[filled[n]] = e;
      filled[n] += 1;
      if (this.kind[e] === ENTER && this.parent[n] >= 0) lastChild[this.parent[n]] = n;
      else if (this.kind[e] === UPDATE || this.kind[e] === CUT) this.child[e] = lastChild[n];
    }
  }

  // Iterative deepening: one search after another, each to a greater depth, with several roots where it looked again.
  deepen(iterations) {
    const told = iterations.length > 1 ? iterations : [{ depth: null, event: 0, line: [] }];
    const first = told.map(({ event }) => this.node[event]);
    this.iterations = told.map((one, i) => {
      const [from, to] = [first[i], i + 1 < told.length ? first[i + 1] : this.size];
      return { ...one, size: to - from, roots: this.roots.filter((root) => root >= from && root < to) };
    });
  }

  count() {
    this.known = new Int32Array(this.length + 1);
    this.entered = new Int32Array(this.length + 1);
    this.leaves = new Int32Array(this.length + 1);
    this.cuts = new Int32Array(this.length + 1);
    this.hasWindows = false;
    for (let e = 0; e < this.length; e += 1) {
      const kind = this.kind[e];
      this.entered[e + 1] = this.entered[e] + (kind === ENTER ? 1 : 0);
      this.leaves[e + 1] = this.leaves[e] + (kind === LEAF ? 1 : 0);
      this.cuts[e + 1] = this.cuts[e] + (kind === CUT ? 1 : 0);
      this.known[e + 1] = this.known[e] + (kind === TABLE ? 1 : 0);
      if (kind === ENTER && (this.alpha[e] !== -Infinity || this.beta[e] !== Infinity)) this.hasWindows = true;
    }
  }

  // Is a returned value exact (0), at least (1) or at most (-1)?
  judge() {
    this.sure = new Int8Array(this.size);
    for (let n = this.size - 1; n >= 0; n -= 1) {
      if (this.from[n] === this.from[n + 1]) continue;
      const first = this.own[this.from[n]];
      const last = this.own[this.from[n + 1] - 1];
      const kind = this.kind[last];
      if (kind === ENTER || kind === LEAF || kind === REPEATED) continue;
      const value = this.value[last];
      const [low, high] = [this.alpha[first], this.beta[first]];
      if (value > low && value < high) continue;
      let exact = this.firstChild[n] >= 0 && !this.pruned[n] && !this.skipped.has(n);
      for (let c = this.firstChild[n]; exact && c >= 0; c = this.nextSibling[c]) exact = this.sure[c] === 0;
      if (!exact) this.sure[n] = value <= low ? -1 : 1;
    }
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
    const found = { entered: false, done: false, leaf: false, cut: false, value: null, low: -Infinity, high: Infinity, best: -1, by: -1 };
    for (let i = this.from[n]; i < this.from[n + 1]; i += 1) {
      const e = this.own[i];
      if (e >= step) break;
      const kind = this.kind[e];
      found.entered = true;
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

  // How many nodes below n have been entered: they are numbered as they are entered.
  enteredBelow(n, step) {
    return Math.max(0, Math.min(this.entered[step] - n - 1, this.below[n]));
  }

  current(step) {
    return step > 0 ? this.node[step - 1] : -1;
  }

  // The line that the players would follow, as far as it is known.
  bestLine(step) {
    const line = [];
    let n = this.roots.length ? this.roots[this.roots.length - 1] : -1;
    for (const root of this.roots) if (this.own[this.from[root]] < step) n = root;
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
    const found = this.iterations.find(({ roots }) => roots.includes(root));
    return found ? found.depth : null;
  }

  nextIteration(step) {
    const found = this.iterations[this.iterationAt(step) + 1];
    return found ? found.event + 1 : -1;
  }

  nextTable(step) {
    return this.next(step, TABLE);
  }

  nextCut(step) {
    return this.next(step, CUT);
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
