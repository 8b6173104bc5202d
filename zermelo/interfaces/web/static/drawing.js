// The tree as SVG.  At most 1,500 nodes are drawn; what is folded is counted.

import { MARK, labelAt, make, slotOf, titled, withRoom } from "./labels.js";
import { t } from "./languages.js";
import { BOUNDS, PASS, REPEATED, TABLE } from "./trace.js";

const MOST = 1500;
const SMALL = 400;
const ROW = 96;
const TALL = 124;
const STEM = 64;
const STUBS = 4;
const ROOTS = 12;
const WINDOWED = 108; // pixels from a node with a window to the next
const VALUE = 46; // pixels of a value in its node
export const WHY = { table: "T", killer: "K", history: "H", line: "L" };
const KNOWN = { [TABLE]: "ᵗ", [BOUNDS]: "ᵇ", [REPEATED]: "ʳ", [PASS]: "ᵖ" };

export class Drawing {
  constructor(svg, onPick, onUnfold) {
    this.svg = svg;
    this.edges = svg.appendChild(make("g", { class: "edges" }));
    this.layer = svg.appendChild(make("g", { class: "nodes" }));
    this.shown = new Map();
    this.view = null;
    this.following = true;
    this.layer.addEventListener("click", (event) => {
      const found = event.target.closest("[data-node]");
      if (!found) return;
      const node = Number(found.dataset.node);
      if (event.target.closest(".folded")) onUnfold(node);
      else onPick(node);
    });
    this.listen();
  }

  open(trace) {
    this.trace = trace;
    this.unfolded = new Set();
    this.slot = slotOf(trace);
    this.most = this.measure();
    this.layer.textContent = "";
    this.edges.textContent = "";
    this.shown.clear();
    this.places = null;
    this.key = null;
    this.view = null;
  }

  unfold(node) {
    if (this.unfolded.has(node)) this.unfolded.delete(node);
    else this.unfolded.add(node);
    this.key = null;
  }

  // -- which nodes are drawn --------------------------------------------------------------------------

  choose(step) {
    const { trace } = this;
    const turn = trace.iterationAt(step);
    const { size, roots } = trace.iterations[turn];
    const current = trace.current(step);
    if (size <= SMALL) {
      const at = roots.findLastIndex((root) => root <= current);
      const from = Math.max(0, Math.floor(at / ROOTS) * ROOTS);
      return { all: true, key: `all ${turn} ${from}`, roots: roots.slice(from, from + ROOTS) };
    }
    if (current >= 0 && trace.parent[current] < 0 && step > 1) {
      const line = trace.bestLine(step).filter((n) => trace.firstChild[n] >= 0);
      return { all: false, key: `best ${line.join(" ")}`, inner: line.length ? line[line.length - 1] : current };
    }
    const inner = current >= 0 && trace.firstChild[current] >= 0 ? current : current >= 0 ? trace.parent[current] : -1;
    return { all: false, key: `${inner}`, inner };
  }

  arrange(step) {
    const chosen = this.choose(step);
    if (this.places && this.key === chosen.key) return false;
    if (chosen.all && this.key) this.view = null; // another iteration
    this.key = chosen.key;
    const open = chosen.all ? null : this.openNodes(chosen.inner);
    if (open && this.unfolded.size === 0) {
      this.stack(chosen.inner);
      return true;
    }
    const places = new Map();
    let slot = 0;
    const place = (n, depth) => {
      const { trace } = this;
      const found = { n, y: depth * ROW, x: 0, folded: 0, stubs: [] };
      places.set(n, found);
      const children = [];
      if (trace.firstChild[n] >= 0 && (open === null || open.has(n))) {
        for (let c = trace.firstChild[n]; c >= 0; c = trace.nextSibling[c]) children.push(place(c, depth + 1));
      } else if (trace.below[n] > 0) found.folded = trace.below[n];
      const pruned = trace.pruned[n] || [];
      if (pruned.length && !found.folded) {
        const named = pruned.length <= STUBS ? pruned : pruned.slice(0, STUBS - 1);
        for (const [i, name] of named.entries()) {
          found.stubs.push({ x: slot, y: (depth + 1) * ROW, name, value: trace.prunedPayoff(n, i) });
          slot += this.slot;
        }
        if (named.length < pruned.length) {
          found.stubs.push({ x: slot, y: (depth + 1) * ROW, name: `+${pruned.length - named.length}`, value: "" });
          slot += this.slot;
        }
      }
      const below = [...children.map((child) => child.x), ...found.stubs.map((stub) => stub.x)];
      if (below.length) found.x = (Math.min(...below) + Math.max(...below)) / 2;
      else {
        found.x = slot;
        slot += this.slot;
      }
      if (below.length && trace.hasWindows) slot = Math.max(slot, found.x + WINDOWED);
      return found;
    };
    for (const root of chosen.roots || this.trace.roots.slice(-ROOTS)) {
      place(root, 0);
      slot += this.slot / 2;
    }
    this.places = places;
    const deepest = Math.max(0, ...[...places.values()].map((p) => p.y + (p.stubs.length ? ROW : 0)));
    this.extent = { width: Math.max(slot, this.slot), height: deepest + ROW };
    return true;
  }

