// The tree of a real search, step by step.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { Drawing } from "./drawing.js";
import { Exports } from "./export.js";
import { language, number, t } from "./languages.js";
import { Player, onPlayerKey, usePlayer } from "./player.js";
import { refusal } from "./refusals.js";
import { plain, playerName } from "./scores.js";
import { Source } from "./source.js";
import { CUT, TABLE, Trace } from "./trace.js";

const ORDERS = { tree: ["natural", "best", "worst", "reversed", "random"], position: ["natural", "best", "worst", "reversed", "random", "priority"] };
const ALONE = ["svg", "png", "json"]; // without a server
const EVENTS = 100000; // of a trace
const EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
const LINE = 6; // moves of a line
const kept = { source: null, tree: EXAMPLE, algorithm: "alphabeta", depth: 3, order: "natural", prune_equal: true };

export function TreeView(props) {
  return props.replay ? html`<${Kept} ...${props} />` : html`<${Searches} ...${props} />`;
}

// What an exported file carries.
function Kept({ replay, tongue }) {
  const { question = {}, trace: answer, story, boards = null, source = [] } = replay;
  const loaded = useMemo(() => ({ trace: new Trace(answer), answer, question, story, boards, source, began: performance.now() }), []);
  return html`<div class="tree-view"><${Viewer} loaded=${loaded} tongue=${tongue} /></div>`;
}

