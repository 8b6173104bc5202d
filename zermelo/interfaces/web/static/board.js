// Any game's board as SVG, from what its `board` declares; played by clicks, by dragging or by keys.

import { html, useLayoutEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { t } from "./languages.js";
import { badge, scoreText } from "./scores.js";
import { Coordinates } from "./coordinates.js";
import { Marks } from "./marks.js";
import { useDrag } from "./drag.js";
import { EMPTY, aspect, geometry, isWritten, least } from "./shapes.js";

export function Board(props) {
  const { position } = props;
  if (!position) return html`<div class="board waiting" aria-busy="true"></div>`;
  return position.board ? html`<${Drawn} ...${props} />` : html`<${Plain} ...${props} />`;
}

function Plain({ position }) {
  const wide = Math.max(...position.text.split("\n").map((line) => line.length));
  return html`<pre class="board text" style=${{ "--letters": Math.max(wide, 10) }} role="img" aria-label=${position.text}>${position.text}</pre>`;
}

function Drawn({ position, onMove, onWhy, flip, values, marks = [], last, disabled, name = "board" }) {
  const { board } = position;
  const shape = useMemo(() => geometry(board, flip), [board, flip]);
  const choices = useMemo(() => byCell(position), [position]);
  const [cursor, setCursor] = useState(null);
  const [choice, setChoice] = useState({ position, cells: [] });
  const [aim, setAim] = useState(null);
  const typed = useRef({ text: "", at: 0 });
  const press = useRef(null);
  const pointed = useRef(false); // clicked on rather than reached by keys: ← and → then go through the game
  const svg = useRef(null);
  const chosen = choice.position === position ? choice.cells : []; // of another position: of no use
  const setChosen = (cells) => setChoice({ position, cells });

  const playable = Object.keys(choices).map(Number);
  const live = !disabled && onMove && playable.length > 0;
  const offered = chosen.length ? movesThrough(choices, chosen) : [];
  const targets = new Set(offered.flatMap((move) => move.cells));
  const beyond = [...targets].filter((cell) => !chosen.includes(cell));
  const reach = beyond.length ? beyond : playable;
  const isSource = (cell) => (choices[cell] || []).some((move) => leaves(move, board, position.toMove, cell));
  const here = reach.includes(cursor) ? cursor : (reach.find(isSource) ?? reach[0]);

  // A board that is larger than its frame shows the cell that the keys are at, and what was played last.
  const reveal = (cell) => svg.current.querySelector(`[data-cell="${cell}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const follow = () => live && svg.current.matches(":focus-visible") && reveal(here);
  useLayoutEffect(() => follow(), [here, live]);
  useLayoutEffect(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = svg.current.parentElement;
    if (last && last.length && (scrollWidth > clientWidth || scrollHeight > clientHeight)) reveal(last.at(-1));
  }, [last]);

  useUnit(svg, shape);

  function settle(cells) {
    const found = movesThrough(choices, cells);
    const finished = cells.length > 1 || !isSource(cells[0]);
    if (found.length === 1 && finished) onMove(found[0].name);
    else setChosen(found.length ? cells : []);
  }

  function play(cell) {
    if (!live) return;
    if (chosen.includes(cell)) setChosen([]);
    else if (movesThrough(choices, [...chosen, cell]).length) settle([...chosen, cell]);
    else if (chosen.length && isSource(chosen[0]) && !isSource(cell)) setChosen([]);
    else settle([cell]);
  }

  const drag = useDrag({
    live,
    movable: isSource,
    onLift(cell) {
      clearTimeout(press.current);
      setChosen([cell]);
    },
    onDrop(from, to) {
      if (to !== null && to !== from && movesThrough(choices, [from, to]).length) settle([from, to]);
      else setChosen([]);
    },
    onBack: () => setChosen([]),
  });

  function why(cell) {
    const found = choices[cell] || [];
    if (onWhy && found.length > 0) onWhy(found[0].name);
  }

  function onKey(event) {
    if (!live || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      if (pointed.current && !ARROWS[event.key][1]) return;
      pointed.current = false;
      setCursor(next(shape, reach, here, ARROWS[event.key]));
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      play(here);
      event.preventDefault();
    } else if (event.key === "Escape" && chosen.length) {
      setChosen([]);
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

  const { stone } = drag;
  const cells = board.cells.map((mark, index) => ({ mark, index })).filter(({ index }) => shape.at(index));
  const lastCells = new Set(last || []);
  const wonCells = new Set(board.won || []);
  const foreseen = new Map(aim && live && !stone ? (position.moves.find((move) => move.name === aim) || {}).changes || [] : []);
  const hinted = new Set(marks.filter(({ kind }) => kind === "hint").map(({ move }) => move));
  return html`
    <div class="board-frame">
    <div class="board-scroll">
    <svg ref=${svg} style=${{ ...(onMove ? least(shape) : {}), "--aspect": aspect(shape) }} class=${`board ${shape.kind} ${live ? "live" : ""}`} id=${name} viewBox=${shape.viewBox} tabindex=${onMove ? 0 : -1}
      role=${onMove ? "application" : "img"} aria-label=${t("board")}
      aria-activedescendant=${live ? `${name}-${here}` : null} onKeyDown=${onKey} onFocus=${follow} onPointerDownCapture=${() => (pointed.current = true)} onBlur=${() => (pointed.current = false)} ...${live ? drag.handlers : {}}>
      ${shape.back(board)}
      ${cells.map(({ mark, index }) => {
        const { x, y, w, h } = shape.at(index);
        const moves = choices[index] || [];
        const can = live && moves.length > 0;
        const classes = ["cell", can && "can", index === here && live && "here", lastCells.has(index) && "last", wonCells.has(index) && "won", wonCells.size > 0 && !wonCells.has(index) && "beside"];
        if (foreseen.has(index)) classes.push(EMPTY.has(foreseen.get(index)) ? "aim leaving" : "aim");
        if (chosen.includes(index)) classes.push("chosen");
        else if (targets.has(index)) classes.push("target");
        if (live && isSource(index)) classes.push("movable");
        if (stone && stone.cell === index) classes.push("lifted");
        if (stone && stone.over === index && targets.has(index)) classes.push("over");
        if (shape.kind !== "columns" && moves.some((move) => hinted.has(move.name))) classes.push("hinted");
        return html`<g key=${index} id=${`${name}-${index}`} class=${classes.filter(Boolean).join(" ")} data-cell=${index}
          data-move=${moves.length ? moves.map((move) => move.name).join(" ") : null}
          role=${can ? "button" : null} aria-label=${can ? label(mark, moves, values) : null}
          transform=${`translate(${x} ${y})`}
          onClick=${can || chosen.length ? () => drag.clicked() && play(index) : null}
          onContextMenu=${can && onWhy ? (event) => (event.preventDefault(), why(index)) : null}
          onPointerDown=${can && onWhy ? (event) => { if (event.pointerType === "touch") press.current = setTimeout(() => why(index), 600); } : null}
          onPointerUp=${() => clearTimeout(press.current)} onPointerLeave=${() => (clearTimeout(press.current), aim && setAim(null))}
          onPointerEnter=${can && moves.length === 1 ? (event) => event.pointerType !== "touch" && setAim(moves[0].name) : null}>
          ${can && moves.length === 1 && html`<title>${moves[0].name}</title>`}
          ${shape.cell(index, mark, w, h)}
          ${shape.mark(index, foreseen.has(index) && !EMPTY.has(foreseen.get(index)) && kindShowsCount(shape) ? foreseen.get(index) : mark, w, h)}
        </g>`;
      })}
      ${[...foreseen].filter(([cell, mark]) => shape.at(cell) && EMPTY.has(board.cells[cell]) && !EMPTY.has(mark)).map(([cell, mark]) => {
        const { x, y, w, h } = shape.at(cell);
        return html`<g key=${cell} class="foreseen" aria-hidden="true" transform=${`translate(${x} ${y})`}>${shape.kind === "edges" ? shape.cell(cell, mark, w, h) : null}${shape.mark(cell, mark, w, h)}</g>`;
      })}
      ${onMove && html`<${Coordinates} shape=${shape} board=${board} />`}
      ${marks.length > 0 && html`<${Marks} shape=${shape} board=${board} marks=${marks} moves=${position.moves} step=${(cells) => isStep({ cells }, board)} />`}
      ${values && html`<g class="badges" aria-hidden="true">${position.moves.map((move) => {
        const found = badge(values[move.name], position.toMove);
        const text = found && found.text.replace(/^([+−])0\./, "$1.");
        const cell = isStep(move, board) ? badgeCell(move, choices, board) : shape.landing(move, board);
        if (!found || cell === null || !shape.at(cell)) return null;
        return html`<g key=${move.name} class=${`badge ${found.kind}`} style=${{ transform: badgePlace(shape, board, cell, text) }}>${badgeShape(found.kind)}
          <text class=${badgeFit(text)} y="1">${text}</text></g>`;
      })}</g>`}
      ${stone && html`<${Ghost} shape=${shape} stone=${stone} mark=${board.cells[stone.cell]} />`}
    </svg>
    </div>
    ${offered.length > 1 && !stone && html`<div class="chooser" role="group" aria-label=${t("choose")}>
      ${offered.map((move) => html`<button key=${move.name} onClick=${() => onMove(move.name)}>${move.name}</button>`)}
    </div>`}
    </div>`;
}

// How many units of the drawing are a pixel, for what should be as large on every board: names and scores.
export function useUnit(svg, { viewBox }) {
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => {
      const scale = svg.current && svg.current.getScreenCTM();
      if (scale && scale.a) svg.current.style.setProperty("--unit", (1 / scale.a).toFixed(4));
    });
    watch.observe(svg.current);
    return () => watch.disconnect();
  }, [viewBox]);
}

function Ghost({ shape, stone, mark }) {
  const { w, h } = shape.at(stone.cell);
  return html`<g class="ghost" aria-hidden="true" transform=${`translate(${stone.x - w / 2} ${stone.y - h / 2})`}>${shape.mark(stone.cell, mark, w, h)}</g>`;
}

// Of pits, what a move does is a number.
const kindShowsCount = ({ kind }) => kind === "pits";

// A stone goes from its cell to another one.
function isStep(move, board) {
  return board.kind !== "columns" && move.cells.length === 2 && !EMPTY.has(board.cells[move.cells[0]]);
}

// Does a stone go away from this cell?  In backgammon several stones may, each from where its owner has some.
function leaves(move, board, player, cell) {
  if (board.kind === "backgammon") return board.cells[cell].endsWith("XO"[player]) && cell % board.width < board.width - 1;
  return isStep(move, board) && move.cells[0] === cell;
}

// The moves that these cells stand for; the first one may be where a stone comes from, unless several stones go.
function movesThrough(choices, cells) {
  const found = (choices[cells[0]] || []).filter((move) => cells.every((cell) => move.cells.includes(cell)));
  if (found.some((move) => move.cells.length > 3)) return found;
  const leaving = found.filter((move) => move.cells[0] === cells[0]);
  return leaving.length ? leaving : found;
}

// Where a step's score is shown: where it ends, or begins, if no other step does.
function badgeCell(move, choices, board) {
  const [from, to] = move.cells;
  const steps = (cell, end) => choices[cell].filter((one) => isStep(one, board) && one.cells[end] === cell).length;
  return steps(to, 1) === 1 ? to : steps(from, 0) === 1 ? from : null;
}

function label(mark, moves, values) {
  const what = EMPTY.has(mark) ? t("empty") : mark;
  const names = moves.map((move) => {
    const score = values && values[move.name];
    return score ? `${move.name}, ${scoreText(score)}` : move.name;
  });
  return `${what}, ${t("playable", { moves: names.slice(0, 8).join("; ") })}`;
}

const badgeFit = (text) => (text.length > 3 ? "long" : text.length > 2 ? "mid" : "");
const LETTERS = { "": 15, mid: 13, long: 11 }; // of a badge, in units of the drawing
const [LEAST, MOST] = [11, 24]; // pixels of a letter

// In the middle of what is empty, in a corner of what is not, above the letters of what is written; as large as can be read,
// and no larger than reads well in a cell that fills the window.
function badgePlace(shape, board, cell, text) {
  const { x, y, w, h } = shape.at(cell);
  const free = shape.kind === "edges" || EMPTY.has(board.cells[cell]);
  const [right, down] = free ? [w / 2, h / 2] : [w - 14, isWritten(shape, board.cells[cell]) ? 7 : 14];
  const pixels = (size) => `${(size / LETTERS[badgeFit(text)]).toFixed(3)} * var(--unit, 1)`;
  const scale = `max(min(${shape.kind === "edges" ? 0.85 : free ? 1 : 0.72}, ${pixels(MOST)}), ${pixels(LEAST)})`;
  return `translate(${x + right}px, ${y + down}px) scale(${scale})`;
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
    for (const cell of new Set(move.cells)) (found[cell] ||= []).push(move); // two stones may leave one cell
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

