// What is drawn: the places of a tree, and which node of the search is at each of them after a step.
//
// Of a typed tree every place is there from the first step on; a search may come to a place never, or more than
// once.  Of a position, whose tree nobody has written down, the places are the nodes of the search themselves.

import { seatKind } from "./seats.js";

export class Places {
  constructor(trace, whole) {
    this.trace = trace;
    this.whole = whole !== null && whole !== undefined;
    this.parent = this.whole ? whole.parent : trace.parent;
    this.player = this.whole ? whole.player : trace.player;
    this.at = this.whole ? whole.at : null;
    this.known = whole;
    this.size = this.parent.length;
    this.link();
    if (this.whole) this.visits = grouped(whole.at, this.size);
  }

  link() {
    const { size, parent } = this;
    this.children = Array.from({ length: size }, () => []);
    this.depth = new Int32Array(size);
    for (let p = 0; p < size; p += 1) {
      if (parent[p] < 0) continue;
      this.children[parent[p]].push(p);
      this.depth[p] = this.depth[parent[p]] + 1;
    }
    this.below = this.whole ? counted(parent) : this.trace.below;
    this.levels = this.depth.reduce((most, depth) => Math.max(most, depth), 0);
  }

  // Where a node of the search is.
  of(node) {
    return this.at && node >= 0 ? this.at[node] : node;
  }

  // The node of the search that is running which was here last; -1: none so far.
  visit(place, step) {
    if (!this.whole) return place;
    const { trace } = this;
    const root = trace.rootAt(step);
    let [found, latest] = [-1, -1];
    for (const node of this.visits[place]) {
      if (node < root) continue;
      const last = trace.lastEvent(node, step);
      if (last > latest) [found, latest] = [node, last];
    }
    return found;
  }

  name(place) {
    return this.whole ? this.known.name[place] : "";
  }

  // By which event the search turned away from a place before it came there; -1: it did not.
  // Simulations leave nothing out for good.
  leftOutBy(place, step) {
    const { trace } = this;
    if (!this.whole || trace.simulated || this.visit(place, step) >= 0) return -1;
    const above = this.path(place).findLast((p) => this.visit(p, step) >= 0);
    const node = above === undefined ? -1 : this.visit(above, step);
    const { leaf, cut, done } = node < 0 ? {} : trace.state(node, step);
    if (leaf || !(cut || done)) return -1;
    return trace.endOf(node, step);
  }

  edge(place) {
    return this.whole ? this.known.edge[place] : this.trace.edge(place);
  }

  // What a leaf of a typed tree is worth is known before it is looked at.
  payoff(place) {
    return this.whole && this.known.payoff[place] !== null ? this.trace.label(this.known.payoff[place]) : "";
  }

  // Moves that a cut-off left out, of a tree that nobody has written down.
  stubs(place) {
    return this.whole ? [] : this.trace.pruned[place] || [];
  }

  kind(place) {
    const player = this.player[place];
    const grows = this.whole || this.trace.simulated; // may it have children that nobody has seen?
    if (player === null || (!grows && !this.children[place].length && !this.trace.pruned[place])) return "leaf";
    return player === -1 ? "chance" : seatKind(player);
  }

  path(place) {
    const found = [];
    for (let p = place; p >= 0; p = this.parent[p]) found.push(p);
    return found.reverse();
  }

  brothers(place) {
    return this.parent[place] >= 0 ? this.children[this.parent[place]] : this.whole ? [place] : this.trace.roots;
  }

  // How an address calls a place: by its name, or by the way to it; where no tree is written down, by its number.
  address(place) {
    if (!this.whole) return String(place);
    return this.name(place) || this.path(place).slice(1).map((p) => this.brothers(p).indexOf(p)).join(".");
  }

  // The place that an address calls so; -1: none.
  called(address = "") {
    const named = this.whole && address ? this.known.name.indexOf(address) : -1;
    if (named >= 0 || !/^\d+(\.\d+)*$/.test(address)) return named;
    const way = address.split(".").map(Number);
    if (!this.whole) return way.length === 1 && way[0] < this.size ? way[0] : -1;
    return way.reduce((p, i) => (p < 0 ? p : this.children[p][i] ?? -1), 0);
  }
}

function grouped(at, size) {
  const found = Array.from({ length: size }, () => []);
  at.forEach((place, node) => found[place].push(node));
  return found;
}

function counted(parent) {
  const found = new Array(parent.length).fill(0);
  for (let p = parent.length - 1; p > 0; p -= 1) found[parent[p]] += found[p] + 1;
  return found;
}
