// The pictures of the puzzles: boards, a grid of digits, a map, a sum, a row of pieces.

import { html, useRef } from "./vendor/htm-preact.js";
import { useUnit } from "./board.js";

const QUEEN = "M14 44h32l4-24-11 10-9-16-9 16-11-10zM14 47h32v4H14z";
const KNIGHT = "M20 50h24c0-14 2-22-4-30l-6-6-1-5-5 5c-7 2-12 10-14 18l4 4 5-4 6-1c-2 6-9 9-9 19z";

export function PuzzlePicture({ found, placed, row, now, said, step }) {
  const values = new Map(found.puzzle === "cindy" ? [] : placed);
  const svg = useRef(null);
  const { box, parts } = PICTURES[found.puzzle](found, values, now, row);
  useUnit(svg, { viewBox: box });
  return html`<svg ref=${svg} class="puzzle-picture" id="puzzle" viewBox=${box} tabindex="0" role="img" aria-label=${said} data-step=${step}>${parts}</svg>`;
}

const PICTURES = { queens, knights, sudoku, colouring, cryptarithm, cindy };

function square(x, y, classes, inside, size = 60) {
  return html`<g key=${`${x} ${y}`} class=${classes.filter(Boolean).join(" ")} transform=${`translate(${x * size} ${y * size})`}><rect width=${size} height=${size} />${inside}</g>`;
}

const crossed = html`<path class="no" d="M18 18 42 42M42 18 18 42" />`;

function queens({ variables }, values, now) {
  const n = variables.length;
  const parts = Array.from({ length: n * n }, (_, i) => {
    const [row, column] = [Math.floor(i / n), i % n];
    const lost = now && now.kind === "prune" && now.variable === row && now.values.includes(column);
    const here = now && now.variable === row && now.value === column;
    const there = values.get(row) === column;
    const attacked = (there || !values.has(row)) && [...values].some(([r, c]) => r !== row && (c === column || Math.abs(r - row) === Math.abs(c - column)));
    return square(column, row, ["field", (row + column) % 2 ? "dark" : "light", attacked && "attacked", here && `now ${now.kind}`, lost && "lost"], html`
      ${attacked && (there || !here) && html`<circle class="attack" cx="30" cy="30" r=${there ? 27 : 4} />`}
      ${there && html`<path class="queen" d=${QUEEN} />`}${((here && now.kind === "reject") || lost) && crossed}`);
  });
  return { box: `-4 -4 ${n * 60 + 8} ${n * 60 + 8}`, parts };
}

function knights({ variables }, values, now) {
  const n = Math.sqrt(variables.length);
  const standing = [...values].filter(([, value]) => value).map(([variable]) => variables[variable]);
  const covers = ([r, c], [row, column]) => (r === row && c === column) || (Math.abs(r - row) * Math.abs(c - column) === 2);
  const parts = variables.map(([row, column], i) => {
    const covered = standing.some((knight) => covers(knight, [row, column]));
    const here = now && now.variable === i;
    return square(column, row, ["field", (row + column) % 2 ? "dark" : "light", covered && "covered", here && `now ${now.kind}`], html`
      ${values.get(i) === 1 && html`<path class="queen" d=${KNIGHT} />`}
      ${values.get(i) === 0 && html`<path class="none" d="M24 30h12" />`}
      ${here && (now.kind === "reject" || (now.kind === "prune" && now.values.includes(1))) && crossed}`);
  });
  return { box: `-4 -4 ${n * 60 + 8} ${n * 60 + 8}`, parts };
}

function sudoku({ variables, given }, values, now) {
  const size = Math.sqrt(variables.length);
  const block = Math.sqrt(size);
  const parts = variables.map(([row, column], i) => {
    const fixed = given[i] !== ".";
    const here = now && now.variable === i;
    const because = now && now.others.includes(i);
    const digit = values.has(i) ? values.get(i) : fixed ? given[i] : "";
    return square(column, row, ["field", "light", fixed && "fixed", here && `now ${now.kind}`, because && "because"], html`
      <text class="digit" x="30" y="32">${digit}</text>
      ${here && now.kind === "prune" && html`<text class="gone" x="30" y="14">${few(now.values)}</text>`}
      ${here && now.kind === "reject" && html`<text class="digit gone" x="30" y="32">${now.value}</text>`}`);
  });
  const lines = Array.from({ length: block + 1 }, (_, i) => html`<path key=${i} class="block" d=${`M${i * block * 60} 0V${size * 60}M0 ${i * block * 60}H${size * 60}`} />`);
  return { box: `-4 -4 ${size * 60 + 8} ${size * 60 + 8}`, parts: [...parts, ...lines] };
}

