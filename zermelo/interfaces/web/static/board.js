// Any game's board as SVG, from what its `board` declares: grid, columns, points, edges, pits, hex.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { t } from "./languages.js";
import { badge, scoreText } from "./scores.js";

const SIZE = 60;
const EMPTY = new Set([".", "", " ", null, undefined]);

export function Board(props) {
  const { position } = props;
  if (!position) return html`<div class="board waiting" aria-busy="true"></div>`;
  return position.board ? html`<${Drawn} ...${props} />` : html`<${Plain} ...${props} />`;
}

function Plain({ position }) {
  return html`<pre class="board text" role="img" aria-label=${position.text}>${position.text}</pre>`;
}

function Drawn({ position, onMove, onWhy, flip, values, hint, last, disabled, name = "board" }) {
  const { board } = position;
  const shape = useMemo(() => geometry(board, flip), [board, flip]);
  const choices = useMemo(() => byCell(position), [position]);
  const [cursor, setCursor] = useState(null);
  const [chosen, setChosen] = useState([]);
  const [aim, setAim] = useState(null);
  const typed = useRef({ text: "", at: 0 });
  const press = useRef(null);
  useEffect(() => setChosen([]), [position]);

  const playable = Object.keys(choices).map(Number);
  const live = !disabled && onMove && playable.length > 0;
  const here = cursor !== null && choices[cursor] ? cursor : playable[0];

  function play(cell) {
    if (!live) return;
    const cells = [...chosen, cell];
    let found = (choices[cell] || []).filter((move) => cells.every((c) => move.cells.includes(c)));
    if (found.length === 0) found = choices[cell] || [];
    if (found.length === 1) onMove(found[0].name);
    else if (found.length > 1) setChosen(chosen.includes(cell) ? [] : [cell]);
    else setChosen([]);
  }

  function why(cell) {
    const found = choices[cell] || [];
    if (onWhy && found.length > 0) onWhy(found[0].name);
  }

  function onKey(event) {
    if (!live || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      setCursor(next(shape, playable, here, ARROWS[event.key]));
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      play(here);
      event.preventDefault();
    } else if (event.key === "?") {
      why(here);
    } else if (event.key.length === 1) {
      type(event.key.toLowerCase(), event.timeStamp);
    }
  }

  function type(letter, at) {
    const text = at - typed.current.at < 1500 ? typed.current.text + letter : letter;
    const names = position.moves.map((move) => move.name);
    const starts = (name, by) => name.toLowerCase().startsWith(by);
    const found = names.filter((name) => starts(name, text));
    typed.current = { text: found.length ? text : letter, at };
    if (found.length === 1 && found[0].toLowerCase() === text) {
      typed.current = { text: "", at: 0 };
      onMove(found[0]);
    } else if (found.length > 0) {
      const cell = playable.find((c) => choices[c].some((move) => starts(move.name, text)));
      if (cell !== undefined) setCursor(cell);
    }
  }

  const offered = chosen.length ? choices[chosen[0]] || [] : [];
  const targets = new Set(offered.flatMap((move) => move.cells));
  const cells = board.cells.map((mark, index) => ({ mark, index })).filter(({ index }) => shape.at(index));
  const lastCells = new Set(last || []);
  return html`
    <div class="board-frame">
    <svg class=${`board ${shape.kind} ${live ? "live" : ""}`} id=${name} viewBox=${shape.viewBox} tabindex=${onMove ? 0 : -1}
      role=${onMove ? "application" : "img"} aria-label=${onMove ? t("board") : position.text}
      aria-activedescendant=${live ? `${name}-${here}` : null} onKeyDown=${onKey}>
      ${shape.back(board)}
      ${cells.map(({ mark, index }) => {
        const { x, y, w, h } = shape.at(index);
        const moves = choices[index] || [];
        const can = live && moves.length > 0;
        const classes = ["cell", can && "can", index === here && live && "here", lastCells.has(index) && "last"];
        if (aim && can && moves.some((move) => move.name === aim)) classes.push("aim");
        if (chosen.includes(index)) classes.push("chosen");
        else if (targets.has(index)) classes.push("target");
        if (hint && moves.some((move) => move.name === hint)) classes.push("hinted");
        return html`<g key=${index} id=${`${name}-${index}`} class=${classes.filter(Boolean).join(" ")} data-cell=${index}
          data-move=${moves.length ? moves.map((move) => move.name).join(" ") : null}
          role=${can ? "button" : null} aria-label=${can ? label(mark, moves, values) : null}
          transform=${`translate(${x} ${y})`}
          onClick=${can || chosen.length ? () => play(index) : null}
          onContextMenu=${can && onWhy ? (event) => (event.preventDefault(), why(index)) : null}
          onPointerDown=${can && onWhy ? (event) => { if (event.pointerType === "touch") press.current = setTimeout(() => why(index), 600); } : null}
          onPointerUp=${() => clearTimeout(press.current)} onPointerLeave=${() => (clearTimeout(press.current), aim && setAim(null))}
          onPointerEnter=${can && moves.length === 1 ? () => setAim(moves[0].name) : null}>
          ${can && moves.length === 1 && html`<title>${moves[0].name}</title>`}
          ${shape.cell(index, mark, w, h)}
          ${shape.mark(index, mark, w, h)}
        </g>`;
      })}
      ${values && html`<g class="badges" aria-hidden="true">${position.moves.map((move) => {
        const found = badge(values[move.name], position.toMove);
        const cell = shape.landing(move, board);
        if (!found || cell === null || !shape.at(cell)) return null;
        const { x, y, w, h } = shape.at(cell);
        return html`<g key=${move.name} class=${`badge ${found.kind}`}
          transform=${shape.kind === "edges" || EMPTY.has(board.cells[cell]) ? `translate(${x + w / 2} ${y + h / 2})${shape.kind === "edges" ? " scale(.85)" : ""}` : `translate(${x + w - 14} ${y + 14}) scale(.72)`}>${badgeShape(found.kind)}
          <text class=${found.text.length > 3 ? "long" : found.text.length > 2 ? "mid" : ""} y="1">${found.text}</text></g>`;
      })}</g>`}
    </svg>
    ${offered.length > 1 && html`<div class="chooser" role="group" aria-label=${t("choose")}>
      ${offered.map((move) => html`<button key=${move.name} onClick=${() => onMove(move.name)}>${move.name}</button>`)}
    </div>`}
    </div>`;
}