  // A large tree: the path that is being searched, with the brothers of every node on it, row by row.
  stack(inner) {
    const { trace } = this;
    const path = inner >= 0 ? trace.path(inner) : [trace.roots[0]];
    const places = new Map([[path[0], { n: path[0], x: 0, y: 0, folded: 0, stubs: [], stem: STEM }]]);
    for (const [depth, above] of path.entries()) {
      const pruned = trace.pruned[above] || [];
      const row = around(trace.children(above), path[depth + 1], Math.floor(MOST / path.length) - 1);
      const next = row.indexOf(path[depth + 1]);
      const gap = (i) => (trace.hasWindows && next >= 0 && i > next ? 1 : 0);
      const width = row.length + (pruned.length ? 1 : 0);
      const x = (i) => (i + gap(i) - (width - 1 + gap(width)) / 2) * this.slot;
      const y = (depth + 1) * TALL;
      row.forEach((n, i) => places.set(n, { n, x: x(i), y, folded: i === next ? 0 : trace.below[n], stubs: [], stem: i === next ? STEM : 20 }));
      if (pruned.length) {
        const [name, value] = pruned.length > 1 ? [`+${pruned.length}`, ""] : [pruned[0], trace.prunedPayoff(above, 0)];
        places.get(above).stubs.push({ x: x(width - 1), y, name, value });
      }
    }
    this.places = places;
    this.extent = this.most;
  }

  // Room for the widest row and the deepest path, so that the view stays where it is.
  measure() {
    const { trace } = this;
    const [counts, depths] = [new Int32Array(trace.size), new Int32Array(trace.size)];
    let [wide, deep] = [1, 0];
    for (let n = 0; n < trace.size; n += 1) {
      const above = trace.parent[n];
      if (above < 0) continue;
      wide = Math.max(wide, (counts[above] += 1));
      deep = Math.max(deep, (depths[n] = depths[above] + 1));
    }
    return { width: (wide + 2) * this.slot, height: (deep + 1) * TALL, centred: true };
  }

  openNodes(inner) {
    const { trace } = this;
    const open = new Set();
    let drawn = trace.roots.length;
    const unfold = (n) => {
      if (open.has(n)) return;
      const children = trace.children(n).length + Math.min((trace.pruned[n] || []).length, STUBS);
      if (trace.firstChild[n] < 0 || drawn + children > MOST) return;
      drawn += children;
      open.add(n);
    };
    if (inner >= 0) for (const n of trace.path(inner)) unfold(n);
    for (const n of this.unfolded) if (trace.path(n).slice(0, -1).every((up) => open.has(up))) unfold(n);
    const last = inner >= 0 ? trace.path(inner)[0] : trace.roots[0];
    unfold(last);
    return open;
  }

  // -- drawing ----------------------------------------------------------------------------------------

