// What the cells of a board are called: beside it, or in the corner of each.

import { html } from "./vendor/htm-preact.js";
import { rim } from "./rims.js";
import { EMPTY } from "./shapes.js";

export function Coordinates({ shape, board }) {
  if (shape.kind === "go") return null; // which has its own
  const beside = rim(board);
  const { labels = [], cells, width, height } = board;
  if (beside) return html`<g class="coordinates" aria-hidden="true">${[...besideColumns(shape, beside, width, height), ...besideRows(shape, beside, width)]}</g>`;
  return html`<g class="coordinates" aria-hidden="true">${labels.map((label, i) => {
    const place = label && (shape.kind !== "edges" || EMPTY.has(cells[i])) && shape.at(i);
    if (!place) return null;
    const [x, y] = (AT[shape.kind] || corner)(place, i, shape, board);
    return html`<text key=${i} x=${x} y=${y} class=${shape.kind === "grid" ? "inside" : ""}>${label}</text>`;
  })}</g>`;
}

const AT = { points: free, edges: ({ x, y, w, h }) => (w > h ? [x + w / 2, y + h / 2 - 12] : [x + w / 2 - 14, y + h / 2]), pits: ({ x, y }) => [x + 9, y + 11] };

function corner({ x, y }) {
  return [x + 7, y + 11];
}

const WAYS = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => (eighth * Math.PI) / 4 - Math.PI / 2); // above first

// Beside a point, where no line leads away from it.
function free(place, index, shape, { lines = [] }) {
  const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
  const [x, y] = middle(place);
  const taken = lines.filter((line) => line.includes(index)).map(([from, to]) => {
    const [tx, ty] = middle(shape.at(from === index ? to : from));
    return Math.atan2(ty - y, tx - x);
  });
  const room = (way) => Math.min(9, ...taken.map((other) => Math.abs(Math.atan2(Math.sin(way - other), Math.cos(way - other)))));
  const way = WAYS.reduce((best, one) => (room(one) > room(best) + 0.01 ? one : best));
  return [x + 36 * Math.cos(way), y + 36 * Math.sin(way)];
}

function besideColumns(shape, { columns, above }, width, height) {
  return columns.map((name, column) => {
    const { x, y, w, h } = shape.at(above ? column : column + width * (height - 1)) || { x: 0, y: 0, w: 0, h: 0 };
    const top = Math.min(shape.at(0).y, shape.at(width * height - 1).y);
    const foot = Math.max(shape.at(0).y, shape.at(width * height - 1).y) + h;
    return html`<text key=${`c${column}`} x=${x + w / 2} y=${above ? Math.min(y, top) - 11 : foot + 18}>${name}</text>`;
  });
}

function besideRows(shape, { rows }, width) {
  return (rows || []).map((name, row) => {
    const first = shape.at(row * width);
    const other = shape.at(row * width + width - 1);
    return html`<text key=${`r${row}`} x=${Math.min(first.x, other.x) - 12} y=${first.y + first.h / 2}>${name}</text>`;
  });
}
