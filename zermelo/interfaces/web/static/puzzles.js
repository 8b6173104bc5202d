// N queens: the board fills and empties, step by step.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { Exports } from "./export.js";
import { has, language, listed, number, t } from "./languages.js";
import { Player, onPlayerKey, usePlayer } from "./player.js";
import { refusal } from "./refusals.js";

const EVERY = 256;

export function Puzzles() {
  const [form, setForm] = useState({ n: 8, strategy: "" });
  const [found, setFound] = useState(null);
  const [error, setError] = useState("");
  const [names, setNames] = useState([]);
  const latest = useRef(0); // answers may overtake each other

  async function solve(settings) {
    const turn = (latest.current += 1);
    try {
      setError("");
      const question = { puzzle: "queens", n: settings.n };
      if (settings.strategy) question.strategy = settings.strategy;
      const answer = await post("/api/csp", question);
      if (turn !== latest.current) return;
      if (answer.strategies) setNames(answer.strategies);
      setFound({ ...answer, question, id: Math.random() });
    } catch (failure) {
      if (turn === latest.current) setError(failure);
    }
  }
  useEffect(() => {
    solve(form);
  }, []);
  const change = (part) => {
    setForm({ ...form, ...part });
    solve({ ...form, ...part });
  };

  return html`<div class="tree-view">
    <form class="card settings-bar" onSubmit=${(event) => { event.preventDefault(); solve(form); }}>
      <label><span>${t("queensCount")}</span><select name="n" value=${String(form.n)} onChange=${(event) => change({ n: Number(event.target.value) })}>
        ${[4, 5, 6, 7, 8, 9, 10, 12].map((n) => html`<option key=${n} value=${n} selected=${n === form.n}>${t("queens", { n })}</option>`)}</select></label>
      <label><span>${t("strategy")}</span><select name="strategy" value=${form.strategy} onChange=${(event) => change({ strategy: event.target.value })}>
        ${["", ...names].map((one) => html`<option key=${one} value=${one} selected=${one === form.strategy}>${one ? strategyName(one) : t("auto")}</option>`)}</select></label>
      <button class="main" type="submit">${t("solveIt")}</button>
    </form>
    ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
    ${found && html`<${Queens} key=${found.id} found=${found} />`}
  </div>`;
}

function Queens({ found }) {
  const { steps, n } = found;
  const story = useMemo(() => new Story(steps), [found]);
  const player = usePlayer(steps.length);
  const { step } = player;
  const { placed, backs } = story.after(step);
  const now = step > 0 ? steps[step - 1] : null;
  const jumps = [
    { id: "back-track", icon: "return", key: "c", name: t("nextBack"), find: () => story.next(step, (kind) => ["back", "jump"].includes(kind)) },
    { id: "solution", icon: "star", key: "b", name: t("nextSolution"), find: () => story.next(step, (kind) => kind === "solution") },
  ];
  const sentence = now ? (language() === "en" && now.sentence ? now.sentence.trim() : told(now)) : " ";
  const queens = new Map(placed);
  return html`<div class="viewer" onKeyDown=${(event) => onPlayerKey(event, player, jumps)}>
    <section class="card canvas">
      <${Player} player=${player} jumps=${jumps} />
      <p class="sentence" aria-live=${player.running ? "off" : "polite"}>${sentence}</p>
      <svg class="queens" id="queens" viewBox=${`-4 -4 ${n * 60 + 8} ${n * 60 + 8}`} tabindex="0" role="img" aria-label=${`${t("queens", { n })}. ${sentence}`} data-step=${step}>
        ${Array.from({ length: n * n }, (_, i) => {
          const [row, column] = [Math.floor(i / n), i % n];
          const lost = now && now.kind === "prune" && now.row === row && (now.columns || []).includes(column);
          const here = now && now.row === row && now.column === column;
          const attacked = !queens.has(row) && [...queens].some(([r, c]) => c === column || Math.abs(r - row) === Math.abs(c - column));
          return html`<g key=${i} class=${["field", (row + column) % 2 ? "dark" : "light", attacked && "attacked", here && `now ${now.kind}`, lost && "lost", now && now.row === row && "this-row"].filter(Boolean).join(" ")} transform=${`translate(${column * 60} ${row * 60})`}>
            <rect width="60" height="60" />
            ${attacked && !here && html`<circle class="attack" cx="30" cy="30" r="4" />`}
            ${queens.get(row) === column && html`<path class="queen" d="M14 44h32l4-24-11 10-9-16-9 16-11-10zM14 47h32v4H14z" />`}
            ${((here && now.kind === "reject") || lost) && html`<path class="no" d="M18 18 42 42M42 18 18 42" />`}
          </g>`;
        })}
      </svg>
      ${found.truncated && html`<p class="quiet small">${t("truncated")}</p>`}
    </section>
    <aside>
      <section class="card"><dl class="figures">
        <div><dt>${t("placed")}</dt><dd>${placed.length}</dd></div>
        <div><dt>${t("backs")}</dt><dd>${number(backs)}</dd></div>
        <div><dt>${t("steps")}</dt><dd>${number(steps.length)}</dd></div>
      </dl></section>
      <section class="card"><${Exports} what="board" selector="svg#queens" question=${found.question} formats=${["svg", "png"]} /></section>
    </aside>
  </div>`;
}

function strategyName(name) {
  const key = `strategy_${name.replace(/\W+/g, "_")}`;
  return has(key) ? t(key) : name;
}

function told(step) {
  const others = (step.others || []).map((other) => t("q_queen", { n: rowOf(other) + 1 }));
  const several = { jump: others.length > 1 && "q_over", prune: (step.columns || []).length > 1 && "q_prunes" };
  const key = several[step.kind] || `q_${step.kind}`;
  if (!has(key)) return step.sentence;
  return t(key, {
    row: step.row === null ? "" : step.row + 1,
    column: step.column === null ? "" : step.column + 1,
    columns: listed((step.columns || []).map((column) => String(column + 1))),
    others: listed(others),
    first: others[0] || "",
    rest: listed(others.slice(1)),
  });
}

// Checkpoints make going back cheap; the picture after a step depends on the step alone.
class Story {
  constructor(steps) {
    this.steps = steps;
    this.marks = [{ placed: [], backs: 0 }];
    let state = this.marks[0];
    steps.forEach((step, i) => {
      state = advance(state, step);
      if ((i + 1) % EVERY === 0) this.marks.push(state);
    });
  }

  after(count) {
    const mark = Math.floor(count / EVERY);
    let state = this.marks[mark];
    for (let i = mark * EVERY; i < count; i += 1) state = advance(state, this.steps[i]);
    return state;
  }

  next(from, wanted) {
    for (let i = from; i < this.steps.length; i += 1) if (wanted(this.steps[i].kind)) return i + 1;
    return -1;
  }
}

function advance({ placed, backs }, step) {
  if (step.kind === "assign") {
    const at = placed.findIndex(([row]) => row === step.row);
    const kept = Math.min(step.depth ?? placed.length, at < 0 ? placed.length : at);
    return { placed: [...placed.slice(0, kept), [step.row, step.column]], backs };
  }
  if (step.kind === "back" || step.kind === "jump") {
    const target = step.others && step.others.length ? placed.findIndex(([row]) => row === rowOf(step.others[0])) : -1;
    const kept = target >= 0 ? target + 1 : (step.depth ?? placed.length - 1);
    return { placed: placed.slice(0, Math.max(0, kept)), backs: backs + 1 };
  }
  return { placed, backs };
}

function rowOf(other) {
  return Array.isArray(other) ? other[0] : other;
}
