// The tree as SVG, as large as life: what does not fit is folded and counted.

import { labelAt, make, roomOf, slotOf, titled, withRoom } from "./labels.js";
import { t } from "./languages.js";
import { MARGIN, leastHeight, rowHeight, stretch, tidy, topOf } from "./layout.js";
import { DROP, LETTER, action, around, arrowTip, captionOf, joinUp, label, leafOf, markWhy, nameAt, outline, pageOf, paged, pill, sharedLeafOf, straight, textDrop, valueText } from "./strokes.js";
import { grownTexts } from "./simulations.js";
import { TABLE } from "./trace.js";

const MOST = 1500;
const SMALL = 400;
const TALLEST = 1100; // pixels of a canvas
const STUBS = 4;
const ROOTS = 12;
const LOOSE = 100; // pixels from one node of a row to the next
const TRIES = 40; // of nodes to unfold, before the rest stays folded
const VALUE = 46; // pixels of a value in its node
export const WHY = { table: "T", killer: "K", history: "H", line: "L" };

export class Drawing {
  constructor(svg, onPick, onUnfold) {
    this.svg = svg;
    this.edges = svg.appendChild(make("g", { class: "edges" }));
    this.layer = svg.appendChild(make("g", { class: "nodes" }));
    this.over = svg.appendChild(make("g", { class: "causes" }));
    this.shown = new Map();
    this.view = null;
    this.following = true;
    this.layer.addEventListener("click", (event) => {
      const found = event.target.closest("[data-node]");
      if (!found || this.moved) return; // the drawing was moved by it
      const place = Number(found.dataset.node);
      if (event.target.closest(".folded")) onUnfold(place);
      else onPick(place);
    });
    this.listen();
  }

  open(trace) {
    this.trace = trace;
    this.tree = trace.places;
    this.unfolded = new Set();
    this.stubs = new Map();
    this.slot = slotOf(trace);
    this.caption = captionOf(trace) && captionOf(trace) / 2 + 3;
    this.leaf = this.tree.whole ? leafOf(trace) : trace.shared ? sharedLeafOf(trace) : 20;
    this.layer.textContent = "";
    this.edges.textContent = "";
    this.over.textContent = "";
    this.shown.clear();
    this.resize();
  }

  // The canvas has another size.  A typed tree that does not fit beside the panel is given the whole width, if it fits there.
  resize() {
    const frame = this.svg.closest(".viewer");
    for (const wide of this.tree.whole ? [false, true, false] : [false]) {
      frame.classList.toggle("wide", wide);
      this.measure();
      if (this.mode === "whole") return;
    }
  }

  // Everything is put in its place again.
  measure() {
    const { tree } = this;
    const captioned = this.caption > 0;
    const { levels } = tree;
    this.svg.style.height = "";
    const needed = Math.min(leastHeight(levels, captioned), TALLEST);
    if (needed > this.svg.getBoundingClientRect().height) this.svg.style.height = `${needed}px`;
    const box = this.svg.getBoundingClientRect();
    this.box = box.width ? { width: box.width, height: box.height } : { width: 800, height: 480 };
    this.row = rowHeight(levels, this.box.height, captioned);
    this.room = this.box.width - 2 * MARGIN;
    this.mode = this.modeOf();
    this.key = null;
    this.places = null;
    this.view = null;
  }

  // The whole tree where it fits; else as much of it as fits around the path that is searched; else that path alone,
  // row by row.  It is decided once, so that nothing jumps from one way of drawing to another.
  modeOf() {
    const { tree } = this;
    for (this.roomy of [true, false]) if (tree.whole && tree.size <= MOST && this.plan(null).width <= this.room) return "whole";
    if (!tree.whole && this.trace.iterations.every(({ size }) => size <= SMALL) && this.trace.iterations.every((one) => this.plan(null, one.roots.slice(0, ROOTS)).width <= this.room)) return "whole";
    const widths = new Float64Array(tree.size);
    let widest = 0;
    this.widest = tree.children.reduce((most, row) => Math.max(most, row.length), 1);
    for (let p = 0; p < tree.size; p += 1) {
      const above = tree.parent[p];
      const row = tree.children[p].length + Math.min(tree.stubs(p).length, STUBS);
      widths[p] = (above >= 0 ? widths[above] : 0) + (row ? (row - 1) * 2 * this.half(p) : 0);
      widest = Math.max(widest, widths[p]);
    }
    return widest + this.slot <= this.room ? "part" : "rows";
  }