// As many as a cell has room for; the sentence has them all.
function few(values) {
  return values.length > 3 ? `${values.slice(0, 2).join(" ")}…` : values.join(" ");
}

const AUSTRALIA = { WA: [70, 150], NT: [190, 80], SA: [205, 190], Q: [320, 100], NSW: [335, 210], V: [290, 285], T: [340, 360] };

function colouring({ variables, edges }, values, now) {
  const known = variables.every((name) => name in AUSTRALIA);
  const place = (i) => (known ? AUSTRALIA[variables[i]] : [210 + 165 * Math.sin((2 * Math.PI * i) / variables.length), 200 - 165 * Math.cos((2 * Math.PI * i) / variables.length)]);
  const joined = edges.map(([one, other]) => {
    const [[x1, y1], [x2, y2]] = [place(one), place(other)];
    const because = now && ((now.variable === one && now.others.includes(other)) || (now.variable === other && now.others.includes(one)));
    return html`<line key=${`${one}-${other}`} class=${because ? "border because" : "border"} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
  });
  const parts = variables.map((name, i) => {
    const [x, y] = place(i);
    const here = now && now.variable === i;
    const gone = here && (now.kind === "prune" ? now.values : now.kind === "reject" ? [now.value] : []);
    return html`<g key=${name} class=${`region ${values.has(i) ? `colour-${values.get(i)}` : ""} ${here ? `now ${now.kind}` : ""}`} transform=${`translate(${x} ${y})`}>
      <circle r="30" /><text y="1">${name}</text>${(gone || []).map((colour, j) => html`<g key=${colour} class=${`lost-colour colour-${colour}`} transform=${`translate(${34 + 16 * j} -24)`}><circle r="7" /><path class="no" d="M-6-6 6 6M6-6-6 6" /></g>`)}</g>`;
  });
  return { box: "0 0 420 400", parts: [...joined, ...parts] };
}

function cryptarithm({ variables, given }, values, now) {
  const [left, right] = given.split("=").map((side) => side.split("+"));
  const words = [...left, ...right];
  const wide = Math.max(...words.map((word) => word.length));
  const letter = (sign) => variables.indexOf(sign);
  const rows = words.map((word, row) => [...word].map((sign, i) => {
    const index = letter(sign);
    const here = now && now.variable === index;
    const because = now && now.others.includes(index);
    const [x, y] = [wide - word.length + i + 1, row + (row >= left.length ? 0.25 : 0)];
    return square(x, y, ["field", "light", here && `now ${now.kind}`, because && "because"], html`<text class="digit" x="36" y="30">${values.has(index) ? values.get(index) : ""}</text>
      <text class="letter" x="13" y="14">${sign}</text>${here && now.kind === "reject" && html`<text class="digit gone" x="36" y="30">${now.value}</text>`}
      ${here && now.kind === "prune" && html`<text class="gone" x="32" y="46">${few(now.values)}</text>`}`);
  }));
  const plus = html`<text class="digit" x="30" y=${(left.length - 1) * 60 + 32}>${left.length > 1 ? "+" : ""}</text>`;
  const rule = html`<path class="block" d=${`M40 ${left.length * 60 + 7}H${(wide + 1) * 60}`} />`;
  return { box: `-4 -4 ${(wide + 1) * 60 + 8} ${(words.length + 0.25) * 60 + 8}`, parts: [...rows.flat(), plus, rule] };
}

function cindy({ given }, values, now, row) {
  const moved = now && now.kind === "move" ? [now.values[1].indexOf("_"), now.values[0].indexOf("_")] : null;
  const parts = [...row].map((piece, i) => square(i, 1, ["field", "light", moved && moved.includes(i) && "now"], html`
    ${piece !== "_" && html`<g class=${`region ${piece === "R" ? "colour-0" : "colour-1"}`} transform="translate(30 30)"><circle r="23" /><text y="1">${piece === "R" ? "→" : "←"}</text></g>`}
    <text class="letter" x="30" y="72">${i + 1}</text>`));
  const arc = moved && html`<path class="way" d=${`M${moved[0] * 60 + 30} 56Q${(moved[0] + moved[1]) * 30 + 30} ${Math.abs(moved[0] - moved[1]) === 2 ? -20 : 20} ${moved[1] * 60 + 30} 56`} />`;
  return { box: `-4 -4 ${given.length * 60 + 8} ${150}`, parts: [...parts, arc] };
}
