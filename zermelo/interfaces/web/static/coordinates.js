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
    const { x, y, w, h } = place;
    const [dx, dy] = AT[shape.kind] || [9, 13];
    return html`<text key=${i} x=${shape.kind === "edges" ? x + w / 2 - (w > h ? 0 : 14) : x + dx} y=${shape.kind === "edges" ? y + h / 2 - (w > h ? 12 : 0) : y + dy} class=${shape.kind === "edges" ? "small" : ""}>${label}</text>`;
  })}</g>`;
}

const AT = { points: [4, 2], pits: [9, 11] };

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