  unfold(place) {
    if (this.unfolded.has(place)) this.unfolded.delete(place);
    else this.unfolded.add(place);
    this.key = null;
  }

  // -- which nodes are drawn --------------------------------------------------------------------------

  // Half the width that a place needs.
  half(place) {
    if (typeof place !== "number") return Math.max(18, (place.value.length * LETTER) / 2 + 8);
    const { tree } = this;
    const least = this.captionAt(place) ? this.caption : 0;
    if (tree.kind(place) !== "leaf") return Math.max(29, least, tree.children[place].length ? 0 : this.slot / 2);
    if (!tree.whole) return Math.max(this.leaf, least, this.slot / 2);
    return Math.max(this.leaf + 1, least, this.roomy ? roomOf(tree.edge(place)) / 2 : 0);
  }

  // Places and stubs below a place, where only some are unfolded.
  below(place, open) {
    if (typeof place !== "number" || (open && !open.has(place))) return [];
    return [...this.tree.children[place], ...this.stubsOf(place)];
  }

  stubsOf(place) {
    const pruned = this.tree.stubs(place);
    if (!pruned.length) return [];
    if (!this.stubs.has(place)) {
      const named = pruned.length <= STUBS ? pruned : pruned.slice(0, STUBS - 1);
      const found = named.map((name) => ({ name, value: "" }));
      if (named.length < pruned.length) found.push({ name: `+${pruned.length - named.length}`, value: "" });
      this.stubs.set(place, found);
    }
    return this.stubs.get(place);
  }

  plan(open, roots = this.tree.whole ? [0] : this.trace.roots.slice(-ROOTS)) {
    return { roots, ...tidy(roots, (place) => this.below(place, open), (place) => this.half(place)) };
  }

  choose(step) {
    const { trace, tree } = this;
    const current = tree.of(trace.current(step));
    if (this.mode === "whole" && !this.unfolded.size) {
      if (tree.whole) return { key: "whole", roots: [0], inner: -1 };
      const { roots } = trace.iterations[trace.iterationAt(step)];
      const at = roots.findLastIndex((root) => root <= trace.current(step));
      const from = Math.max(0, Math.floor(at / ROOTS) * ROOTS);
      return { key: `all ${roots[from]}`, roots: roots.slice(from, from + ROOTS), inner: -1 };
    }
    if (current >= 0 && tree.parent[current] < 0 && step > 1) {
      const line = trace.bestLine(step).map((n) => tree.of(n)).filter((p) => tree.children[p].length);
      return this.around(line.length ? line[line.length - 1] : current);
    }
    return this.around(current >= 0 && tree.children[current].length ? current : current >= 0 ? tree.parent[current] : -1, current);
  }

  around(inner, leaf = -1) {
    const { tree } = this;
    const roots = [inner >= 0 ? tree.path(inner)[0] : tree.whole ? 0 : this.trace.roots[0]];
    const page = this.mode === "rows" && inner >= 0 ? pageOf(tree.children[inner], leaf, this.rowRoom(inner)) : 0;
    return { key: `${inner} ${page}`, roots, inner, leaf };
  }

  // Between two neighbours of a row, at least; and how many there is room for.
  get least() {
    return Math.max(this.slot, 2 * this.caption, this.trace.shared ? 2 * this.leaf + 6 : 0);
  }

  rowRoom(place) {
    return Math.max(3, Math.floor(this.room / this.least) - 1) - (this.tree.stubs(place).length ? 1 : 0);
  }

