// The algorithm's own source, its bookkeeping folded, its lines lit by the events of a step.
//
// Folds open one by one with the mouse; with keys and fingers all together, by one box that is large enough.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { t } from "./languages.js";

const KEYWORDS = /\b(def|if|elif|else|for|in|while|break|continue|return|yield|and|or|not|is)\b/;

export function Source({ trace, step, question, carried, tongue }) {
  const [parts, setParts] = useState(carried || []);
  const [opened, setOpened] = useState(new Set());
  const [whole, setWhole] = useState(false);
  const box = useRef(null);
  useLayoutEffect(() => {
    if (!carried) post("/api/trace/source", question).then(setParts, () => {});
  }, []);
  useLayoutEffect(() => reveal(box.current), [parts, step, whole]);
  const toggle = (key) => setOpened((old) => new Set(old.has(key) ? [...old].filter((one) => one !== key) : [...old, key]));
  const event = step > 0 ? eventAt(trace, step) : null;
  return html`<section class="card source">
    <div class="row spread"><h2>${t("sourceCode")}</h2>
      <label class="check"><input name="whole" type="checkbox" checked=${whole} onChange=${(change) => setWhole(change.target.checked)} /><span>${t("everyLine")}</span></label></div>
    <div class="code" ref=${box} tabindex="0" role="group" aria-label=${t("sourceCode")}>
      ${parts.map((part) => html`<div key=${part.name} data-part=${part.name}><p class="file">${part.file}</p>
        <ol>${rows(part, whole, opened).map((row) => html`<${Row} ...${row} key=${row.line.number} id=${row.key} lit=${litBy(part.lines, event)} tongue=${tongue} toggle=${toggle} />`)}</ol></div>`)}
    </div></section>`;
}

// The lines that are shown; what is folded after a line belongs to it.
function rows({ name, lines }, whole, opened) {
  const shown = [];
  let last = null; // line that is not folded
  for (const line of lines) {
    if (!line.folded) shown.push((last = { line, fold: [], key: `${name}:${line.number}` }));
    else last.fold.push(line);
  }
  return shown.flatMap((row) => {
    const open = opened.has(row.key);
    return [{ ...row, open, whole }, ...(open || whole ? row.fold.map((line) => ({ line, fold: [] })) : [])];
  });
}

function Row({ id, line, fold, open, whole, lit, tongue, toggle }) {
  const now = lit.has(line);
  const comment = line.comment[tongue] || line.comment.en;
  const kind = line.folded || (line.code || comment ? "" : "blank");
  return html`<li class=${`${now ? "now" : ""} ${kind}`} aria-current=${now ? "step" : null} data-line=${line.number}>
    <span class="number" aria-hidden="true">${line.number}</span><code style=${{ "--indent": line.indent / 2 }}>${coloured(line.code)}${line.code && comment ? "  " : ""}${comment && html`<span class="comment">${comment}</span>`}
    ${fold.length > 0 && !whole && html`<button type="button" tabindex="-1" class=${`fold ${!open && fold.some((one) => lit.has(one)) ? "now" : ""}`} aria-expanded=${open}
      aria-label=${label(fold)} title=${label(fold)} onClick=${() => toggle(id)}>⋯</button>`}</code></li>`;
}

function label(fold) {
  const whys = [...new Set(fold.map((line) => t(line.folded === "off" ? "notUsed" : "bookkeeping")))];
  const [from, to] = [fold[0].number, fold[fold.length - 1].number];
  return `${whys.join("; ")}: ${from === to ? from : `${from}–${to}`}`;
}

function coloured(code) {
  return code.split(KEYWORDS).map((word, i) => (i % 2 ? html`<b>${word}</b>` : word));
}

// What a step says about where in the text it happened.
export function eventAt(trace, step) {
  const e = step - 1;
  const node = trace.node[e];
  const [low, high] = [trace.alpha[e], trace.beta[e]];
  const middle = (low + high) / 2;
  return {
    kind: trace.kind[e],
    player: trace.player[node],
    root: trace.parent[node] < 0,
    children: trace.firstChild[node] >= 0 && trace.firstChild[node] < trace.entered[step],
    narrow: high - low === 1 || middle === low || middle === high,
  };
}

// The lines of an event; where several places write it down, those that come before or after the children as it does.
export function litBy(lines, event) {
  if (!event) return new Set();
  const may = (mark) => mark.kind === event.kind && (event.player === null || mark.players.includes(event.player)) && (!mark.root || event.root) && (!mark.narrow || event.narrow);
  const found = lines.filter((line) => line.marks.some(may));
  const exact = found.filter((line) => line.marks.some((mark) => may(mark) && mark.children === event.children));
  return new Set(exact.length ? exact : found);
}

// Scrolls the box, never the page, until what is lit can be seen.
function reveal(box) {
  const all = [...box.querySelectorAll(".now")];
  if (!all.length) return;
  const height = all.at(-1).getBoundingClientRect().bottom - all[0].getBoundingClientRect().top;
  const inner = all.at(-1).closest("[data-part]"); // where a phase has a function of its own, that rather than the call of it
  const lit = height < box.clientHeight - 64 ? all : all.filter((one) => inner.contains(one));
  const margin = 32; // the name of the file
  const view = box.getBoundingClientRect();
  const above = lit[0].getBoundingClientRect().top - view.top - margin;
  const below = lit[lit.length - 1].getBoundingClientRect().bottom - view.bottom + margin;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += Math.min(below, above);
}
