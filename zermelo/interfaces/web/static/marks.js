// Marks over a board: the best move, a hint, a threat, a move and its refutation; an arrow where a stone goes.

import { html } from "./vendor/htm-preact.js";

export function Marks({ shape, board, marks, moves, step }) {
  const drawn = marks.map((mark, i) => {
    const known = moves.find((move) => move.name === mark.move);
    const cells = mark.cells || (known && known.cells) || [];
    const places = cells.filter((cell) => shape.at(cell));
    if (!places.length) return null;
    const changed = mark.changed || ((known && known.changes) || []).map(([cell]) => cell);
    const target = step(cells) ? cells[1] : landing(shape, board, cells, changed);
    if (target === null || !shape.at(target)) return null;
    return html`<g key=${`${mark.kind} ${i}`} class=${`mark ${mark.kind} ${(mark.player || "").toLowerCase()}`} data-mark=${mark.kind}>
      ${step(cells) ? arrow(middle(shape, cells[0]), middle(shape, cells[1])) : ring(shape, target)}
      ${(mark.number || mark.kind === "best") && sign(shape, target, mark.number || "★")}</g>`;
  });
  return html`<g class="marks" aria-hidden="true">${drawn}</g>`;
}

// Where a move shows: of its cells the one that it changes, or where it ends.
function landing(shape, board, cells, changed) {
  const filled = changed.filter((cell) => cells.includes(cell));
  return filled.length === 1 ? filled[0] : (shape.landing({ cells }, board) ?? cells[cells.length - 1]);
}

function middle(shape, cell) {
  const { x, y, w, h } = shape.at(cell);
  return [x + w / 2, y + h / 2];
}

function ring(shape, cell) {
  const { w, h } = shape.at(cell);
  const [x, y] = middle(shape, cell);
  if (shape.kind === "edges") return html`<line x1=${w > h ? x - w / 2 : x} y1=${w > h ? y : y - h / 2} x2=${w > h ? x + w / 2 : x} y2=${w > h ? y : y + h / 2} />`;
  return html`<circle cx=${x} cy=${y} r=${Math.min(w, h) / 2 - 4} />`;
}

function arrow([x1, y1], [x2, y2]) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / far, (y2 - y1) / far];
  const [tx, ty] = [x2 - dx * 14, y2 - dy * 14];
  return html`<path d=${`M${x1 + dx * 16} ${y1 + dy * 16}L${tx} ${ty}M${tx - dx * 13 - dy * 10} ${ty - dy * 13 + dx * 10}L${tx} ${ty}L${tx - dx * 13 + dy * 10} ${ty - dy * 13 - dx * 10}`} />`;
}

function sign(shape, cell, text) {
  const { x, y, w, h } = shape.at(cell);
  const [cx, cy] = shape.kind === "edges" ? middle(shape, cell) : [x + w - 10, y + h - 10];
  return html`<g class="sign-box" style=${{ transform: `translate(${cx}px, ${cy}px) scale(min(1, 1.6 * var(--unit, 1)))` }}><circle class="sign" r="10" /><text y="1">${text}</text></g>`;
}