  arrange(step) {
    const chosen = this.choose(step);
    if (this.places && this.key === chosen.key) return false;
    if (this.key && this.mode === "whole") this.view = null; // another iteration
    this.key = chosen.key;
    if (this.mode === "rows" && !this.unfolded.size) this.stack(chosen);
    else this.spread(this.mode === "whole" && !this.unfolded.size ? null : this.openPlaces(chosen), chosen.roots);
    return true;
  }

  // Unfolded: the path that is searched, what somebody has unfolded, and from the root down what there is room for.
  openPlaces({ inner, roots }) {
    const { tree } = this;
    const open = new Set();
    let drawn = 1;
    const add = (place) => {
      const row = tree.children[place].length + Math.min(tree.stubs(place).length, STUBS);
      if (open.has(place) || !tree.children[place].length || drawn + row > MOST) return false;
      drawn += row;
      open.add(place);
      return true;
    };
    for (const place of inner >= 0 ? tree.path(inner) : roots) add(place);
    for (const place of this.unfolded) if (tree.path(place).slice(0, -1).every((up) => open.has(up))) add(place);
    if (this.mode !== "rows") this.addWhatFits(open, add, roots);
    return open;
  }

  addWhatFits(open, add, roots) {
    const row = [...roots];
    for (let i = 0, failed = 0; i < row.length && failed < TRIES; i += 1) {
      if (!open.has(row[i]) && add(row[i]) && this.plan(open, roots).width > this.room) {
        open.delete(row[i]);
        failed += 1;
      }
      if (open.has(row[i])) row.push(...this.tree.children[row[i]]);
    }
  }

  spread(open, roots) {
    const { tree, row } = this;
    const { x, width } = this.plan(open, roots);
    const leaves = [...x.keys()].filter((place) => !this.below(place, open).length).length;
    const factor = stretch(width, leaves, this.room);
    const places = new Map();
    for (const [place, at] of x) {
      if (typeof place !== "number") continue;
      const folded = open && !open.has(place) && tree.children[place].length ? tree.below[place] : 0;
      const depth = tree.depth[place] - tree.depth[roots[0]];
      places.set(place, { n: place, x: at * factor, y: depth * row, folded, stubs: [], top: this.topAt(place), caption: this.captionAt(place) });
      if (folded) continue;
      for (const stub of this.stubsOf(place)) places.get(place).stubs.push({ ...stub, x: x.get(stub) * factor, y: (depth + 1) * row, top: 14 });
    }
    this.places = new Map([...places].sort(([one], [other]) => one - other));
    this.extent = { width: width * factor, height: this.box.height };
  }

  // How far above its middle the edge to a place ends.
  topAt(place) {
    return { leaf: 14, max: 24, min: 19, chance: 20, third: 25, fourth: 21 }[this.tree.kind(place)];
  }

  // How much of that is for its window, or for its visits, which leaves have too.
  captionAt(place) {
    return this.caption && (this.trace.simulated || this.tree.kind(place) !== "leaf") ? 20 : 0;
  }

