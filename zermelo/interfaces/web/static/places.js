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

  // The place that has this name; -1: none.
  named(name) {
    return this.whole && name ? this.known.name.indexOf(name) : -1;
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
