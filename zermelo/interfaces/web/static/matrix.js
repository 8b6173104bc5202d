// Payoff matrices: typed in, solved, and their dominated actions struck out step by step.

import { html, useLayoutEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { Drawn } from "./drawn.js";
import { Exports } from "./export.js";
import { listed, number, t } from "./languages.js";
import { useListener } from "./listening.js";
import { Player, onPlayerKey, usePlayer } from "./player.js";
import { refusal } from "./refusals.js";
import { minus } from "./scores.js";
import { Share } from "./share.js";

const LECTURE = "2 -3\n0 2\n-5 10";
const TREE = "[[3, 12], [2, 4], [14, 1]]";
const EXPORT = "/api/matrix/export";
const LISTED = 6; // strategies and equilibria
const EXAMPLES = {
  mxLecture: () => LECTURE,
  mxSaddle: () => "4 2 3\n6 5 7\n1 0 9",
  mxRock: () => named("mxRockText", ["0 -1 1", "1 0 -1", "-1 1 0"]),
  mxMorra: () => "0 2 -3 0\n-2 0 0 3\n3 0 0 -4\n0 -3 4 0",
  mxMixed: () => "3 0\n0 3\n1 1",
  mxPrisoners: () => named("mxPrisonersText", ["-1|-1 -10|0", "0|-10 -8|-8"]),
  mxChicken: () => named("mxChickenText", ["0|0 -1|1", "1|-1 -9|-9"]),
};
let kept = { of: "matrix", rows: "max", matrix: LECTURE, tree: TREE };

function named(key, rows) {
  const names = t(key).split(" ");
  return [names.join(" "), ...rows.map((row, i) => `${names[i]} ${row}`)].join("\n");
}

export function MatrixView({ setup, moves, rules, shared, onShared, more, onMore, onShare, tongue }) {
  const [form, setForm] = useState(fromAddress(shared));
  const [found, setFound] = useState(null);
  const [error, setError] = useState("");
  const latest = useRef(0); // answers may overtake each other
  const change = (part) => setForm((kept = { ...form, ...part }));

  async function solve(settings) {
    const turn = (latest.current += 1);
    const question = questionOf(settings, setup, moves);
    onShared({ text: settings[settings.of] || "", of: settings.of, rows: settings.rows });
    try {
      const answer = await post("/api/matrix", question);
      if (turn !== latest.current) return;
      setError("");
      setFound({ ...answer, question, id: turn });
    } catch (failure) {
      if (turn !== latest.current) return;
      setError(failure);
      setFound(null);
    }
  }
  useLayoutEffect(() => {
    solve(form);
  }, []);
  useLayoutEffect(() => {
    if (found && form.of === "position") solve(form); // its rules were saved again
  }, [rules]);
  const switched = (part) => {
    change(part);
    solve({ ...form, ...part });
  };

  return html`<div class="tree-view matrix-view">
    <form class="card settings-bar" onSubmit=${(event) => { event.preventDefault(); solve(form); }}>
      <label><span>${t("mxSource")}</span><select name="of" value=${form.of} onChange=${(event) => switched({ of: event.target.value })}>
        ${[["matrix", "mxTyped"], ["tree", "mxTree"], ["position", "mxPosition"]].map(([of, key]) => html`<option key=${of} value=${of} selected=${of === form.of}>${t(key)}</option>`)}</select></label>
      ${form.of === "matrix" && html`
        <label><span>${t("mxExample")}</span><select name="example" value="" onChange=${(event) => switched({ matrix: EXAMPLES[event.target.value](), rows: "max" })}>
          <option value="" disabled selected>…</option>${Object.keys(EXAMPLES).map((key) => html`<option key=${key} value=${key}>${t(key)}</option>`)}</select></label>
        <label><span>${t("mxRows")}</span><select name="rows" value=${form.rows} onChange=${(event) => switched({ rows: event.target.value })}>
          ${["max", "min"].map((one) => html`<option key=${one} value=${one} selected=${one === form.rows}>${one.toUpperCase()}</option>`)}</select></label>
        <label class="grow"><span>${t("mxText")}</span><textarea name="matrix" rows=${Math.min(12, Math.max(3, form.matrix.split("\n").length))} value=${form.matrix} spellcheck="false" autocomplete="off"
          onInput=${(event) => change({ matrix: event.target.value })} onKeyDown=${(event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) solve({ ...form, matrix: event.target.value }); }}></textarea></label>`}
      ${form.of === "tree" && html`<label class="grow"><span>${t("treeText")}</span><input name="tree" value=${form.tree} spellcheck="false" autocomplete="off" onInput=${(event) => change({ tree: event.target.value })} /></label>`}
      <button class="main" type="submit">${t("solveIt")}</button>
      <${Share} onShare=${onShare} />
    </form>
    ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
    ${found && html`<${Solved} key=${found.id} found=${found} linked=${found.id === 1 ? more : {}} onMore=${onMore} tongue=${tongue} />`}
  </div>`;
}

