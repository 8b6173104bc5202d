// Where the cells of a board are, and what lies on them: grid, columns, points, edges, pits, hex.

import { html } from "./vendor/htm-preact.js";

const SIZE = 60;
const FINGER = 28; // pixels that can be touched
export const EMPTY = new Set([".", "", " ", null, undefined]);

export function geometry(board, flip) {
  return { kind: board.kind, ...SHAPES[board.kind](board, flip) };
}

// The pixels that a board needs for every cell to be touched; one with more cells than fit is scrolled.
export function least({ viewBox, target }) {
  const [width, height] = viewBox.split(" ").slice(2).map((units) => `${Math.ceil((units * FINGER) / target)}px`);
  return { minWidth: width, minHeight: height };
}

const SHAPES = { grid, columns, points, edges, pits, hex };

function turned(board, flip, onlyAcross) {
  const { width, height } = board;
  return (index) => {
    const column = index % width;
    const row = Math.floor(index / width);
    if (!flip) return [column, row];
    return [width - 1 - column, onlyAcross ? row : height - 1 - row];
  };
}

// "" is no place; on a board without dots it is an empty one.
const isPlace = (board, index) => board.cells[index] !== "" || !board.cells.includes(".");

const lastOf = (move) => (move.cells && move.cells.length ? move.cells[move.cells.length - 1] : null);

function grid(board, flip) {
  const place = turned(board, flip);
  const { width, height } = board;
  return {
    target: SIZE,
    viewBox: `-4 -4 ${width * SIZE + 8} ${height * SIZE + 8}`,
    at(index) {
      if (!isPlace(board, index)) return null;
      const [column, row] = place(index);
      return { x: column * SIZE, y: row * SIZE, w: SIZE, h: SIZE };
    },
    back: () => null,
    cell: (index, mark, w, h) => html`<rect class="square" x="2" y="2" width=${w - 4} height=${h - 4} rx="8" />`,
    mark: (index, mark) => piece(mark),
    landing: lastOf,
  };
}

function columns(board, flip) {
  const place = turned(board, flip, true);
  const { width, height } = board;
  return {
    target: SIZE,
    viewBox: `-8 -8 ${width * SIZE + 16} ${height * SIZE + 16}`,
    at(index) {
      if (!isPlace(board, index)) return null;
      const [column, row] = place(index);
      return { x: column * SIZE, y: row * SIZE, w: SIZE, h: SIZE };
    },
    back: () => html`<rect class="rack" x="-6" y="-6" width=${width * SIZE + 12} height=${height * SIZE + 12} rx="14" />`,
    cell: (index, mark) => html`<rect class="catch" width=${SIZE} height=${SIZE} /><circle class="hole" cx="30" cy="30" r="24" />`,
    mark: (index, mark) => (EMPTY.has(mark) ? null : disc(mark)),
    landing(move, { cells }) {
      const free = (move.cells || []).filter((cell) => EMPTY.has(cells[cell]));
      return free.length ? Math.max(...free) : lastOf(move);
    },
  };
}