function label(mark, moves, values) {
  const what = EMPTY.has(mark) ? t("empty") : mark;
  const names = moves.map((move) => {
    const score = values && values[move.name];
    return score ? `${move.name}, ${scoreText(score)}` : move.name;
  });
  return `${what}, ${t("playable", { moves: names.slice(0, 8).join("; ") })}`;
}

export function badgeShape(kind) {
  if (kind === "win") return html`<circle r="17" />`;
  if (kind === "loss") return html`<path d="M0-20 20 0 0 20-20 0z" />`;
  if (kind === "draw") return html`<rect x="-15" y="-15" width="30" height="30" rx="4" />`;
  return html`<rect x="-18" y="-13" width="36" height="26" rx="13" />`;
}

function byCell(position) {
  const found = {};
  for (const move of position.moves) {
    for (const cell of move.cells || []) (found[cell] ||= []).push(move);
  }
  return found;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function next(shape, playable, from, [dx, dy]) {
  const centre = (index) => {
    const { x, y, w, h } = shape.at(index);
    return [x + w / 2, y + h / 2];
  };
  const [x0, y0] = centre(from);
  let best = from;
  let least = Infinity;
  for (const index of playable) {
    const [x, y] = centre(index);
    const along = (x - x0) * dx + (y - y0) * dy;
    const across = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
    if (along > 1 && along + 2 * across < least) {
      least = along + 2 * across;
      best = index;
    }
  }
  return best;
}

// -- where everything is -----------------------------------------------------------------------------

function geometry(board, flip) {
  const falling = isFalling(board);
  const kind = falling ? "columns" : board.kind in SHAPES ? board.kind : "grid";
  return { kind, ...SHAPES[kind](board, flip) };
}

// Several cells, all of one column, for each action: stones fall.
function isFalling({ kind, width, actions, cells }) {
  if (kind === "columns") return true;
  if (kind !== "grid" || !actions) return false;
  if (actions.length === 0) return width > 3 && cells.every((mark) => "XO.".includes(mark)) && hangs(cells, width);
  return actions.every(([, found]) => found.length > 1 && found.every((cell) => cell % width === found[0] % width));
}

function hangs(cells, width) {
  // a board without actions whose stones all rest on others is drawn as columns too
  return cells.every((mark, i) => mark === "." || i + width >= cells.length || cells[i + width] !== ".");
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

const lastOf = (move) => (move.cells && move.cells.length ? move.cells[move.cells.length - 1] : null);

function grid(board, flip) {
  const place = turned(board, flip);
  const { width, height } = board;
  const isPlace = (mark) => mark !== "" || !board.cells.includes(".");
  return {
    viewBox: `-4 -4 ${width * SIZE + 8} ${height * SIZE + 8}`,
    at(index) {
      const [column, row] = place(index);
      return { x: column * SIZE, y: row * SIZE, w: SIZE, h: SIZE };
    },
    back: () => null,
    cell: (index, mark, w, h) =>
      isPlace(mark) ? html`<rect class="square" x="2" y="2" width=${w - 4} height=${h - 4} rx="8" />` : null,
    mark: (index, mark) => piece(mark),
    landing: lastOf,
  };
}

function columns(board, flip) {
  const place = turned(board, flip, true);
  const { width, height } = board;
  return {
    viewBox: `-8 -8 ${width * SIZE + 16} ${height * SIZE + 16}`,
    at(index) {
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
    viewBox: `-6 -6 ${width * step + 12} ${2 * step + 12}`,
    at(index) {
      if (board.cells[index] === "") return null;
      const [column, row] = place(index);
      if (stores.has(index)) return { x: column * step, y: 0, w: step, h: 2 * step };
      return { x: column * step, y: row * step, w: step, h: step };
    },
    back: () => html`<rect class="tray" x="-4" y="-4" width=${width * step + 8} height=${2 * step + 8} rx="30" />`,
    cell: (index, mark, w, h) => html`<rect class="pit" x="5" y="5" width=${w - 10} height=${h - 10} rx="31" />`,
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
    viewBox: `-4 -4 ${(width + height / 2) * 52 + 16} ${height * 45 + 24}`,
    at(index) {
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