  draw(step, picked) {
    const moved = this.arrange(step);
    if (moved) this.rebuild();
    const { trace } = this;
    const current = trace.current(step);
    const path = new Set(current >= 0 ? trace.path(current) : []);
    const line = new Set(trace.bestLine(step));
    for (const [n, item] of this.shown) {
      const state = trace.state(n, step);
      const classes = [
        "node",
        kindOf(trace, n),
        state.entered ? (state.done ? "done" : "open") : "ghost",
        state.cut && "cut",
        n === current && "current",
        path.has(n) && "on-path",
        line.has(n) && state.entered && "best",
        n === picked && "picked",
        state.by === TABLE && "by-table",
      ].filter(Boolean).join(" ");
      const sign = state.done ? ["≤", "", "≥"][trace.sure[n] + 1] : "";
      const isLeaf = state.leaf || trace.player[n] === null;
      let value = state.value !== null ? sign + trace.label(state.value) : "";
      if (state.by in KNOWN) value += KNOWN[state.by];
      value ||= trace.payoff(n);
      const window = state.entered && !isLeaf && trace.hasWindows && (!item.folded || path.has(n)) ? `[${trace.label(state.low)}, ${trace.label(state.high)}]` : "";
      const depth = item.depth ? t("depthN", { n: trace.depthOf(n) }) : "";
      const shown = `${classes}|${value}|${window}|${depth}`;
      if (shown === item.last) continue;
      item.last = shown;
      item.g.setAttribute("class", classes);
      titled(item.value, value, VALUE);
      item.value.setAttribute("class", value.length > (isLeaf ? 4 : 3) ? "value long" : "value");
      item.window.textContent = window;
      if (item.depth) item.depth.textContent = depth;
      if (item.edge) item.edge.setAttribute("class", `edge ${classes}`);
      if (item.stubs) item.stubs.setAttribute("class", state.cut ? "stubs cut" : "stubs");
    }
    this.look(current);
  }

  // Every name with its place and its room, before any is written.
  label() {
    const labels = [];
    for (const [n, place] of this.places) {
      const above = this.places.get(this.trace.parent[n]);
      if (above) labels.push((place.label = labelAt(above, place)));
      for (const stub of place.stubs) labels.push((stub.label = labelAt(place, stub)));
    }
    withRoom(labels);
  }

  rebuild() {
    this.label();
    for (const [n, item] of this.shown) {
      if (this.places.has(n)) continue;
      item.g.remove();
      if (item.edge) item.edge.remove();
      if (item.stubs) item.stubs.remove();
      this.shown.delete(n);
    }
    for (const [n, place] of this.places) {
      let item = this.shown.get(n);
      const layout = `${place.x},${place.y},${place.folded},${place.stubs.map((stub) => stub.label.room)}`;
      const above = this.places.get(this.trace.parent[n]);
      const joint = above ? `${above.x},${above.y},${above.stem},${place.label.room}` : "";
      if (item && item.layout === layout && item.joint === joint) continue;
      if (!item) {
        item = this.create(n);
        this.shown.set(n, item);
      }
      item.layout = layout;
      item.joint = joint;
      item.folded = place.folded;
      item.g.setAttribute("transform", `translate(${place.x} ${place.y})`);
      if (above) {
        if (!item.edge) item.edge = this.edges.appendChild(make("g", { class: "edge" }));
        joinUp(item.edge, above, place, this.trace.action[n], WHY[this.trace.why[n]]);
        if (item.last) item.last = "";
      }
      this.putFold(item, place);
      this.putStubs(item, place);
    }
  }

  create(n) {
    const g = this.layer.appendChild(make("g", { "data-node": n }));
    g.appendChild(outline(kindOf(this.trace, n)));
    const value = g.appendChild(make("text", { class: "value", y: textDrop(kindOf(this.trace, n)) }));
    const window = g.appendChild(make("text", { class: "window", x: 30, y: 0 }));
    const parent = this.trace.parent[n];
    const named = parent < 0 && this.trace.depthOf(n) !== null;
    const depth = named ? g.appendChild(make("text", { class: "depth-name", y: -36 })) : null;
    return { g, value, window, depth, edge: null, stubs: null, fold: null, last: "" };
  }

  putFold(item, place) {
    if (item.fold) item.fold.remove();
    item.fold = null;
    if (!place.folded) return;
    item.fold = item.g.appendChild(make("g", { class: "folded", role: "button" }));
    item.fold.appendChild(make("rect", { x: -24, y: 42, width: 48, height: 20, rx: 10 }));
    item.fold.appendChild(make("text", { y: 53 })).textContent = `+${compact(place.folded)}`;
  }

  putStubs(item, place) {
    if (item.stubs) item.stubs.remove();
    item.stubs = null;
    if (!place.stubs.length) return;
    item.stubs = this.edges.appendChild(make("g", { class: "stubs" }));
    for (const stub of place.stubs) {
      item.stubs.appendChild(make("path", { class: "line", d: curve(place, stub) }));
      item.stubs.appendChild(make("rect", { class: "gone", x: stub.x - 16, y: stub.y - 13, width: 32, height: 26, rx: 6 }));
      titled(item.stubs.appendChild(make("text", { class: "value", x: stub.x, y: stub.y + 1 })), stub.value, VALUE);
      item.stubs.appendChild(label(stub, stub.name));
    }
    item.last = "";
  }

