// Puzzles solved before your eyes: what is placed, what is lost, where the search goes back.

import { html, useLayoutEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { Exports } from "./export.js";
import { Folding } from "./folding.js";
import { has, number, t } from "./languages.js";
import { useListener } from "./listening.js";
import { Player, onPlayerKey, usePlayer } from "./player.js";
import { PuzzlePicture } from "./puzzle_pictures.js";
import { refusal } from "./refusals.js";
import { Share } from "./share.js";
import { Story, sentenceOf } from "./stories.js";

// What can be chosen of each: its sizes, or the puzzle itself as a text.
const PUZZLES = {
  queens: { n: 8, sizes: [4, 5, 6, 7, 8, 9, 10, 12] },
  knights: { n: 4, sizes: [3, 4, 5, 6] },
  cindy: { n: 3, sizes: [1, 2, 3, 4, 5, 6] },
  sudoku: { given: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" },
  colouring: { given: "WA-NT, WA-SA, NT-SA, NT-Q, SA-Q, SA-NSW, SA-V, Q-NSW, NSW-V, T", colours: 3 },
  cryptarithm: { given: "SEND + MORE = MONEY" },
};
const kept = { puzzle: "queens", n: 8, given: "", colours: 3, strategy: "" };

export function Puzzles({ more, onMore, onShare }) {
  const [form, setForm] = useState(() => formOf(more));
  const [found, setFound] = useState(null);
  const [error, setError] = useState("");
  const [begin, setBegin] = useState(Number(more.step));
  const [busy, setBusy] = useState(false);
  const latest = useRef(0); // answers may overtake each other

  async function solve(settings) {
    const turn = (latest.current += 1);
    setBusy(true);
    try {
      setError("");
      const question = questionOf(settings);
      const answer = await post("/api/csp", question);
      if (turn === latest.current) setFound({ ...answer, question, id: turn });
    } catch (failure) {
      if (turn === latest.current) setError(failure);
    }
    if (turn === latest.current) setBusy(false);
  }
  useLayoutEffect(() => {
    solve(form);
  }, []);
  useLayoutEffect(() => {
    Object.assign(kept, form);
    const { puzzle, n, given, colours, strategy } = form;
    onMore({ p: puzzle, n: "sizes" in PUZZLES[puzzle] ? String(n) : "", given: given === PUZZLES[puzzle].given ? "" : given || "", colours: puzzle === "colouring" ? String(colours) : "", strategy });
  }, [form]);
  const change = (part) => {
    setForm({ ...form, ...part });
    setBegin(0);
    solve({ ...form, ...part });
  };
  const type = (part) => setForm({ ...form, ...part });
  const choose = (event) => change({ n: 0, given: "", colours: 3, strategy: "", ...PUZZLES[event.target.value], puzzle: event.target.value });
  const { sizes } = PUZZLES[form.puzzle];

  return html`<div class="tree-view" aria-busy=${busy ? "true" : "false"}>
    <${Folding} summary=${t(`puzzle_${form.puzzle}`)}><form class="settings-bar" onSubmit=${(event) => { event.preventDefault(); change({}); }}>
      <label><span>${t("puzzle")}</span><select name="puzzle" value=${form.puzzle} onChange=${choose}>
        ${Object.keys(PUZZLES).map((one) => html`<option key=${one} value=${one} selected=${one === form.puzzle}>${t(`puzzle_${one}`)}</option>`)}</select></label>
      ${sizes && html`<label><span>${t(`sizeOf_${form.puzzle}`)}</span><select name="n" value=${String(form.n)} onChange=${(event) => change({ n: Number(event.target.value) })}>
        ${sizes.map((n) => html`<option key=${n} value=${n} selected=${n === form.n}>${n}</option>`)}</select></label>`}
      ${!sizes && html`<label class="grow"><span>${t(`givenOf_${form.puzzle}`)}</span><input name="given" value=${form.given} maxlength="2000" spellcheck="false" autocomplete="off" onInput=${(event) => type({ given: event.target.value })} /></label>`}
      ${form.puzzle === "colouring" && html`<label><span>${t("colours")}</span><select name="colours" value=${String(form.colours)} onChange=${(event) => change({ colours: Number(event.target.value) })}>
        ${[2, 3, 4, 5].map((n) => html`<option key=${n} value=${n} selected=${n === form.colours}>${n}</option>`)}</select></label>`}
      ${form.puzzle !== "cindy" && html`<label><span>${t("strategy")}</span><select name="strategy" value=${form.strategy} onChange=${(event) => change({ strategy: event.target.value })}>
        ${["", ...(found ? found.strategies : [])].map((one) => html`<option key=${one} value=${one} selected=${one === form.strategy}>${one ? strategyName(one) : t("auto")}</option>`)}</select></label>`}
      <button class="main" type="submit">${t("solveIt")}</button>
      <${Share} onShare=${onShare} />
    </form><//>
    ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
    ${found && html`<${Solved} key=${found.id} found=${found} begin=${begin} onMore=${onMore} />`}
  </div>`;
}

function Solved({ found, begin, onMore }) {
  const { steps } = found;
  const story = useMemo(() => new Story(found), [found]);
  const player = usePlayer(steps.length, begin);
  const { step } = player;
  useLayoutEffect(() => onMore({ step: step && !player.running ? String(step) : "" }), [step, player.running]);
  const { placed, backs, row } = story.after(step);
  const now = step > 0 ? steps[step - 1] : null;
  const jumps = [
    { id: "back-track", icon: "return", key: "c", name: t("nextBack"), find: () => story.next(step, (kind) => ["back", "jump"].includes(kind)) },
    { id: "solution", icon: "star", key: "b", name: t("nextSolution"), find: () => story.next(step, (kind) => kind === "solution") },
  ];
  const sentence = now ? sentenceOf(found, now) : t("start_here");
  useListener("keydown", (event) => onPlayerKey(event, player, jumps));
  return html`<div class="viewer">
    <section class="card canvas">
      <${Player} player=${player} jumps=${jumps} />
      <p class="sentence" aria-live=${player.running ? "off" : "polite"}>${sentence}</p>
      <${PuzzlePicture} found=${found} placed=${placed} row=${row} now=${now} said=${`${t(`puzzle_${found.puzzle}`)}. ${sentence}`} step=${step} />
      ${found.truncated && html`<p class="quiet small">${t("truncated")}</p>`}
    </section>
    <aside>
      <section class="card"><dl class="figures">
        <div><dt>${t(found.puzzle === "cindy" ? "moves" : "placed")}</dt><dd>${placed.length}</dd></div>
        <div><dt>${t("backs")}</dt><dd>${number(backs)}</dd></div>
        <div><dt>${t("steps")}</dt><dd>${number(steps.length)}</dd></div>
      </dl></section>
      <section class="card"><${Exports} what="board" selector="svg#puzzle" question=${found.question} formats=${["svg", "png"]} /></section>
    </aside>
  </div>`;
}

// What a link says, or what was chosen before.
function formOf({ p, n, given, colours, strategy = "" }) {
  if (!Object.hasOwn(PUZZLES, p)) return { ...PUZZLES[kept.puzzle], ...kept };
  const usual = PUZZLES[p];
  return { puzzle: p, n: Number(n) || usual.n || 0, given: given || usual.given || "", colours: Number(colours) || 3, strategy };
}

function questionOf({ puzzle, n, given, colours, strategy }) {
  const asked = { puzzle };
  if (PUZZLES[puzzle].sizes) asked.n = n;
  else asked.given = given;
  if (puzzle === "colouring") asked.colours = colours;
  if (strategy && puzzle !== "cindy") asked.strategy = strategy;
  return asked;
}

function strategyName(name) {
  const key = `strategy_${name.replace(/\W+/g, "_")}`;
  return has(key) ? t(key) : name;
}