function fromAddress(shared) {
  if (!shared) return kept;
  return (kept = { ...kept, of: shared.of, rows: shared.rows, ...(shared.text ? { [shared.of]: shared.text } : {}) });
}

function questionOf({ of, rows, matrix, tree }, setup, moves) {
  if (of === "position") return { position: { ...setup, moves } };
  return of === "tree" ? { tree } : { matrix, rows };
}

// `linked`: the step, and whether replies are marked, of a link.
function Solved({ found, linked, onMore }) {
  const all = found.elimination.steps.length;
  const player = usePlayer(all, Number(linked.step));
  const [marks, setMarks] = useState(linked.replies === "1");
  const { step, running } = player;
  useLayoutEffect(() => onMore({ step: step && !running ? String(step) : "", replies: marks ? "1" : "" }), [step, running, marks]);
  const zeroSum = found.kind === "matrix";
  const drawn = Object.keys(found.pictures);
  useListener("keydown", (event) => player.length > 0 && onPlayerKey(event, player, []));
  return html`<div class="viewer" data-turn=${found.id}>
    <section class="stage">
      <section class="card wide-card"><h2>${t("mxTable")}</h2><${Table} found=${found} step=${step} marks=${marks} onMarks=${setMarks} />
        <h2>${t("mxElimination")}</h2>
        ${player.length > 0 && html`<${Player} player=${player} jumps=${[]} />`}
        <p class="sentence" aria-live="polite">${stepText(found, player.step)}</p></section>
      ${drawn.map((name) => html`<${Drawing} key=${name} name=${name} found=${found} />`)}
    </section>
    <aside>
      ${zeroSum ? html`<${Value} found=${found} /><${Pure} found=${found} />` : html`<${Equilibria} found=${found} />`}
      ${found.notes.length > 0 && html`<section class="card quiet small">${found.notes.map((note) => html`<p key=${note.code}>${refusal(note)}</p>`)}</section>`}
      <section class="card"><${Exports} what="matrix" at=${EXPORT} question=${{ ...found.question, plot: "table" }} json=${() => found} formats=${["tikz", "csv", "json"]} /></section>
    </aside>
  </div>`;
}

// -- the matrix and what is struck out of it ---------------------------------------------------------------

function Table({ found, step, marks, onMarks }) {
  const gone = useMemo(() => struck(found.elimination.steps.slice(0, step)), [found, step]);
  const last = step > 0 ? found.elimination.steps[step - 1] : null;
  const pure = new Set((found.saddle_points || found.pure_equilibria).map(String));
  const shares = found.kind === "matrix" ? [found.row_strategies[0], found.column_strategies[0]] : null;
  const { rows: bestRows, columns: bestColumns } = found.best_replies;
  const struckClass = (row, column) => [gone.rows.has(row) && "gone-row", gone.columns.has(column) && "gone-column"].filter(Boolean);
  const head = (side, i, name) => html`<th scope=${side === "rows" ? "row" : "col"} class=${[gone[side].has(i) && "gone", last && last.side === side && last.action === i && "now", last && last.side === side && last.by.some(([one]) => one === i) && "by"].filter(Boolean).join(" ")} title=${name}>${name}</th>`;
  return html`<div class="matrix-scroll"><table class="payoffs">
      <thead><tr><td></td>${found.columns.map((name, j) => head("columns", j, name))}${shares && html`<th class="share">${t("mxShare")}</th>`}</tr></thead>
      <tbody>${found.cells.map((row, i) => html`<tr key=${i}>${head("rows", i, found.rows[i])}
        ${row.map((cell, j) => html`<td key=${j} data-cell=${`${i},${j}`} class=${[...struckClass(i, j), pure.has(`${i},${j}`) && "pure"].filter(Boolean).join(" ")}><span>${minus(cell)}</span>${marks && html`<sup>${bestRows[j].includes(i) ? "▲" : ""}${bestColumns[i].includes(j) ? "◀" : ""}</sup>`}</td>`)}
        ${shares && html`<td class=${`share ${found.players[0].toLowerCase()}`}>${shares[0][i].text}</td>`}</tr>`)}
      ${shares && html`<tr><th class="share">${t("mxShare")}</th>${shares[1].map((share, j) => html`<td key=${j} class=${`share ${found.players[1].toLowerCase()}`}>${share.text}</td>`)}<td></td></tr>`}</tbody>
    </table></div>
    ${pure.size > 0 && html`<p class="quiet small">${t("mxRing")}</p>`}
    <label class="check"><input name="replies" type="checkbox" checked=${marks} onChange=${(event) => onMarks(event.target.checked)} /><span>${t("mxReplies")}</span></label>
    ${marks && html`<p class="quiet small">${t("mxRepliesHow")}</p>`}`;
}

function struck(steps) {
  const gone = { rows: new Set(), columns: new Set() };
  for (const { side, action } of steps) gone[side].add(action);
  return gone;
}