function points(board, flip) {
  const place = turned(board, flip);
  const step = 110;
  const centre = (index) => {
    const [column, row] = place(index);
    return [40 + column * step, 40 + row * step];
  };
  return {
    target: 54,
    viewBox: `0 0 ${80 + (board.width - 1) * step} ${80 + (board.height - 1) * step}`,
    at(index) {
      if (board.cells[index] === "") return null;
      const [x, y] = centre(index);
      return { x: x - 30, y: y - 30, w: 60, h: 60 };
    },
    back: ({ lines = [] }) => html`<g class="wires">${lines.map(([from, to]) => {
      const [x1, y1] = centre(from);
      const [x2, y2] = centre(to);
      return html`<line key=${`${from}-${to}`} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
    })}</g>`,
    cell: () => html`<circle class="spot" cx="30" cy="30" r="27" />`,
    mark: (index, mark) => (EMPTY.has(mark) ? null : disc(mark)),
    landing: lastOf,
  };
}

function edges(board, flip) {
  const place = turned(board, flip);
  const thin = 18;
  const thick = 66;
  const start = (i) => Math.floor(i / 2) * (thin + thick) + (i % 2) * thin;
  const size = (i) => (i % 2 ? thick : thin);
  return {
    target: 42,
    viewBox: `-14 -14 ${start(board.width - 1) + thin + 28} ${start(board.height - 1) + thin + 28}`,
    at(index) {
      const [column, row] = place(index);
      return { x: start(column), y: start(row), w: size(column), h: size(row) };
    },
    back: () => null,
    cell(index, mark, w, h) {
      const [column, row] = place(index);
      if (column % 2 === 0 && row % 2 === 0) return html`<circle class="dot" cx=${w / 2} cy=${h / 2} r="7" />`;
      if (column % 2 && row % 2) return html`<rect class=${`box ${mark === "X" ? "max" : mark === "O" ? "min" : ""}`} x="-2" y="-2" width=${w + 4} height=${h + 4} />`;
      const drawn = !EMPTY.has(mark);
      const reach = 12;
      return html`<rect class="catch" x=${w > h ? 0 : -reach} y=${w > h ? -reach : 0} width=${w > h ? w : w + 2 * reach} height=${w > h ? h + 2 * reach : h} />
        <rect class=${drawn ? "edge drawn" : "edge"} x=${w > h ? -2 : w / 2 - 4} y=${w > h ? h / 2 - 4 : -2} width=${w > h ? w + 4 : 8} height=${w > h ? 8 : h + 4} rx="4" />`;
    },
    mark: (index, mark, w, h) => (mark === "X" || mark === "O" ? html`<g transform=${`translate(${w / 2 - 30} ${h / 2 - 30})`}>${piece(mark)}</g>` : null),
    landing: lastOf,
  };
}

function pits(board, flip) {
  const place = turned(board, flip);
  const { width } = board;
  const step = 72;
  const stores = new Set([0, 2 * width - 1]);
  return {
    target: 62,
    viewBox: `-6 -6 ${width * step + 12} ${2 * step + 12}`,
    at(index) {
      if (board.cells[index] === "") return null;
      const [column, row] = place(index);
      if (stores.has(index)) return { x: column * step, y: 0, w: step, h: 2 * step };
      return { x: column * step, y: row * step, w: step, h: step };
    },
    back: () => html`<rect class="tray" x="-4" y="-4" width=${width * step + 8} height=${2 * step + 8} rx="30" />`,
    cell: (index, mark, w, h) => html`<rect class="catch" width=${w} height=${h} /><rect class="pit" x="5" y="5" width=${w - 10} height=${h - 10} rx="31" />`,
    mark: (index, mark, w, h) => html`${seeds(Number(mark), w / 2, h / 2)}<text class="count" x=${w / 2} y=${h - 14}>${mark}</text>`,
    landing: lastOf,
  };
}

function seeds(count, x, y) {
  const shown = Math.min(count, 14);
  return html`<g class="seeds">${Array.from({ length: shown }, (_, i) => {
    const ring = shown <= 5;
    const angle = ring ? (2 * Math.PI * i) / shown - Math.PI / 4 : i * 2.399963;
    const radius = shown === 1 ? 0 : ring ? 7.5 : 4.9 * Math.sqrt(i + 0.5);
    return html`<circle key=${i} cx=${x + radius * Math.cos(angle)} cy=${y - 8 + radius * Math.sin(angle)} r="4" />`;
  })}</g>`;
}

function hex(board, flip) {
  const place = turned(board, flip);
  const { width, height } = board;
  const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i + Math.PI / 6;
    return `${(30 + 29 * Math.cos(angle)).toFixed(1)},${(30 + 29 * Math.sin(angle)).toFixed(1)}`;
  });
  return {
    target: 50,
    viewBox: `-4 -4 ${(width + height / 2) * 52 + 16} ${height * 45 + 24}`,
    at(index) {
      if (!isPlace(board, index)) return null;
      const [column, row] = place(index);
      return { x: (column + row / 2) * 52, y: row * 45, w: 60, h: 60 };
    },
    back: () => null,
    cell: () => html`<polygon class="square" points=${corners.join(" ")} />`,
    mark: (index, mark) => (EMPTY.has(mark) ? null : disc(mark)),
    landing: lastOf,
  };
}

// -- what lies on a cell -----------------------------------------------------------------------------

function piece(mark) {
  if (EMPTY.has(mark)) return null;
  if (mark === "X") return html`<path class="cross" d="M18 18 42 42M42 18 18 42" />`;
  if (mark === "O") return html`<circle class="ring" cx="30" cy="30" r="13.5" />`;
  if (mark === "|") return html`<g class="match"><rect x="27" y="14" width="6" height="34" rx="2" /><ellipse cx="30" cy="13" rx="5.5" ry="6.5" /></g>`;
  const size = String(mark).length > 2 ? 18 : 30;
  return html`<text class="letter" x="30" y="31" font-size=${size}>${mark}</text>`;
}

function disc(mark) {
  if (mark === "X") return html`<g class="stone max"><circle cx="30" cy="30" r="24" /><path d="M22 22 38 38M38 22 22 38" /></g>`;
  if (mark === "O") return html`<g class="stone min"><circle cx="30" cy="30" r="24" /><circle class="eye" cx="30" cy="30" r="9.5" /></g>`;
  return html`<g class="stone"><circle cx="30" cy="30" r="24" /></g>${piece(mark)}`;
}
