// Where the cells of a board are, and what lies on them: grid, columns, points, edges, pits, hex, backgammon, go.

import { html } from "./vendor/htm-preact.js";
import { RIM, rim } from "./rims.js";

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

export function aspect({ viewBox }) {
  const [width, height] = viewBox.split(" ").slice(2);
  return (width / height).toFixed(3);
}

const SHAPES = { grid, columns, points, edges, pits, hex, backgammon, go };

// With room for letters and numbers beside the board, where its cells have such names.
function rimmed(board, [x, y, width, height]) {
  const named = rim(board);
  const [left, above, below] = [named && named.rows ? RIM : 0, named && named.above ? RIM : 0, named && !named.above ? RIM : 0];
  return [x - left, y - above, width + left, height + above + below].join(" ");
}

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
    viewBox: rimmed(board, [-4, -4, width * SIZE + 8, height * SIZE + 8]),
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
    viewBox: rimmed(board, [-8, -8, width * SIZE + 16, height * SIZE + 16]),
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
    viewBox: rimmed(board, [-4, -4, (width + height / 2) * 52 + 16, height * 45 + 24]),
    at(index) {
      if (!isPlace(board, index)) return null;
      const [column, row] = place(index);
      return { x: (column + row / 2) * 52, y: row * 45, w: 60, h: 60 };
    },
    back: ({ sides = [] }) => (sides.length ? html`<g class="borders">${borders(width, height).map(([side, column, row, turn]) => {
      const shift = ([x, y]) => `${(x + (column + row / 2) * 52).toFixed(1)},${(y + row * 45).toFixed(1)}`;
      const points = turn.map((corner) => shift(corners[corner].split(",").map(Number))).join(" ");
      return html`<polyline key=${`${side}-${column}-${row}`} class=${{ X: "max", O: "min" }[sides[side === "top" || side === "bottom" ? 0 : 1]] || ""} points=${points} />`;
    })}</g>` : null),
    cell: () => html`<polygon class="square" points=${corners.join(" ")} />`,
    mark: (index, mark) => (EMPTY.has(mark) ? null : disc(mark)),
    landing: lastOf,
  };
}

// Stones on the crossings of lines; letters below and numbers beside them, where the board is not turned round.
function go(board, flip) {
  const place = turned(board, flip);
  const { width, height, lines, stars = [] } = board;
  const [left, letters] = [26, "abcdefghjklmnopqrstuvwxyz"];
  const centre = (index) => place(index).map((number, axis) => number * SIZE + SIZE / 2 + (axis ? 0 : left));
  const column = (x) => html`<text key=${`x${x}`} x=${centre(x)[0]} y=${height * SIZE + 14}>${letters[x]}</text>`;
  const row = (y) => html`<text key=${`y${y}`} x="12" y=${centre(y * width)[1]}>${height - y}</text>`;
  return {
    target: SIZE,
    viewBox: `0 0 ${left + width * SIZE} ${height * SIZE + 28}`,
    at(index) {
      const [x, y] = centre(index);
      return { x: x - 30, y: y - 30, w: SIZE, h: SIZE };
    },
    back: () => html`<g class="goban"><rect x=${left} y="0" width=${width * SIZE} height=${height * SIZE} rx="6" />
      ${lines.map(([from, to]) => html`<line key=${`${from}-${to}`} x1=${centre(from)[0]} y1=${centre(from)[1]} x2=${centre(to)[0]} y2=${centre(to)[1]} />`)}
      ${stars.map((cell) => html`<circle key=${cell} cx=${centre(cell)[0]} cy=${centre(cell)[1]} r="4.5" />`)}
      ${[...Array(width).keys()].map(column)}${[...Array(height).keys()].map(row)}</g>`,
    cell: () => html`<circle class="crossing" cx="30" cy="30" r="27" />`,
    mark: (index, mark) => (EMPTY.has(mark) ? null : goStone(mark)),
    landing: lastOf,
  };
}

// Black and white, as everywhere; the ring shows in the stone that was set last.
function goStone(mark) {
  const colour = { X: "black", O: "white" }[mark];
  return colour ? html`<g class=${`go-stone ${colour}`}><circle cx="30" cy="30" r="28" /><circle class="newest" cx="30" cy="30" r="11" /></g>` : piece(mark);
}

