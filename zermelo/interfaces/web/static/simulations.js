// Simulations in the tree view: what a node is after a step, the four phases, the numbers of a node.

import { html } from "./vendor/htm-preact.js";
import { number, t } from "./languages.js";
import { plain } from "./scores.js";

const NOTHING = { entered: false, done: false, leaf: false, cut: false, value: null, low: -Infinity, high: Infinity, best: -1, by: -1, visits: 0 };

// What is known of a node after the first `step` events: its last event tells all of it.
export function grownState(trace, n, step) {
  const e = lastBefore(trace, n, step);
  if (e < 0) return NOTHING;
  const [low, high] = [trace.alpha[e], trace.beta[e]];
  const done = low >= high; // it is proved
  return { ...NOTHING, entered: true, done, leaf: trace.player[n] === null, value: done ? low : trace.value[e], low, high, best: trace.child[e], visits: trace.visits[e] };
}

function lastBefore(trace, n, step) {
  let [from, to] = [trace.from[n], trace.from[n + 1]];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (trace.own[middle] < step) from = middle + 1;
    else to = middle;
  }
  return from > trace.from[n] ? trace.own[from - 1] : -1;
}

// In a drawing: the mean of MAX's rewards, what is proved, or what each of three or more players got; and the visits above it.
export function grownTexts({ value, done, visits }) {
  const mean = value === null ? "" : meanText(value);
  return [done ? `=${mean}` : mean, visits ? `×${number(visits)}` : ""];
}

function meanText(value) {
  return Array.isArray(value) ? value.map(plain).join(", ") : told(value, 2);
}

function told(value, digits = 3) {
  return String(Number(value.toFixed(digits)) + 0).replace("-", "−"); // no -0; with a point, as in the sentences
}

// The widest of these texts above a node, in letters.
export function longestVisits(trace) {
  return number(trace.visits.reduce((most, visits) => Math.max(most, visits), 0)).length + 1;
}

// The widest of what three or more players got, in letters.
export function longestMeans(trace) {
  return trace.value.reduce((most, value) => Math.max(most, value === null ? 0 : meanText(value).length), 0);
}

// The steps that prove something.
export function proofs(trace) {
  const narrow = trace.kindNames.indexOf("narrow");
  return [...trace.kind.keys()].filter((e) => trace.kind[e] === narrow).map((e) => e + 1);
}

export function simulationJumps(trace, step) {
  return [
    { id: "simulation", icon: "end", key: "s", name: t("nextSimulation"), find: () => trace.next(step, trace.kindNames.indexOf("enter")) },
    !trace.shared && { id: "proof", icon: "star", key: "p", name: t("nextProof"), find: () => trace.next(step, trace.kindNames.indexOf("narrow")) },
  ].filter(Boolean);
}

// The four phases, the one of this step lit.
export function Phases({ trace, step }) {
  const kind = step > 0 ? trace.kind[step - 1] : -1;
  return html`<ol class="phases" aria-label=${t("phases")}>
    ${Object.entries(trace.phases).map(([phase, kinds]) => html`<li key=${phase} data-phase=${phase} aria-current=${kinds.includes(kind) ? "step" : null}>${t(`phase_${phase}`)}</li>`)}</ol>`;
}

export function SimulationFigures({ trace, step }) {
  return html`<dl class="figures">
    <div><dt>${t("simulations")}</dt><dd class="simulations">${number(trace.begun[step])}</dd></div>
    <div><dt>${t("nodes")}</dt><dd>${number(trace.entered[step])}</dd></div>
  </dl>`;
}

// What the search keeps of a node, and by which terms it was last chosen.
export function SimulationNumbers({ trace, place, step }) {
  const node = trace.places.visit(place, step); // -1: none of the simulations so far was here
  const player = trace.places.player[place];
  const state = node >= 0 ? trace.state(node, step) : NOTHING;
  const e = node >= 0 ? lastChoice(trace, node, step) : -1;
  const [sign, name] = trace.mover(player);
  const mean = node >= 0 && state.visits ? trace.value[lastBefore(trace, node, step)] : null;
  const bound = (value) => (Math.abs(value) === Infinity ? "–" : told(value));
  return html`<dl class="figures">
      <div><dt>${sign}</dt><dd>${name}</dd></div>
      <div><dt>${t("visits")}</dt><dd class="visits">${number(state.visits)}</dd></div>
      ${trace.shared ? html`<div><dt>${t("meansOfAll")}</dt><dd class="mean">${mean ? mean.map((one, seat) => `${trace.mover(seat)[1]} ${told(one)}`).join(", ") : "–"}</dd></div>` : html`
      <div><dt>${t("meanOfMax")}</dt><dd class="mean">${mean === null ? "–" : told(mean)}</dd></div>
      <div><dt>${t("provedLeast")}</dt><dd>${bound(state.low)}</dd></div>
      <div><dt>${t("provedMost")}</dt><dd>${bound(state.high)}</dd></div>`}
    </dl>
    ${e >= 0 && html`<h3 class="small">${t("lastChosen")}</h3><dl class="figures terms">
      <div><dt>${t("ucbMean")}</dt><dd class="average">${told(trace.average[e])}</dd></div>
      <div><dt>${t("ucbBonus")}</dt><dd class="bonus">${told(trace.bonus[e])}</dd></div>
      <div><dt>${t("ucbSum")}</dt><dd class="sum">${told(trace.average[e] + trace.bonus[e])}</dd></div>
    </dl>`}`;
}

function lastChoice(trace, n, step) {
  for (let i = trace.from[n + 1] - 1; i >= trace.from[n]; i -= 1) {
    const e = trace.own[i];
    if (e < step && trace.average[e] !== null) return e;
  }
  return -1;
}