  // A tree that is too wide: the path that is being searched, with the brothers of every node on it, row by row.
  stack({ inner, leaf = -1 }) {
    const { trace, tree } = this;
    const path = inner >= 0 ? tree.path(inner) : [tree.whole ? 0 : trace.roots[0]];
    const spot = (n, x, y, folded) => ({ n, x, y, folded, stubs: [], top: this.topAt(n), caption: this.captionAt(n) });
    const places = new Map([[path[0], spot(path[0], 0, 0, 0)]]);
    const room = Math.max(3, Math.floor(this.room / this.least) - 1);
    const slot = Math.max(this.least, Math.min(this.room / (Math.min(this.widest, room) + 1), LOOSE));
    for (const [depth, above] of path.entries()) {
      const pruned = tree.stubs(above);
      const all = tree.children[above];
      const row = depth + 1 < path.length ? around(all, path[depth + 1], this.rowRoom(above)) : paged(all, leaf, this.rowRoom(above));
      const stubs = [...(pruned.length ? [{ name: pruned.length > 1 ? `+${pruned.length}` : pruned[0], value: "" }] : [])];
      const width = row.length + stubs.length + (row.length < all.length ? 1 : 0);
      const x = (i) => (i - (width - 1) / 2) * slot;
      const y = (depth + 1) * this.row;
      row.forEach((n, i) => places.set(n, spot(n, x(i), y, n === path[depth + 1] ? 0 : tree.below[n])));
      stubs.forEach((stub, i) => places.get(above).stubs.push({ ...stub, x: x(row.length + i), y, top: 14 }));
      if (row.length < all.length) places.get(above).more = { x: x(width - 1), y, count: all.length - row.length };
    }
    this.places = places;
    this.extent = { width: this.room, height: (tree.levels + 1) * this.row, centred: true };
  }

  // -- drawing ----------------------------------------------------------------------------------------

  // `told`: the step whose cut-off is shown with its cause.
  draw(step, picked, lit = -1, told = step) {
    if (this.arrange(step)) this.rebuild();
    const { trace, tree } = this;
    const current = tree.of(trace.current(step));
    const path = new Set(current >= 0 ? trace.path(trace.current(step)).map((n) => tree.of(n)) : []);
    const line = new Set(trace.bestLine(step).map((n) => tree.of(n)));
    for (const [place, item] of this.shown) {
      const node = tree.visit(place, step);
      const state = node >= 0 ? trace.state(node, step) : null;
      item.status = this.status(place, state);
      item.state = state;
      const marks = { current: place === current, "on-path": path.has(place), best: line.has(place) && state && state.entered, picked: place === picked, lit: place === lit };
      this.paint(place, item, node, marks);
    }
    this.join(told);
    this.look(current);
  }

  // Of a place where the search has not been: is it waiting, was it left out, or does the search not go so deep?
  // Simulations leave nothing out for good.
  status(place, state) {
    if (state && state.entered) return state.done ? "done" : "open";
    const above = this.tree.whole && !this.trace.simulated && this.shown.get(this.tree.parent[place]);
    if (!above) return "ghost";
    if (above.status === "struck" || !above.state) return above.status === "struck" ? "struck" : "ghost";
    return !above.state.leaf && (above.state.cut || above.state.done) ? "struck" : "ghost";
  }

  paint(place, item, node, marks) {
    const { trace, tree } = this;
    const { state, status } = item;
    const known = state && state.entered ? state : null;
    const first = status === "struck" && this.shown.get(tree.parent[place])?.status !== "struck";
    const classes = ["node", tree.kind(place), status, first && "first", known?.cut && "cut", known?.by === TABLE && "by-table", ...Object.keys(marks).filter((name) => marks[name])].filter(Boolean).join(" ");
    const isLeaf = tree.kind(place) === "leaf";
    const grown = trace.simulated && known && grownTexts(known);
    const worth = (known && (grown ? grown[0] : valueText(trace, node, known))) || tree.payoff(place);
    const apart = trace.shared && !isLeaf; // who moves stands in the node, and what everybody gets above it
    const value = apart ? trace.mover(tree.player[place])[1].slice(0, 1) : worth;
    const window = apart ? [worth, grown && grown[1]].filter(Boolean).join(" ") : grown ? grown[1] : known && !known.leaf && !isLeaf && trace.hasWindows && (!item.folded || marks["on-path"]) ? trace.window(known) : "";
    const depth = item.depth ? t("depthN", { n: trace.depthOf(Math.max(node, 0)) }) : "";
    const why = tree.whole && known ? WHY[trace.why[node]] || "" : "";
    const shown = `${classes}|${value}|${window}|${depth}|${why}`;
    if (shown === item.last) return;
    item.last = shown;
    item.g.setAttribute("class", classes);
    titled(item.value, value, trace.shared ? 2 * this.leaf : VALUE);
    item.value.setAttribute("class", value.length > (isLeaf ? 4 : 3) ? "value long" : "value");
    item.window.textContent = window;
    if (item.depth) item.depth.textContent = depth;
    if (item.edge) item.edge.setAttribute("class", `edge ${classes}`);
    if (item.edge && tree.whole) markWhy(item.edge, why);
    if (item.stubs) item.stubs.setAttribute("class", known?.cut || known?.done ? "stubs cut" : "stubs");
  }

