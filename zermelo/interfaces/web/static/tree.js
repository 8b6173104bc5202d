// The tree of a real search, step by step.

import { html, useLayoutEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { hasDetails, readDetails, writeDetails } from "./details.js";
import { Drawing } from "./drawing.js";
import { Exports } from "./export.js";
import { Folding } from "./folding.js";
import { language, number, t } from "./languages.js";
import { ShareButton } from "./link.js";
import { useListener } from "./listening.js";
import { Player, onPlayerKey, usePlayer } from "./player.js";
import { Prediction, questionAt } from "./predict.js";
import { Problem } from "./problem.js";
import { refusal } from "./refusals.js";
import { minus, typed } from "./scores.js";
import { SIGNS } from "./seats.js";
import { Phases, SimulationFigures, SimulationNumbers, simulationJumps } from "./simulations.js";
import { Source } from "./source.js";
import { CUT, TABLE, Trace } from "./trace.js";
import { TEXTBOOK, TypedTree, exampleNames, exampleOf } from "./typed.js";

const ORDERS = { tree: ["natural", "best", "worst", "reversed", "random"], position: ["natural", "best", "worst", "reversed", "random", "priority"], several: ["natural", "reversed", "random", "priority"] };
const ALONE = ["svg", "png", "json"]; // without a server
const EVENTS = 100000; // of a trace
const LINE = 6; // moves of a line
const NOTED = 200; // milliseconds before a step is in the address
const SIMULATIONS = 60;
const kept = { source: null, tree: TEXTBOOK, algorithm: "alphabeta", depth: 3, simulations: SIMULATIONS, order: "natural", prune_equal: true, payoff_bounds: false, strategy: "" };

export function TreeView(props) {
  return props.replay ? html`<${Kept} ...${props} />` : html`<${Searches} ...${props} />`;
}

// What an exported file carries.
function Kept({ replay, tongue }) {
  const { question = {}, trace: answer, story, boards = null, source = [], at = {} } = replay;
  const loaded = useMemo(() => ({ trace: new Trace(answer), answer, question, story, boards, source, at, began: performance.now() }), []);
  return html`<div class="tree-view"><${Viewer} loaded=${loaded} tongue=${tongue} /></div>`;
}

function Searches({ setup, own, rules, named, moves, tongue, players = 2, dice = false }) {
  const [form, setForm] = useState(() => formOf(readDetails("tree"), kept, moves));
  const { source } = form;
  const wanted = useRef(readDetails("tree")); // the step and the node of a link, until they are there
  const [asked, setAsked] = useState(null);
  const [loaded, setLoaded] = useState(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [algorithms, setAlgorithms] = useState([{ name: kept.algorithm, about: {}, switches: ["order", "prune_equal", "payoff_bounds"] }]);
  const several = form.source === "position" && players > 2;
  const thrown = form.source === "position" && !several && dice;
  const offered = algorithms.filter((one) => fits(one, several, thrown));
  const record = offered.find((one) => one.name === form.algorithm) || offered[0] || algorithms[0];
  const latest = useRef(0);
  useLayoutEffect(() => {
    get("/api/algorithms").then(setAlgorithms, () => {});
  }, []);
  const change = (part) => {
    Object.assign(kept, form, part);
    setForm({ ...form, ...part });
  };
  useListener("hashchange", (event) => {
    const linked = hasDetails(new URL(event.newURL).hash); // maybe to another step of the same search
    if (linked) wanted.current = readDetails("tree");
    const found = suited(formOf(linked ? wanted.current : {}, form, moves), algorithms, players, dice);
    if (!linked && JSON.stringify(fieldsOf(found)) === JSON.stringify(fieldsOf(form))) return;
    change(found);
    search(found);
  });

  async function search(settings = form) {
    const turn = (latest.current += 1); // answers may overtake each other
    setBusy(true);
    setError("");
    const question = questionOf(settings, setup, moves);
    setAsked(question);
    try {
      const strategy = settings.strategy ? await post("/api/strategy", { ...question, until_full: false, player: settings.strategy }) : null;
      const drawn = strategy ? { tree: strategy.tree, algorithm: strategy.algorithm } : question;
      const answer = await post("/api/trace", { ...drawn, events: EVENTS });
      if (turn !== latest.current) return;
      const began = performance.now();
      setLoaded({ trace: new Trace(answer), answer, question: drawn, strategy, began, at: wanted.current, note: (seen) => turn === latest.current && writeDetails("tree", { ...fieldsOf(settings), ...seen }) });
      wanted.current = {};
    } catch (failure) {
      if (turn !== latest.current) return;
      writeDetails("tree", fieldsOf(settings));
      setError(failure);
      if (settings.source !== "tree") setLoaded(null); // a tree with a slip of the pen leaves the last one in sight
    }
    setBusy(false);
  }
  useLayoutEffect(() => {
    if (asked && source === "tree") return; // which is of no position
    if (source === "position" && (players === null || !algorithms[0].players)) return; // nobody knows yet how many play, and by what
    const found = suited(form, algorithms, players, dice);
    setForm(found);
    setLoaded(null);
    search(found);
  }, [JSON.stringify([setup, moves, players, dice]), source === "position" && !algorithms[0].players]);
  useLayoutEffect(() => {
    if (!asked || source !== "position") return;
    wanted.current = readDetails("tree"); // the rules were saved again: the same step of another search
    search();
  }, [rules]);
  const fault = source === "position" && own && own.refusal;

  function submit(event) {
    event.preventDefault();
    search();
  }

  function switched(part) {
    const found = suited({ ...form, strategy: "", ...part }, algorithms, players, dice);
    change(found);
    search(found);
  }

  // Of what is searched; an example leaves the choice at the tree that is typed.
  function chosen(select) {
    if (select.value === "position" || select.value === "tree") return { source: select.value };
    const example = exampleOf(select.value);
    select.value = "tree";
    return example;
  }

  return html`<div class="tree-view">
    <${Folding} summary=${`${record.name} · ${form.source === "tree" ? form.tree : named}`}><form class="settings-bar" onSubmit=${submit}>
      <label><span>${t("source")}</span><select name="source" value=${form.source} onChange=${(event) => switched(chosen(event.target))}>
        <option value="position" selected=${form.source === "position"}>${t("thisPosition")} (${named}${moves.length ? `, ${moves.length}` : ""})</option>
        <option value="tree" selected=${form.source === "tree"}>${t("typedTree")}</option>
        ${exampleNames().map(([name, said]) => html`<option key=${name} value=${name}>${said}</option>`)}</select></label>
      ${form.source === "tree" && html`<${TypedTree} text=${form.tree} onType=${(tree) => change({ tree })} />`}
      ${record.simulates ? html`<label><span>${t("simulations")}</span><input name="simulations" type="number" min="1" max="2000" value=${form.simulations} onInput=${(event) => change({ simulations: Number(event.target.value) })} /></label>`
        : form.source !== "tree" && html`<label><span>${t("depth")}</span><input name="depth" type="number" min="1" max="30" value=${form.depth} onInput=${(event) => change({ depth: Number(event.target.value) })} /></label>`}
      <label><span>${t("algorithm")}</span><select name="algorithm" value=${form.algorithm} onChange=${(event) => switched({ algorithm: event.target.value })}>
        ${offered.map((one) => html`<option key=${one.name} value=${one.name} title=${one.about[language()] || ""} selected=${one.name === form.algorithm}>${one.name}</option>`)}</select></label>
      <label><span>${t("order")}</span><select name="order" disabled=${!record.switches.includes("order")} value=${form.order} onChange=${(event) => switched({ order: event.target.value })}>
        ${ORDERS[several ? "several" : form.source].map((one) => html`<option key=${one} value=${one} selected=${one === form.order}>${t(one)}</option>`)}</select></label>
      <button class="main" type="submit" disabled=${busy}>${busy ? t("searching") : t("search")}</button>
      <span class="row checks"><label class="check"><input name="prune_equal" type="checkbox" disabled=${!record.switches.includes("prune_equal")} checked=${form.prune_equal} onChange=${(event) => switched({ prune_equal: event.target.checked })} /><span>${t("pruneEqual")}</span></label>
      <label class="check"><input name="payoff_bounds" type="checkbox" disabled=${!record.switches.includes("payoff_bounds")} checked=${form.payoff_bounds} onChange=${(event) => switched({ payoff_bounds: event.target.checked })} /><span>${t("payoffBounds")}</span></label></span>
    </form><//>
    ${fault && html`<${Problem} own=${own} problem=${fault} />`}
    ${error && !fault && html`<p class="problem card row" role="alert"><span>${refusal(error)}</span>
      ${error.told && error.told.code === "no_chance" && html`<button type="button" data-do="with-dice" onClick=${() => switched({ algorithm: "expectiminimax" })}>${t("searchWith", { algorithm: "expectiminimax" })}</button>`}</p>`}
    ${loaded && html`<${Viewer} key=${loaded.began} loaded=${loaded} tongue=${tongue} onStrategy=${several ? null : (strategy) => switched({ strategy })} />`}
    ${asked && !error && html`<${Comparison} question=${asked} algorithms=${offered.filter((one) => !one.simulates).map((one) => one.name)} />`}
  </div>`;
}

// What a link asks for, on top of what was asked before.
function formOf({ t: tree, a, o, e, b, d, p, sims = a && SIMULATIONS }, before, moves) {
  const source = tree !== undefined ? "tree" : d !== undefined ? "position" : before.source || (moves.length ? "position" : "tree");
  const given = { tree, algorithm: a, order: o, depth: Number(d) || undefined, simulations: Number(sims) || undefined, prune_equal: e && e !== "0", payoff_bounds: b && b !== "0", strategy: p && (p === "min" ? "min" : "max") };
  return { ...before, source, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

// The same as fields of a link.
function fieldsOf({ source, tree, depth, simulations, algorithm, order, prune_equal, payoff_bounds, strategy }) {
  const about = source === "tree" ? { t: tree } : { d: depth };
  return { ...about, a: algorithm, sims: simulations === SIMULATIONS ? "" : simulations, o: order === "natural" ? "" : order, e: prune_equal ? "" : 0, b: payoff_bounds ? 1 : "", p: strategy };
}

// Is an algorithm for as many as play, and for their dice?
function fits(one, several, thrown) {
  return !one.players || (one.players.includes(several ? 3 : 2) && (!thrown || one.dice.includes(true)));
}

// With an order that there is, and an algorithm that fits.
function suited(settings, algorithms, players, dice) {
  if (players === null && settings.source === "position") return settings;
  const several = settings.source === "position" && players > 2;
  const order = ORDERS[several ? "several" : settings.source].includes(settings.order) ? settings.order : "natural";
  const thrown = settings.source === "position" && dice;
  const chosen = algorithms.find((one) => one.name === settings.algorithm);
  const misfit = chosen && !fits(chosen, several, thrown);
  const algorithm = misfit ? (several ? "maxn" : thrown ? "expectiminimax" : "alphabeta") : settings.algorithm;
  return { ...settings, order, algorithm, strategy: several ? "" : settings.strategy };
}

function questionOf(settings, setup, moves) {
  const { algorithm, order, prune_equal, payoff_bounds, source, tree, depth, simulations } = settings;
  const about = source === "tree" ? { tree } : { position: { ...setup, moves }, depth };
  return { ...about, algorithm, order, prune_equal, payoff_bounds, simulations, until_full: true };
}

function Viewer({ loaded, tongue, onStrategy = null }) {
  const { trace } = loaded;
  const svg = useRef(null);
  const drawing = useRef(null);
  const amount = useRef(null);
  const { at = {}, note } = loaded;
  const player = usePlayer(trace.length, at.s ? Number(at.s) : trace.length <= 400 ? 0 : 1);
  const { step } = player;
  const { places } = trace;
  const linked = trace.places.called(at.n);
  const [picked, setPicked] = useState(linked >= 0 ? linked : null);
  const [predicting, setPredicting] = useState(false);
  const [answers, setAnswers] = useState([]);
  const [lit, setLit] = useState(-1);
  const [, redraw] = useState(0);
  const [follow, setFollow] = useState(true);

  useLayoutEffect(() => {
    drawing.current = new Drawing(svg.current, setPicked, (node) => {
      drawing.current.unfold(node);
      redraw((n) => n + 1);
    });
    drawing.current.open(trace);
  }, []);
  useListener("resize", () => (drawing.current.resize(), redraw((n) => n + 1)));
  const skipped = picked === null ? -1 : places.leftOutBy(picked, step);
  const told = skipped < 0 ? step : skipped + 1; // a place that was left out tells why
  useLayoutEffect(() => {
    const before = performance.now();
    drawing.current.following = follow;
    drawing.current.draw(step, picked, places.of(lit), told);
    const now = performance.now();
    const data = svg.current.dataset;
    data.stepMs = (now - before).toFixed(2);
    data.step = step;
    data.drawn = drawing.current.shown.size;
    if (amount.current) amount.current.textContent = t("drawn", { n: number(drawing.current.shown.size), all: number(trace.size) }); // known only now
    if (!data.openedAt) data.openedAt = now.toFixed(1);
  });
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return; // what a link has picked
    shown.current = step;
    setPicked(null); // before anything can be picked at this step
    setLit(-1);
  }, [step]);
  const seen = { s: step || "", n: picked !== null ? places.address(picked) : "" };
  useLayoutEffect(() => {
    const timer = setTimeout(() => note && note(seen), NOTED);
    return () => clearTimeout(timer);
  }, [step, picked]);
  const question = predicting ? questionAt(trace, step) : null;
  const last = answers[answers.length - 1];
  useLayoutEffect(() => {
    if (question && player.running) player.setRunning(false);
  }, [step, predicting]);
  const answer = (choice) => {
    setAnswers([...answers, { step: step + 1, right: choice === question.answer, answer: question.answer }]);
    player.to(step + 1);
  };

  const remembers = trace.known[trace.length] > 0;
  const deepens = trace.iterations.length > 1;
  const reasons = Object.keys(trace.why).length > 0;
  const said = useSentence(trace, loaded.question, told, tongue, loaded.story);
  const sentence = said.map((part) => (Array.isArray(part) ? part[1] : part)).join("");
  const jumps = trace.simulated ? simulationJumps(trace, step) : [
    { id: "cut", icon: "cut", key: "c", name: t("nextCut"), find: () => trace.next(step, CUT) },
    { id: "best", icon: "star", key: "b", name: t("nextBest"), find: () => trace.nextBest(step) },
    remembers && { id: "table", icon: "return", key: "t", name: t("nextTable"), find: () => trace.next(step, TABLE) },
    deepens && { id: "depth", icon: "end", key: "d", name: t("nextDepth"), find: () => trace.nextIteration(step) },
  ].filter(Boolean);
  const place = picked ?? places.of(trace.current(step));
  const unfold = (wanted) => {
    drawing.current.unfold(wanted);
    redraw((n) => n + 1);
  };
  useListener("keydown", (event) => event.defaultPrevented || onNodeKey(event, places, place, setPicked, unfold) || onPlayerKey(event, player, jumps));
  const marks = useMemo(() => trace.marks, [trace]);
  return html`<div class="viewer">
    <section class="card canvas">
      <${Player} player=${player} jumps=${jumps} marks=${marks} />
      ${deepens && html`<${Iterations} trace=${trace} player=${player} />`}
      ${trace.simulated && html`<${Phases} trace=${trace} step=${step} />`}
      <svg class="tree" id="tree" ref=${svg} tabindex="0" role="img" aria-label=${`${t("tree")}. ${sentence}`}></svg>
      <div class="saying">
        <${Sentence} told=${said.length || step ? said : [t("start_here")]} running=${player.running} onLight=${setLit} onPick=${(node) => setPicked(places.of(node))}
          before=${skipped >= 0 && html`<button type="button" class="mention" data-do="skipped" onClick=${() => player.to(told)}>${t("skippedAt", { i: number(told) })}</button>: `} />
        ${predicting && html`<${Prediction} trace=${trace} question=${question} told=${last && last.step === step ? last : null}
          score=${{ n: answers.filter((one) => one.right).length, all: answers.length }} onAnswer=${answer} />`}
      </div>
      <div class="row spread foot">
        <span class="quiet small">${legendOf(trace)}${remembers ? ` · ${t("legendKnown")}` : ""}${reasons ? ` · ${t("legendWhy")}` : ""}${Object.keys(trace.labels).length ? ` · ${t("legendWins")}` : ""}</span>
        <span class="row">
          <button aria-label="−" onClick=${() => drawing.current.zoom(1.25)}>−</button>
          <button aria-label="+" onClick=${() => drawing.current.zoom(0.8)}>+</button>
          <button onClick=${() => { setFollow(false); drawing.current.home(true); }}>${t("fit")}</button>
          <label class="check"><input type="checkbox" checked=${follow} onChange=${(event) => setFollow(event.target.checked)} /><span>${t("follow")}</span></label>
          ${!trace.simulated && !trace.shared && html`<label class="check"><input name="predict" type="checkbox" checked=${predicting} onChange=${(event) => setPredicting(event.target.checked)} /><span>${t("predict")}</span></label>`}
          ${note && html`<${ShareButton} before=${() => note(seen)} />`}
        </span>
      </div>
      ${trace.size > 400 && html`<p class="quiet small" ref=${amount}></p>`}
      ${trace.truncated && html`<p class="quiet small">${t("truncated")}</p>`}
    </section>
    <aside>
      <section class="card">${trace.simulated ? html`<${SimulationFigures} trace=${trace} step=${step} />` : html`<dl class="figures">
        <div><dt>${t("nodes")}</dt><dd>${number(trace.entered[step])}</dd></div>
        <div><dt>${t("leaves")}</dt><dd class="leaves">${number(trace.leaves[step])}</dd></div>
        <div><dt>${t("cutoffs")}</dt><dd class="cutoffs">${number(trace.cuts[step])}</dd></div>
        ${remembers && html`<div><dt>${t("tableHits")}</dt><dd class="hits">${number(trace.known[step])}</dd></div>`}
      </dl>`}</section>
      ${onStrategy && !trace.simulated && html`<${Strategies} strategy=${loaded.strategy} onStrategy=${onStrategy} />`}
      <${Source} trace=${trace} step=${told} question=${{ ...loaded.question, events: EVENTS }} carried=${loaded.source} tongue=${tongue} />
      ${place >= 0 && html`<${NodeCard} trace=${trace} place=${place} step=${step} question=${loaded.story ? {} : loaded.question} boards=${loaded.boards} />`}
      <section class="card"><${Exports} what="tree" selector="svg#tree" question=${{ ...loaded.question, step }} json=${() => loaded.answer} formats=${loaded.story && ALONE} /></section>
    </aside>
  </div>`;
}

// What the signs of a drawing mean.
function legendOf(trace) {
  const names = Object.entries(trace.playerNames);
  if (!names.length) return t(trace.simulated ? "legendGrown" : "legend");
  const signs = names.map(([player, name]) => `${SIGNS[player]} ${name}`).join(" · ");
  return `${signs} · ${t(trace.simulated ? "legendGrownMany" : trace.shared ? "legendMany" : "legendAlone", { player: trace.playerNames[0] })}`;
}

// From node to node by keys, while the tree has the focus: up to the parent, down to the first child, across with PageUp and PageDown.
function onNodeKey(event, places, place, pick, unfold) {
  if (event.target.id !== "tree" || place < 0) return false;
  const row = places.brothers(place);
  const wanted = {
    ArrowUp: places.parent[place],
    ArrowDown: places.children[place][0] ?? -1,
    PageUp: row[row.indexOf(place) - 1],
    PageDown: row[row.indexOf(place) + 1],
  };
  if (event.key === "Enter") unfold(place);
  else if (!(event.key in wanted)) return false;
  else if (wanted[event.key] >= 0) pick(wanted[event.key]);
  event.preventDefault();
  return true;
}

// The search, or what a player can be sure of: one move of theirs, every answer of the other.
function Strategies({ strategy, onStrategy }) {
  const now = strategy ? strategy.player : "";
  return html`<section class="card strategies"><h2>${t("strategies")}</h2>
    <div class="row" role="group" aria-label=${t("strategies")}>${["", "max", "min"].map((player) => html`<button key=${player} type="button" data-strategy=${player || "search"} aria-pressed=${player === now}
      onClick=${() => onStrategy(player)}>${player ? t("strategyOf", { player: player.toUpperCase() }) : t("theSearch")}</button>`)}</div>
    ${strategy && html`<p class="strategy">${strategyText(strategy)}</p>`}</section>`;
}

function strategyText({ player, result, value, averaged, estimated, leaves, allLeaves, together, visited }) {
  const words = { player: player.toUpperCase(), other: player === "max" ? "MIN" : "MAX", value, n: number(leaves), all: number(allLeaves), together: number(together), seen: number(visited) };
  const sure = averaged ? "strategyAverage" : result === "points" ? `strategy_${player}` : `strategy_${result}`;
  const proof = averaged ? [] : [t("strategyLeaves", words), t("strategyTogether", words)];
  return minus([t(sure, words), ...(estimated ? [t("strategyEstimated")] : []), ...proof].join(" "));
}

// What a step says; a node that it names is lit while somebody points at its name, and picked by a click.
function Sentence({ told, running, onLight, onPick, before = "" }) {
  return html`<p class="sentence" aria-live=${running ? "off" : "polite"}><span>${before}${told.length ? joined(told).map(([part, stop], i) => (Array.isArray(part)
    ? html`<span class="whole"><button key=${i} type="button" class="mention" data-mention=${part[0]} onPointerEnter=${() => onLight(part[0])} onPointerLeave=${() => onLight(-1)}
        onFocus=${() => onLight(part[0])} onBlur=${() => onLight(-1)} onClick=${() => onPick(part[0])}>${part[1]}</button>${stop}</span>` : minus(part))) : " "}</span></p>`;
}

// Every part with the stop that follows it, which must not begin a line.
function joined(told) {
  const stops = told.map((part) => (Array.isArray(part) ? "" : (part.match(/^[.,:;)?!]+/) || [""])[0]));
  return told.map((part, i) => (Array.isArray(part) ? [part, stops[i + 1] || ""] : [i ? part.slice(stops[i].length) : part, ""]));
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
  useLayoutEffect(() => {
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
  if (step === 0) return [];
  const parts = story ? story[tongue][story.steps[step - 1]] : (told.current.get(`${tongue} ${block}`) || [])[(step - 1) % WINDOW];
  return parts ? [typeof parts[0] === "string" ? parts[0].replace(/^[a-zà-ÿ]/, (letter) => letter.toUpperCase()) : parts[0], ...parts.slice(1)] : []; // α and β stay small
}

// The board of a node among those that an exported file carries.
function carriedBoard({ nodes, boards, frames }, node) {
  const found = boards[nodes[node]];
  return found && { board: { ...frames[found[0]], cells: [...found[1]], actions: [] }, moves: [] };
}

function NodeCard({ trace, place, step, question, boards }) {
  const { places } = trace;
  const node = places.visit(place, step);
  const state = node >= 0 ? trace.state(node, step) : { done: false, value: null, low: -Infinity, high: Infinity };
  const actions = places.path(place).slice(1).map((p) => (places.whole ? places.edge(p) : trace.action[p]));
  const [board, setBoard] = useState(null);
  const path = actions.join(" ");
  useLayoutEffect(() => {
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
  const shown = boards && boards.nodes && node >= 0 ? carriedBoard(boards, node) : question.position && board;
  const sign = state.done ? ["≤ ", "= ", "≥ "][trace.sure[node] + 1] : "";
  return html`<section class="card node-card"><h2>${t(places.kind(place) === "leaf" ? "leafNode" : "node")} ${places.name(place) || (places.whole ? "" : node)}${path ? ` · ${path.length > 200 ? `…${path.slice(-200)}` : path}` : ""}</h2>
    ${trace.simulated ? html`<${SimulationNumbers} trace=${trace} place=${place} step=${step} />` : html`<dl class="figures">
      ${places.player[place] !== null && html`<div><dt>${trace.mover(places.player[place])[0]}</dt><dd>${trace.mover(places.player[place])[1]}</dd></div>`}
      <div><dt>${t("value")}</dt><dd>${(state.value === null ? places.payoff(place) : trace.label(state.value)) || "–"}</dd></div>
      ${trace.hasWindows && node >= 0 && html`<div><dt>${t("window")}</dt><dd>${state.low < state.high ? "" : "α, β: "}${trace.window(state)}</dd></div>`}
      <div><dt>${t("returned")}</dt><dd>${state.done ? sign + trace.label(state.value) : "–"}</dd></div>
    </dl>`}
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
        found[algorithm] = (await post("/api/trace", { ...question, algorithm, events: 1000, until_full: false })).summary;
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
        ${rows[one].error ? html`<td colspan="5" class="quiet">${refusal(rows[one].error)}</td>` : html`<td>${isPart(rows[one], question) ? "…" : typed(rows[one].value)}</td><td>${counted(rows[one], "nodes", question)}</td>
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
