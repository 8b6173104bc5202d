// Experiments before your eyes: the curves grow while the server measures, the theory stands beside them.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { get, post } from "./api.js";
import { Drawn } from "./drawn.js";
import { Exports } from "./export.js";
import { language, number, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { Share } from "./share.js";

const EXPORT = "/api/study/export";

export function StudyView({ more, onMore, onShare, game, tongue }) {
  const [known, setKnown] = useState([]);
  const [form, setForm] = useState({ experiment: more.e || "trees", seed: Number(more.seed) || 0 });
  const [found, setFound] = useState(null);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(false);
  const turn = useRef(0); // whoever asks next stops the one before
  const chosen = known.find((one) => one.name === form.experiment);
  const questionOf = (one) => ({ ...form, ...(one ? { experiment: one.name } : {}), language: language(), ...(one && one.takes_game && game ? { game } : {}) });
  const question = questionOf(chosen);

  async function measure(asked) {
    const mine = (turn.current += 1);
    const still = () => mine === turn.current;
    setError("");
    setRunning(true);
    try {
      for (let over = false; !over && still(); ) {
        const answer = await post("/api/study", asked);
        if (!still()) return;
        setFound({ ...answer, question: asked });
        over = answer.done === answer.planned;
      }
    } catch (failure) {
      if (still()) setError(failure);
    }
    if (still()) setRunning(false);
  }
  function stop() {
    turn.current += 1;
    setRunning(false);
  }
  useLayoutEffect(() => {
    get("/api/studies").then((all) => (setKnown(all), more.run && setWaiting(true)), setError);
    return () => { turn.current += 1; };
  }, []);
  useLayoutEffect(() => {
    if (waiting) measure(question); // a link to what was measured
  }, [waiting]);
  useLayoutEffect(() => {
    onMore({ e: form.experiment, seed: form.seed ? String(form.seed) : "", run: found || waiting || more.run === "1" && !known.length ? "1" : "" });
  }, [form, found === null, waiting, known.length]);
  useLayoutEffect(() => {
    if (found) measure({ ...found.question, language: language() }); // what is known already, in other words
  }, [tongue]);
  const change = (part) => {
    stop();
    setFound(null);
    setWaiting(false);
    setForm({ ...form, ...part });
  };

  return html`<div class="tree-view study-view">
    <form class="card settings-bar" onSubmit=${(event) => { event.preventDefault(); measure(question); }}>
      <label class="grow"><span>${t("experiment")}</span><select name="experiment" value=${form.experiment} onChange=${(event) => change({ experiment: event.target.value })}>
        ${known.map((one) => html`<option key=${one.name} value=${one.name} selected=${one.name === form.experiment}>${one.about[language()]}</option>`)}</select></label>
      <label><span>${t("stSeed")}</span><input name="seed" type="number" min="0" max="1000000" value=${form.seed} onInput=${(event) => change({ seed: Math.max(0, Math.floor(Number(event.target.value)) || 0) })} /></label>
      ${running ? html`<button type="button" onClick=${stop}>${t("stStop")}</button>` : html`<button class="main" type="submit" disabled=${!chosen}>${t("stRun")}</button>`}
      <${Share} onShare=${onShare} />
    </form>
    ${chosen && chosen.takes_game && game && html`<p class="quiet small">${t("stOn", { game })}</p>`}
    ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
    ${!found && html`<p class="quiet">${t("stMore")}</p>`}
    ${found ? html`<${Found} found=${found} />` : !running && !error && html`<${Offered} all=${known} now=${form.experiment} onPick=${(one) => { change({ experiment: one.name }); measure(questionOf(one)); }} />`}
  </div>`;
}

// What may be measured, before anything is: one click, and the curves begin.
function Offered({ all, now, onPick }) {
  return html`<ul class="offered">${all.map((one) => html`<li key=${one.name}><button type="button" class="card" data-experiment=${one.name} aria-pressed=${one.name === now} onClick=${() => onPick(one)}>${one.about[language()]}</button></li>`)}</ul>`;
}

function Found({ found }) {
  return html`<div class="viewer" data-done=${found.done} data-planned=${found.planned}>
    <section class="stage">
      ${found.pictures.map((one) => html`<${Drawing} key=${one.name} one=${one} question=${found.question} />`)}
    </section>
    <aside>
      <section class="card"><p role="status">${t("stProgress", { done: number(found.done), planned: number(found.planned) })}</p>
        <progress max=${found.planned} value=${found.done} aria-label=${t("experiment")}></progress></section>
      ${found.claims.length > 0 && html`<section class="card"><h2>${t("stClaims")}</h2><ul class="claims">
        ${found.claims.map((claim) => html`<li key=${claim.said} data-holds=${String(claim.holds)}><span role="img" aria-label=${t(claim.holds ? "stHolds" : "stFails")}>${claim.holds ? "✓" : "✗"}</span> ${claim.said}</li>`)}</ul></section>`}
      ${found.position && html`<section class="card"><h2>${t("stPosition")}</h2><pre>${found.position}</pre></section>`}
      ${found.notes.length > 0 && html`<section class="card small"><h2>${t("stNotes")}</h2>${found.notes.map((note) => html`<p key=${note}>${note}</p>`)}</section>`}
      <section class="card"><${Exports} what="study" at=${EXPORT} question=${found.question} formats=${["csv", "json"]} /></section>
    </aside>
  </div>`;
}

function Drawing({ one, question }) {
  return html`<section class="card wide-card"><${Drawn} name=${one.name} svg=${one.svg} said=${t("experiment")} />
    <${Exports} what="study" selector=${`[data-picture=${one.name}] svg`} at=${EXPORT} question=${{ ...question, plot: one.name }} formats=${["svg", "png", "pdf"]} /></section>`;
}