function Searches({ setup, moves, tongue }) {
  const source = kept.source || (moves.length ? "position" : "tree");
  const [form, setForm] = useState({ ...kept, source });
  const [asked, setAsked] = useState(null);
  const [loaded, setLoaded] = useState(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [algorithms, setAlgorithms] = useState([{ name: kept.algorithm, about: {}, switches: ["order", "prune_equal"] }]);
  const record = algorithms.find((one) => one.name === form.algorithm) || algorithms[0];
  const latest = useRef(0);
  useEffect(() => {
    get("/api/algorithms").then(setAlgorithms, () => {});
  }, []);
  const change = (part) => {
    Object.assign(kept, form, part);
    setForm({ ...form, ...part });
  };

  async function search(settings = form) {
    const turn = (latest.current += 1); // answers may overtake each other
    setBusy(true);
    setError("");
    const question = questionOf(settings, setup, moves);
    setAsked(question);
    try {
      const answer = await post("/api/trace", { ...question, events: EVENTS });
      if (turn !== latest.current) return;
      const began = performance.now();
      setLoaded({ trace: new Trace(answer), answer, question, began });
    } catch (failure) {
      if (turn !== latest.current) return;
      setError(failure);
      setLoaded(null);
    }
    setBusy(false);
  }
  useEffect(() => {
    if (asked && source === "tree" && form.source === "tree") return; // which is of no position
    const wanted = suited({ ...form, source });
    setForm(wanted);
    setLoaded(null);
    search(wanted);
  }, [JSON.stringify([setup, moves])]);

  function submit(event) {
    event.preventDefault();
    search();
  }

  function switched(part) {
    const wanted = suited({ ...form, ...part });
    change(wanted);
    search(wanted);
  }

  return html`<div class="tree-view">
    <form class="card settings-bar" onSubmit=${submit}>
      <label><span>${t("source")}</span><select name="source" value=${form.source} onChange=${(event) => switched({ source: event.target.value })}>
        <option value="position" selected=${form.source === "position"}>${t("thisPosition")} (${setup.game.split(":")[0]}${moves.length ? `, ${moves.length}` : ""})</option>
        <option value="tree" selected=${form.source === "tree"}>${t("typedTree")}</option></select></label>
      ${form.source === "tree" ? html`<label class="grow"><span>${t("treeText")}</span><input name="tree" value=${form.tree} spellcheck="false" autocomplete="off" onInput=${(event) => change({ tree: event.target.value })} /></label>`
        : html`<label><span>${t("depth")}</span><input name="depth" type="number" min="1" max="30" value=${form.depth} onInput=${(event) => change({ depth: Number(event.target.value) })} /></label>`}
      <label><span>${t("algorithm")}</span><select name="algorithm" value=${form.algorithm} onChange=${(event) => switched({ algorithm: event.target.value })}>
        ${algorithms.map((one) => html`<option key=${one.name} value=${one.name} title=${one.about[language()] || ""} selected=${one.name === form.algorithm}>${one.name}</option>`)}</select></label>
      <label><span>${t("order")}</span><select name="order" disabled=${!record.switches.includes("order")} value=${form.order} onChange=${(event) => switched({ order: event.target.value })}>
        ${ORDERS[form.source].map((one) => html`<option key=${one} value=${one} selected=${one === form.order}>${t(one)}</option>`)}</select></label>
      <label class="check"><input name="prune_equal" type="checkbox" disabled=${!record.switches.includes("prune_equal")} checked=${form.prune_equal} onChange=${(event) => switched({ prune_equal: event.target.checked })} /><span>${t("pruneEqual")}</span></label>
      <button class="main" type="submit" disabled=${busy}>${busy ? t("searching") : t("search")}</button>
    </form>
    ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
    ${loaded && html`<${Viewer} key=${loaded.began} loaded=${loaded} tongue=${tongue} />`}
    ${asked && html`<${Comparison} question=${asked} algorithms=${algorithms.map((one) => one.name)} />`}
  </div>`;
}

// With an order that there is.
function suited(settings) {
  return ORDERS[settings.source].includes(settings.order) ? settings : { ...settings, order: "natural" };
}

function questionOf(settings, setup, moves) {
  const { algorithm, order, prune_equal, source, tree, depth } = settings;
  const about = source === "tree" ? { tree } : { position: { ...setup, moves }, depth };
  return { ...about, algorithm, order, prune_equal };
}

function Viewer({ loaded, tongue }) {
  const { trace, question, answer } = loaded;
  const svg = useRef(null);
  const drawing = useRef(null);
  const player = usePlayer(trace.length, trace.length <= 400 ? 0 : 1);
  const { step } = player;
  const [picked, setPicked] = useState(null);
  const [, redraw] = useState(0);
  const [follow, setFollow] = useState(true);

  useLayoutEffect(() => {
    drawing.current = new Drawing(svg.current, setPicked, (node) => {
      drawing.current.unfold(node);
      redraw((n) => n + 1);
    });
    drawing.current.open(trace);
    const resized = () => drawing.current && (drawing.current.view = null, redraw((n) => n + 1));
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, []);
  useLayoutEffect(() => {
    const before = performance.now();
    drawing.current.following = follow;
    drawing.current.draw(step, picked);
    const now = performance.now();
    const data = svg.current.dataset;
    data.stepMs = (now - before).toFixed(2);
    data.step = step;
    data.drawn = drawing.current.shown.size;
    if (!data.openedAt) data.openedAt = now.toFixed(1);
  });
  useLayoutEffect(() => setPicked(null), [step]); // before anything can be picked at this step

  const remembers = trace.known[trace.length] > 0;
  const deepens = trace.iterations.length > 1;
  const reasons = Object.keys(trace.why).length > 0;
  const sentence = useSentence(trace, question, step, tongue, loaded.story);
  const jumps = [
    { id: "cut", icon: "cut", key: "c", name: t("nextCut"), find: () => trace.next(step, CUT) },
    { id: "best", icon: "star", key: "b", name: t("nextBest"), find: () => trace.nextBest(step) },
    remembers && { id: "table", icon: "return", key: "t", name: t("nextTable"), find: () => trace.next(step, TABLE) },
    deepens && { id: "depth", icon: "end", key: "d", name: t("nextDepth"), find: () => trace.nextIteration(step) },
  ].filter(Boolean);
  const node = picked ?? trace.current(step);
  const unfold = (wanted) => {
    drawing.current.unfold(wanted);
    redraw((n) => n + 1);
  };
  return html`<div class="viewer" onKeyDown=${(event) => onNodeKey(event, trace, node, setPicked, unfold) || onPlayerKey(event, player, jumps)}>
    <section class="card canvas">
      <${Player} player=${player} jumps=${jumps} />
      ${deepens && html`<${Iterations} trace=${trace} player=${player} />`}
      <p class="sentence" aria-live=${player.running ? "off" : "polite"}>${sentence || " "}</p>
      <svg class="tree" id="tree" ref=${svg} tabindex="0" role="img" aria-label=${`${t("tree")}. ${sentence}`}></svg>
      <div class="row spread foot">
        <span class="quiet small">${t("legend")}${remembers ? ` · ${t("legendKnown")}` : ""}${reasons ? ` · ${t("legendWhy")}` : ""}</span>
        <span class="row">
          <button aria-label="−" onClick=${() => drawing.current.zoom(1.25)}>−</button>
          <button aria-label="+" onClick=${() => drawing.current.zoom(0.8)}>+</button>
          <button onClick=${() => { setFollow(false); drawing.current.home(true); }}>${t("fit")}</button>
          <label class="check"><input type="checkbox" checked=${follow} onChange=${(event) => setFollow(event.target.checked)} /><span>${t("follow")}</span></label>
        </span>
      </div>
      ${trace.size > 400 && html`<p class="quiet small">${t("drawn", { n: number(drawing.current ? drawing.current.shown.size : 0), all: number(trace.size) })}</p>`}
      ${trace.truncated && html`<p class="quiet small">${t("truncated")}</p>`}
    </section>
    <aside>
      <section class="card"><dl class="figures">
        <div><dt>${t("nodes")}</dt><dd>${number(trace.entered[step])}</dd></div>
        <div><dt>${t("leaves")}</dt><dd class="leaves">${number(trace.leaves[step])}</dd></div>
        <div><dt>${t("cutoffs")}</dt><dd class="cutoffs">${number(trace.cuts[step])}</dd></div>
        ${remembers && html`<div><dt>${t("tableHits")}</dt><dd class="hits">${number(trace.known[step])}</dd></div>`}
      </dl></section>
      <${Source} trace=${trace} step=${step} question=${{ ...question, events: EVENTS }} carried=${loaded.source} tongue=${tongue} />
      ${node >= 0 && html`<${NodeCard} trace=${trace} node=${node} step=${step} question=${loaded.story ? {} : question} boards=${loaded.boards} />`}
      <section class="card"><${Exports} what="tree" selector="svg#tree" question=${question} json=${() => answer} formats=${loaded.story && ALONE} /></section>
    </aside>
  </div>`;
}

// From node to node by keys, while the tree has the focus: up to the parent, down to the first child, across with PageUp and PageDown.
function onNodeKey(event, trace, node, pick, unfold) {
  if (event.target.id !== "tree" || node < 0) return false;
  const row = trace.parent[node] >= 0 ? trace.children(trace.parent[node]) : trace.roots;
  const wanted = {
    ArrowUp: trace.parent[node],
    ArrowDown: trace.firstChild[node],
    PageUp: row[row.indexOf(node) - 1],
    PageDown: row[row.indexOf(node) + 1],
  };
  if (event.key === "Enter") unfold(node);
  else if (!(event.key in wanted)) return false;
  else if (wanted[event.key] >= 0) pick(wanted[event.key]);
  event.preventDefault();
  return true;
}

// One button for each depth, and what the depth before put first.
function Iterations({ trace, player }) {
  const now = trace.iterationAt(player.step);
  const { line } = trace.iterations[now];
  const before = now > 0 ? trace.iterations[now - 1].depth : 0;
  return html`<div class="iterations" role="group" aria-label=${t("iterations")}>
    <span class="row">${trace.iterations.map(({ depth, event }, i) => html`<button key=${i} data-depth=${depth} aria-current=${i === now && player.step > 0 ? "step" : null}
      onClick=${() => { player.setRunning(false); player.to(event + 1); }}>${t("depthN", { n: depth })}</button>`)}</span>
    <span class="quiet small">${line.length ? t("putFirst", { n: before, line: line.slice(0, LINE).join(" ") + (line.length > LINE ? " …" : "") }) : t("nothingFirst")}</span>
  </div>`;
}

const WINDOW = 200;

// The sentence of a step: from the file, or from the server, which tells many at once.
function useSentence(trace, question, step, tongue, story) {
  const told = useRef(new Map());
  const [, arrived] = useState(0);
  const block = Math.floor(Math.max(0, step - 1) / WINDOW);
  useEffect(() => {
    if (story) return undefined;
    const timer = setTimeout(() => {
      for (const wanted of [block, block + 1]) {
        const [from, key] = [wanted * WINDOW, `${tongue} ${wanted}`];
        if (told.current.has(key) || from >= trace.length) continue;
        told.current.set(key, []);
        post("/api/trace/sentences", { ...question, events: EVENTS, from, to: from + WINDOW, language: tongue }).then(
          (found) => {
            told.current.set(key, found);
            arrived((n) => n + 1);
          },
          () => told.current.delete(key),
        );
      }
    }, 60);
    return () => clearTimeout(timer);
  }, [block, tongue]);
  if (step === 0) return "";
  const text = story ? story[tongue][story.steps[step - 1]] : (told.current.get(`${tongue} ${block}`) || [])[(step - 1) % WINDOW];
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : "";
}

// The board of a node among those that an exported file carries.
function carriedBoard({ nodes, boards, frames }, node) {
  const found = boards[nodes[node]];
  return found && { board: { ...frames[found[0]], cells: [...found[1]], actions: [] }, moves: [] };
}

function NodeCard({ trace, node, step, question, boards }) {
  const state = trace.state(node, step);
  const actions = trace.path(node).slice(1).map((n) => trace.action[n]);
  const [board, setBoard] = useState(null);
  const path = actions.join(" ");
  useEffect(() => {
    if (!question.position) return undefined;
    let alive = true;
    const timer = setTimeout(() => {
      post("/api/position", { ...question.position, moves: [...question.position.moves, ...actions] }).then(
        (found) => alive && setBoard(found),
        () => alive && setBoard(null),
      );
    }, 150);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [path]);
  const shown = boards && boards.nodes ? carriedBoard(boards, node) : question.position && board;
  const sign = state.done ? ["≤ ", "= ", "≥ "][trace.sure[node] + 1] : "";
  return html`<section class="card node-card"><h2>${t("node")} ${node}${path ? ` · ${path.length > 200 ? `…${path.slice(-200)}` : path}` : ""}</h2>
    <dl class="figures">
      <div><dt>${{ 0: "▲", 1: "▼", "-1": "●" }[trace.player[node]] || "■"}</dt><dd>${playerName(trace.player[node]) || "–"}</dd></div>
      <div><dt>${t("value")}</dt><dd>${state.value === null ? "–" : trace.label(state.value)}</dd></div>
      ${trace.hasWindows && html`<div><dt>${t("window")}</dt><dd>[${trace.label(state.low)}, ${trace.label(state.high)}]</dd></div>`}
      <div><dt>${t("returned")}</dt><dd>${state.done ? sign + trace.label(state.value) : "–"}</dd></div>
    </dl>
    ${trace.why[node] && html`<p class="small"><span class="quiet">${t("whyTried")}:</span> ${t(`why_${trace.why[node]}`)}</p>`}
    ${shown && html`<div class="mini"><${Board} position=${{ text: path, ...shown }} name="mini" /></div>`}
    ${boards && boards.leftOut && html`<p class="quiet small">${t("boardsLeftOut", { n: number(boards.leftOut) })}</p>`}
  </section>`;
}

function Comparison({ question, algorithms }) {
  const [rows, setRows] = useState(null);
  const [busy, setBusy] = useState(false);
  const key = JSON.stringify({ ...question, algorithm: "" });
  const latest = useRef(key);
  latest.current = key;
  useLayoutEffect(() => {
    setRows(null);
    setBusy(false);
  }, [key]);
  async function compare() {
    const found = {};
    setBusy(true);
    for (const algorithm of algorithms) {
      try {
        found[algorithm] = (await post("/api/trace", { ...question, algorithm, events: 1000 })).summary;
      } catch (error) {
        found[algorithm] = { error };
      }
      if (latest.current !== key) return; // another search has been asked for
      setRows({ ...found });
    }
    setBusy(false);
  }
  const most = rows ? Math.max(1, ...Object.values(rows).map((row) => row.nodes || 0)) : 1;
  return html`<section class="card comparison"><div class="row spread"><h2>${t("comparison")}</h2><button data-do="compare" disabled=${busy} onClick=${compare}>${busy ? t("searching") : t("compare")}</button></div>
    ${rows && html`<div class="scroll"><table><thead><tr><th>${t("algorithm")}</th><th>${t("value")}</th><th>${t("nodes")}</th><th></th><th>${t("leaves")}</th><th>${t("cutoffs")}</th></tr></thead>
      <tbody>${algorithms.filter((one) => rows[one]).map((one) => html`<tr key=${one} class=${one === question.algorithm ? "now" : ""}><th scope="row">${one}</th>
        ${rows[one].error ? html`<td colspan="5" class="quiet">${refusal(rows[one].error)}</td>` : html`<td>${isPart(rows[one], question) ? "…" : plain(rows[one].value)}</td><td>${counted(rows[one], "nodes", question)}</td>
        <td class="bar-cell"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=${(100 * rows[one].nodes) / most} height="8" rx="1" /></svg></td>
        <td>${counted(rows[one], "leaves", question)}</td><td>${counted(rows[one], "cutoffs", question)}</td>`}</tr>`)}</tbody></table></div>`}
    ${rows && Object.values(rows).some((row) => isPart(row, question)) && html`<p class="quiet small">${t("partOnly")}</p>`}
  </section>`;
}

// Did the time run out before the depth that was asked for?
function isPart(row, { depth }) {
  return row.finished === false || (depth && row.depth < depth && !row.score.proved);
}

function counted(row, what, question) {
  return (isPart(row, question) ? "> " : "") + number(row[what]);
}