  // -- the part that is looked at ---------------------------------------------------------------------

  look(current) {
    if (!this.view) {
      const box = this.svg.getBoundingClientRect();
      this.box = box.width ? { width: box.width, height: box.height } : { width: 800, height: 480 };
      this.home();
    }
    const place = this.places.get(current);
    if (this.following && place) {
      const v = this.view;
      const [marginX, marginY] = [v.width * 0.15, v.height * 0.15];
      if (place.x < v.x + marginX || place.x > v.x + v.width - marginX) v.x = place.x - v.width / 2;
      const tall = this.extent.height > v.height;
      if (tall && (place.y < v.y + marginY || place.y > v.y + v.height - marginY)) v.y = Math.max(-46, place.y - v.height / 2);
    }
    this.show();
  }

  home(whole = false) {
    const { width, height } = this.extent;
    const [w, h] = [width + 40, height + 20];
    let scale = Math.min(this.box.width / w, this.box.height / h, 1.6);
    if (!whole) scale = Math.max(scale, 0.85);
    const view = { width: this.box.width / scale, height: this.box.height / scale };
    const root = this.places.values().next().value;
    if (this.extent.centred) view.x = -view.width / 2;
    else view.x = w <= view.width ? (width - this.slot - view.width) / 2 : (root ? root.x : 0) - view.width / 2;
    view.y = whole ? (height - ROW - view.height) / 2 : Math.max((height - ROW - view.height) / 2, -46 - Math.max(0, (view.height - h) / 2));
    if (h > view.height) view.y = -46;
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
      held = { x: event.clientX, y: event.clientY, moved: false };
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!held || !event.buttons || !this.view) return;
      const scale = this.view.width / this.box.width;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.moved && Math.abs(dx) + Math.abs(dy) < 5) return;
      held = { x: event.clientX, y: event.clientY, moved: true };
      this.view.x -= dx * scale;
      this.view.y -= dy * scale;
      this.show();
    });
    addEventListener("pointerup", () => (held = null));
    this.svg.addEventListener("wheel", (event) => {
      if (!this.view || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      const box = this.svg.getBoundingClientRect();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
    }, { passive: false });
  }
}

// So many of a row as there is room for, with the one that matters among them.
function around(row, node, room) {
  if (row.length <= room) return row;
  const at = Math.max(0, Math.min(row.indexOf(node) - Math.floor(room / 2), row.length - room));
  return row.slice(at, at + Math.max(room, 1));
}

function kindOf(trace, n) {
  const player = trace.player[n];
  if (player === null || (trace.firstChild[n] < 0 && !trace.pruned[n])) return "leaf";
  return player === 0 ? "max" : player === 1 ? "min" : "chance";
}

function outline(kind) {
  if (kind === "max") return make("path", { class: "shape", d: "M0-24 26 19H-26z" });
  if (kind === "min") return make("path", { class: "shape", d: "M0 24 26-19H-26z" });
  if (kind === "chance") return make("circle", { class: "shape", r: 20 });
  return make("rect", { class: "shape", x: -20, y: -14, width: 40, height: 28, rx: 6 });
}

function textDrop(kind) {
  return { max: 9, min: -7 }[kind] ?? 1;
}

function curve(above, below) {
  const stem = above.stem || 20;
  return `M${above.x} ${above.y + 20}${stem > 20 ? `V${above.y + stem}` : ""}L${below.x} ${below.y - 20}`;
}

function label({ label: { x, y, room } }, name, mark = "") {
  const text = make("text", { class: "action", x, y });
  titled(text, name, room - (mark ? MARK : 0));
  if (mark) text.appendChild(make("tspan", { class: "why", dx: 3 })).textContent = mark;
  return text;
}

function joinUp(group, above, below, name, why) {
  group.textContent = "";
  group.appendChild(make("path", { class: "line", d: curve(above, below) }));
  if (name) group.appendChild(label(below, name, why));
}

function compact(count) {
  return count < 10000 ? String(count) : `${Math.round(count / 1000)}k`;
}