// Numbers, points, the dice, points, numbers; the bar in the middle, a tray at the end.
function backgammon(board, flip) {
  const place = turned(board, flip);
  const { width } = board;
  const bar = (width - 2) / 2;
  const step = 46;
  const tops = [0, 24, 254, 300, 530, 554];
  const tray = (index) => index % width === width - 1;
  const centre = (index) => index % width === bar;
  return {
    target: 51, // a point is tall: it may be a little narrower, so that a phone shows the whole board
    viewBox: `-4 -4 ${width * step + 8} ${tops[5] + 8}`,
    at(index) {
      if (board.cells[index] === "") return null;
      const [column, row] = place(index);
      return { x: column * step, y: tops[row], w: step, h: tops[row + 1] - tops[row] };
    },
    back: () => html`<rect class="tray" x="-2" y=${tops[1] - 4} width=${width * step + 4} height=${tops[4] - tops[1] + 8} rx="8" />
      ${[flip ? 1 : 0, flip ? bar + 2 : bar + 1].map((column) => html`<rect key=${column} class="felt" x=${column * step} y=${tops[1]} width=${bar * step} height=${tops[4] - tops[1]} />`)}`,
    cell(index, mark, w, h) {
      const row = Math.floor(index / width);
      if (row === 0 || row === 4) return html`<text class="count" x=${w / 2} y="17">${mark}</text>`;
      if (row === 2) return null;
      if (tray(index) || centre(index)) return html`<rect class=${tray(index) ? "pit" : "pit bar-pit"} x="3" y="2" width=${w - 6} height=${h - 4} rx="6" />`;
      const [column, at] = place(index);
      const tip = at === 1 ? `0,0 ${w},0 ${w / 2},${h - 34}` : `0,${h} ${w},${h} ${w / 2},34`;
      return html`<rect class="catch" width=${w} height=${h} /><polygon class=${(column + (column > width / 2 - 1) + (at === 1)) % 2 ? "spike" : "spike dark"} points=${tip} />`;
    },
    mark(index, mark, w, h) {
      const row = Math.floor(index / width);
      if (row === 2) return html`<g transform=${`translate(${w / 2 - 16} ${h / 2 - 16})`}>${die(mark)}</g>`;
      const stones = /^(\d+)([XO])$/.exec(mark);
      if (!stones || row === 0 || row === 4) return null;
      return stack(Number(stones[1]), stones[2], w, h, place(index)[1] === 1);
    },
    landing: () => null, // a turn is several stones'
  };
}

// Up to five stones; of more, the last one says how many there are.
function stack(count, mark, w, h, hangs) {
  const shown = Math.min(count, 5);
  const y = (i) => (hangs ? 22 + 40 * i : h - 22 - 40 * i);
  const told = () => html`<g class=${`stone ${mark === "X" ? "max" : "min"}`}><circle cx="30" cy="30" r="24" /><text class="count heap" x="30" y="37">${count}</text></g>`;
  return Array.from({ length: shown }, (_, i) => html`<g key=${i} transform=${`translate(${w / 2 - 24} ${y(i) - 24}) scale(.8)`}>${i === 4 && count > 5 ? told() : disc(mark)}</g>`);
}

const PIPS = [[[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [0, 2], [2, 0], [2, 2]], [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]]];

// One to six as a face of 32 by 32; null where it is none.
export function die(name) {
  const pips = /^[1-6]$/.test(name) ? PIPS[Number(name) - 1] : null;
  return pips && html`<g class="face"><rect x="1" y="1" width="30" height="30" rx="6" />
    ${pips.map(([x, y]) => html`<circle key=${`${x}${y}`} cx=${8 + 8 * x} cy=${8 + 8 * y} r="3" />`)}</g>`;
}

// The outer edges of a board of hexagons, by the corners of its cells: two sides of two players.
function borders(width, height) {
  const across = [...Array(width).keys()];
  const down = [...Array(height).keys()];
  return [
    ...across.map((x) => ["top", x, 0, [3, 4, 5]]),
    ...across.map((x) => ["bottom", x, height - 1, [0, 1, 2]]),
    ...down.map((y) => ["left", 0, y, [3, 2, 1]]),
    ...down.map((y) => ["right", width - 1, y, [4, 5, 0]]),
  ];
}

// -- what lies on a cell -----------------------------------------------------------------------------

const DRAWN = new Set(["X", "O", "◇", "⬡", "|"]);

// Does a number or a word fill the cell?
export function isWritten({ kind }, mark) {
  return kind === "grid" && !EMPTY.has(mark) && !DRAWN.has(mark);
}

function piece(mark) {
  if (EMPTY.has(mark)) return null;
  if (mark === "X") return html`<path class="cross" d="M18 18 42 42M42 18 18 42" />`;
  if (mark === "O") return html`<circle class="ring" cx="30" cy="30" r="13.5" />`;
  if (mark === "◇") return html`<path class="lozenge" d="M30 13 46 30 30 47 14 30z" />`;
  if (mark === "⬡") return html`<path class="hexagon" d="M22 16H38L46 30 38 44H22L14 30z" />`;
  if (mark === "|") return html`<g class="match"><rect x="27" y="14" width="6" height="34" rx="2" /><ellipse cx="30" cy="13" rx="5.5" ry="6.5" /></g>`;
  const size = String(mark).length > 2 ? 18 : 30;
  return html`<text class="letter" x="30" y="31" font-size=${size}>${mark}</text>`;
}

function disc(mark) {
  if (mark === "X") return html`<g class="stone max"><circle cx="30" cy="30" r="24" /><path d="M22 22 38 38M38 22 22 38" /></g>`;
  if (mark === "O") return html`<g class="stone min"><circle cx="30" cy="30" r="24" /><circle class="eye" cx="30" cy="30" r="9.5" /></g>`;
  return html`<g class="stone"><circle cx="30" cy="30" r="24" /></g>${piece(mark)}`;
}
