// Where the nodes of a tree are drawn: side by side as close as they may stand, then stretched to the canvas.

const ROW = { least: 74, captioned: 94, most: 170 }; // pixels from one level to the next
const LOOSEST = 120; // pixels from one leaf to the next
export const MARGIN = 10;
export const TOP = { bare: 34, captioned: 60 }; // pixels above the root
const BOTTOM = 30;

// How far apart the levels of a tree are, so that they fill the canvas.
export function rowHeight(levels, height, captioned) {
  const least = captioned ? ROW.captioned : ROW.least;
  const room = height - topOf(captioned) - BOTTOM;
  return Math.min(Math.max(room / Math.max(levels, 1), least), ROW.most);
}

// The canvas that so many levels need at least.
export function leastHeight(levels, captioned) {
  return topOf(captioned) + levels * (captioned ? ROW.captioned : ROW.least) + BOTTOM;
}

export function topOf(captioned) {
  return captioned ? TOP.captioned : TOP.bare;
}

// Every node from `roots` down, a parent above the middle of its children.  `below(n)` gives what is drawn below a
// node, `half(n)` half its width; both may be of stubs.  Found: the x of each, from 0, and the width of all.
export function tidy(roots, below, half) {
  const x = new Map();
  const places = [...roots];
  const all = arranged(places, x, below, half);
  const left = Math.min(...all.left);
  for (const place of places) moveBy(place, -left, x, below);
  return { x, width: Math.max(...all.right) - left };
}

// Puts trees side by side; gives how far they reach to the left and to the right on every level.
function arranged(nodes, x, below, half) {
  const reach = { left: [], right: [] };
  for (const node of nodes) {
    const own = planted(node, x, below, half);
    let shift = 0;
    for (let depth = 0; depth < Math.min(reach.right.length, own.left.length); depth += 1) shift = Math.max(shift, reach.right[depth] - own.left[depth]);
    moveBy(node, shift, x, below);
    for (let depth = 0; depth < own.left.length; depth += 1) {
      if (depth >= reach.left.length) reach.left.push(own.left[depth] + shift);
      reach.right[depth] = own.right[depth] + shift;
    }
  }
  return reach;
}

function planted(node, x, below, half) {
  const children = below(node);
  const width = half(node);
  if (!children.length) {
    x.set(node, 0);
    return { left: [-width], right: [width] };
  }
  const { left, right } = arranged(children, x, below, half);
  const middle = (x.get(children[0]) + x.get(children[children.length - 1])) / 2;
  x.set(node, middle);
  return { left: [middle - width, ...left], right: [middle + width, ...right] };
}

function moveBy(node, shift, x, below) {
  if (!shift) return;
  const waiting = [node];
  while (waiting.length) {
    const next = waiting.pop();
    x.set(next, x.get(next) + shift);
    waiting.push(...below(next));
  }
}

// By how much a drawing is stretched to the canvas: no further than leaves stand well.
export function stretch(width, leaves, room) {
  const most = (leaves * LOOSEST) / Math.max(width, 1);
  return Math.max(1, Math.min(room / Math.max(width, 1), most));
}