function stepText(found, step) {
  const { steps } = found.elimination;
  if (!steps.length) return t(found.notes.some(({ code }) => code === "mixtures_left_out") ? "mxNoneFound" : "mxNothing");
  if (step === 0) return t("mxBegin");
  const { side, action, kind, by, mixed } = steps[step - 1];
  const names = found[side];
  const mix = listed(by.map(([one, share]) => (mixed ? `${names[one]} ${share.text}` : names[one])));
  return t("mxStep", { action: names[action], kind: t(kind === "strict" ? "mxStrict" : "mxWeak"), by: mixed ? t("mxMixture", { mix }) : mix });
}

// -- drawings --------------------------------------------------------------------------------------------------

function Drawing({ name, found }) {
  const graph = name === "play" ? null : found.graphs[Number(name.replace("graph", ""))];
  const title = graph ? t("mxGraph", { player: graph.player }) : t("mxPlay", { n: number(found.fictitious_play.rounds) });
  const how = graph ? t(graph.player === "MAX" ? "mxGraphMax" : "mxGraphMin") : t("mxPlayHow");
  const question = { ...found.question, plot: graph ? "graph" : "play" };
  return html`<section class="card wide-card"><h2>${title}</h2><${Drawn} name=${name} svg=${found.pictures[name]} said=${title} /><p class="quiet small">${how}</p>
    <${Exports} what="matrix" selector=${`[data-picture=${name}] svg`} at=${EXPORT} question=${question} formats=${["svg", "png", ...(name === "graph1" ? [] : ["tikz"])]} /></section>`;
}

// -- answers -----------------------------------------------------------------------------------------------------

function Value({ found }) {
  const sides = [["rows", found.row_strategies], ["columns", found.column_strategies]];
  return html`<section class="card"><h2>${t("value")}</h2>
    <p class="worth"><strong title=${found.value.exact}>${minus(found.value.text)}</strong> ${t("mxFor")} <span class="quiet">(${!found.exact ? t("mxWithin", { error: found.error.text }) : t(found.value.text.startsWith("≈") ? "mxRounded" : "mxExact")})</span></p>
    ${sides.map(([side, mixes], i) => html`<h2 key=${side}>${t("mxPlays", { player: found.players[i] })}</h2><${Strategies} names=${found[side]} mixes=${mixes} player=${found.players[i]} exact=${found.exact} />`)}</section>`;
}

function Strategies({ names, mixes, player, exact }) {
  return html`<ul class="mixes">${mixes.slice(0, LISTED).map((mix, i) => html`<li key=${i}><${Mix} names=${names} mix=${mix} player=${player} /></li>`)}</ul>
    <p class="quiet small">${mixes.length > LISTED && t("mxMore", { n: number(mixes.length - LISTED) })} ${!exact ? "" : mixes.length === 1 ? t("mxOnly") : t("mxAverages", { n: number(mixes.length) })}</p>`;
}

function Mix({ names, mix, player }) {
  return mix.map((share, i) => (share.exact === "0" ? null : html`<span key=${i} class=${`part ${player.toLowerCase()}`}><span class="bar-of" style=${`width: ${Math.max(2, share.number * 100)}%`}></span><span class="who">${names[i]}</span><b>${share.text}</b></span>`));
}

function Pure({ found }) {
  const equal = found.max_min.exact === found.min_max.exact;
  return html`<section class="card"><h2>${t("mxPure")}</h2><dl class="levels">
      <div><dt>${t("mxMaxMin")}</dt><dd class="max">${minus(found.max_min.text)}</dd></div>
      <div><dt>${t("mxMinMax")}</dt><dd class="min">${minus(found.min_max.text)}</dd></div>
    </dl><p class="small">${equal ? t("mxSame") : t("mxMeet", { value: minus(found.value.text) })}</p></section>`;
}

function Equilibria({ found }) {
  const all = found.equilibria;
  if (!all) return html`<section class="card"><h2>${t("mxEquilibria", { n: number(found.pure_equilibria.length) })}</h2><p class="quiet small">${t("mxNotMixed")}</p></section>`;
  const players = [["rows", "mxRowPlayer", "max"], ["columns", "mxColumnPlayer", "min"]];
  return html`<section class="card"><h2>${t("mxEquilibria", { n: number(all.length) })}</h2>
    ${all.slice(0, LISTED).map((one, i) => html`<div key=${i} class="equilibrium">
      ${players.map(([side, key, colour]) => html`<h2 key=${side}>${t(key)}</h2><${Mix} names=${found[side]} mix=${one[side]} player=${colour} />`)}
      <p class="quiet small">${t("mxEquilibrium", { first: minus(one.row_gain.text), second: minus(one.column_gain.text) })}</p></div>`)}
    ${all.length > LISTED && html`<p class="quiet small">${t("mxMore", { n: number(all.length - LISTED) })}</p>`}</section>`;
}