  // From a cut-off to the ancestor whose bound it has reached.
  join(step) {
    const cause = this.places.get(this.tree.of(this.trace.causeAt(step)));
    const cut = this.places.get(this.tree.of(this.trace.current(step)));
    this.over.textContent = "";
    if (!cause || !cut || cause === cut) return;
    const side = cut.x >= cause.x ? 1 : -1;
    const [from, to] = [{ x: cause.x + side * 24, y: cause.y - 8 }, { x: cut.x + side * 26, y: cut.y - 8 }];
    const out = Math.max(70, Math.abs(to.x - from.x) * 0.35);
    const bend = { x: Math.max(from.x * side, to.x * side) * side + side * out, y: (from.y + to.y) / 2 - 10 };
    this.over.appendChild(make("path", { class: "arc", d: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}` }));
    this.over.appendChild(make("path", { class: "tip", d: arrowTip(bend, to) }));
  }

  // Every name with its place and its room, before any is written.
  label() {
    const labels = [];
    for (const [place, spot] of this.places) {
      const above = this.places.get(this.tree.parent[place]);
      if (above) labels.push((spot.label = labelAt(above, spot)));
      for (const stub of spot.stubs) labels.push((stub.label = labelAt(spot, stub)));
    }
    withRoom(labels);
  }

  rebuild() {
    this.label();
    for (const [place, item] of this.shown) {
      if (this.places.has(place)) continue;
      for (const part of [item.g, item.edge, item.stubs]) part?.remove();
      this.shown.delete(place);
    }
    const before = this.shown;
    this.shown = new Map(); // in the order of the places: a parent comes before its children
    for (const [place, spot] of this.places) {
      const item = before.get(place) || this.create(place);
      this.shown.set(place, item);
      this.put(item, place, spot);
    }
  }

  put(item, place, spot) {
    const layout = `${spot.x},${spot.y},${spot.folded},${spot.more?.count},${spot.stubs.map((stub) => [stub.x, stub.label.room])}`;
    const above = this.places.get(this.tree.parent[place]);
    const joint = above ? `${above.x},${above.y},${spot.label.room}` : "";
    if (item.layout === layout && item.joint === joint) return;
    Object.assign(item, { layout, joint, folded: spot.folded, last: "" });
    item.g.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
    if (above) {
      item.edge ||= this.edges.appendChild(make("g", { class: "edge" }));
      joinUp(item.edge, above, spot, this.tree.edge(place), this.tree.whole ? "" : WHY[this.trace.why[place]]);
    } else if (item.edge) {
      item.edge.remove();
      item.edge = null;
    }
    this.putFold(item, spot);
    this.putStubs(item, spot);
  }

  create(place) {
    const { trace, tree } = this;
    const kind = tree.kind(place);
    const g = this.layer.appendChild(make("g", { "data-node": place }));
    g.appendChild(outline(kind, this.leaf));
    if (tree.name(place)) g.appendChild(label(nameAt(kind), tree.name(place), nameAt(kind).x ? "name beside" : "name"));
    const value = g.appendChild(make("text", { class: "value", y: textDrop(kind), dy: DROP }));
    const window = g.appendChild(make("text", { class: "window", y: kind === "leaf" ? -24 : -34, dy: DROP }));
    const named = tree.parent[place] < 0 && trace.iterations.length > 1;
    const depth = named ? g.appendChild(make("text", { class: "depth-name", y: -50, dy: DROP })) : null;
    return { g, value, window, depth, edge: null, stubs: null, fold: null, last: "" };
  }

  putFold(item, { folded, x, y, more }) {
    if (item.fold) item.fold.remove();
    item.fold = null;
    if (folded) item.fold = item.g.appendChild(pill(0, 36, folded, "folded"));
    else if (more) item.fold = item.g.appendChild(pill(more.x - x, more.y - y, more.count, "more"));
  }

  putStubs(item, spot) {
    if (item.stubs) item.stubs.remove();
    item.stubs = null;
    if (!spot.stubs.length) return;
    item.stubs = this.edges.appendChild(make("g", { class: "stubs" }));
    for (const stub of spot.stubs) {
      item.stubs.appendChild(make("path", { class: "line", d: straight(spot, stub) }));
      item.stubs.appendChild(make("rect", { class: "gone", x: stub.x - 16, y: stub.y - 13, width: 32, height: 26, rx: 6 }));
      item.stubs.appendChild(action(stub, stub.name));
    }
  }

  // -- the part that is looked at ---------------------------------------------------------------------

  look(current) {
    if (!this.view) this.home();
    const place = this.places.get(current);
    if (this.following && place) {
      const v = this.view;
      const marginX = Math.min(v.width * 0.15, 60);
      const foot = this.tree.levels * this.row + 20; // of the drawing: while it is in sight, so is the root
      if (place.x < v.x + marginX && v.x > this.left()) v.x = Math.max(place.x - v.width / 2, this.left());
      const right = this.left() + this.extent.width + 2 * MARGIN - v.width; // beyond it is nothing
      if (place.x > v.x + v.width - marginX && v.x < right) v.x = Math.min(place.x - v.width / 2, right);
      if (foot > v.height - topOf(this.caption) && (place.y < v.y + 40 || place.y > v.y + v.height - 40)) v.y = Math.max(-topOf(this.caption), place.y - v.height * 0.7);
    }
    this.show();
  }

  left() {
    return this.extent.centred ? -this.extent.width / 2 : -MARGIN;
  }

  // As large as life, the root on top; `whole` may make it smaller, which only somebody who looks asks for.
  home(whole = false) {
    const { width, height } = this.extent;
    const scale = whole ? Math.min(1, this.box.width / (width + 2 * MARGIN), this.box.height / height) : 1;
    const view = { width: this.box.width / scale, height: this.box.height / scale };
    const root = this.places.values().next().value;
    const fits = width + 2 * MARGIN <= view.width + 1;
    view.x = this.extent.centred ? -view.width / 2 : fits ? (width - view.width) / 2 : (root ? root.x : 0) - view.width / 2;
    view.y = -topOf(this.caption);
    this.view = view;
    this.show();
  }

  show() {
    const v = this.view;
    this.svg.setAttribute("viewBox", `${v.x.toFixed(1)} ${v.y.toFixed(1)} ${v.width.toFixed(1)} ${v.height.toFixed(1)}`);
  }

  zoom(factor, x = 0.5, y = 0.5) {
    const v = this.view;
    const width = Math.min(Math.max(v.width * factor, 120), 60000);
    const real = width / v.width;
    v.x += v.width * (1 - real) * x;
    v.y += v.height * (1 - real) * y;
    v.width = width;
    v.height *= real;
    this.show();
  }

  listen() {
    let held = null;
    this.svg.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, y: event.clientY };
      this.moved = false;
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!held || !event.buttons || !this.view) return;
      const scale = this.view.width / this.box.width;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!this.moved && Math.abs(dx) + Math.abs(dy) < 5) return;
      held = { x: event.clientX, y: event.clientY };
      this.moved = true;
      this.view.x -= dx * scale;
      this.view.y -= dy * scale;
      this.show();
    });
    this.svg.addEventListener("wheel", (event) => {
      if (!this.view || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      const box = this.svg.getBoundingClientRect();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
    }, { passive: false });
  }
}
