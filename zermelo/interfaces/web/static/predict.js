// What happens next?  Asked before it does; the answer is in the trace.

import { html } from "./vendor/htm-preact.js";
import { t } from "./languages.js";
import { CUT, ENTER, KEEP, RETURN, UPDATE } from "./trace.js";

// What may be asked before the step after this one; null: nothing that is worth asking.
export function questionAt(trace, step) {
  const e = step;
  if (e >= trace.length || e === 0) return null;
  if (trace.kind[e] === CUT) return { about: "prune", node: trace.node[e], choices: ["pruned", "searched"], answer: "pruned" };
  const compared = (trace.kind[e - 1] === UPDATE || trace.kind[e - 1] === KEEP) && trace.parent[trace.node[e]] === trace.node[e - 1];
  if (trace.kind[e] === ENTER && compared && trace.hasWindows) return { about: "prune", node: trace.node[e - 1], choices: ["pruned", "searched"], answer: "searched" };
  return trace.kind[e] === RETURN ? valueQuestion(trace, step) : null;
}

// Which value does a node return?  One of those that its children returned, or an end of its window.
function valueQuestion(trace, step) {
  const node = trace.node[step];
  const state = trace.state(node, step);
  const below = trace.children(node).filter((child) => child < trace.entered[step]).map((child) => trace.state(child, step).value);
  const values = [...new Set([trace.value[step], ...below, state.low, state.high])].filter((value) => value !== null && Number.isFinite(value));
  const choices = values.sort((one, other) => one - other).map((value) => trace.label(value));
  return choices.length > 1 ? { about: "value", node, choices, answer: trace.label(trace.value[step]) } : null;
}

export function Prediction({ trace, question, told, score, onAnswer }) {
  const name = question && (trace.places.name(trace.places.of(question.node)) || t("thisNode"));
  const word = (choice) => (question.about === "prune" ? t(choice) : choice);
  return html`<div class="prediction" role="group" aria-label=${t("predict")}>
    <span class=${told ? (told.right ? "told right" : "told wrong") : "told"} role="status">${told ? (told.right ? t("predictRight") : t("predictWrong", { answer: t(told.answer) })) : ""}</span>
    ${question && html`<span class="row"><span>${t(question.about === "prune" ? "predictPrune" : "predictValue", { node: name })}</span>
      ${question.choices.map((choice) => html`<button key=${choice} type="button" data-answer=${choice} onClick=${() => onAnswer(choice)}>${word(choice)}</button>`)}</span>`}
    <span class="quiet small">${score.all ? t("predictScore", score) : ""}</span></div>`;
}
