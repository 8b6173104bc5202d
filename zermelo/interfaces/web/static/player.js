// Step, back, play: the controls that the tree and the puzzles share.

import { html, useLayoutEffect, useMemo, useState } from "./vendor/htm-preact.js";
import { Icon } from "./icons.js";
import { number, t } from "./languages.js";

const PACES = [1, 2, 5, 15, 60];

export function usePlayer(length, start = 0) {
  const within = (wanted) => Math.max(0, Math.min(length, Math.floor(wanted) || 0)); // whatever an address says
  const [step, setStep] = useState(within(start));
  const [running, setRunning] = useState(false);
  const [pace, setPace] = useState(2);
  const to = (wanted) => setStep(within(wanted));
  useLayoutEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => {
      setStep((old) => {
        if (old >= length) setRunning(false);
        return Math.min(length, old + 1);
      });
    }, 1000 / pace);
    return () => clearInterval(timer);
  }, [running, pace, length]);
  return { step, to, running, setRunning, pace, setPace, length };
}

// `marks`: steps by class that are marked above the track.
export function Player({ player, jumps, marks = null }) {
  const { step, to, running, setRunning, pace, setPace, length } = player;
  const move = (wanted) => {
    setRunning(false);
    to(wanted);
  };
  return html`<div class="player" role="toolbar" aria-label=${t("steps")}>
    <button data-do="start" aria-label=${t("toStart")} title=${t("toStart")} disabled=${step === 0} onClick=${() => move(0)}><${Icon} name="start" /></button>
    <button data-do="back" aria-label=${t("back")} title=${t("back")} disabled=${step === 0} onClick=${() => move(step - 1)}><${Icon} name="back" /></button>
    <button data-do="run" class="main" aria-label=${running ? t("pause") : t("run")} title=${running ? t("pause") : t("run")} onClick=${() => (step >= length && !running ? to(0) : 0, setRunning(!running))}><${Icon} name=${running ? "pause" : "run"} /></button>
    <button data-do="step" aria-label=${t("step")} title=${t("step")} disabled=${step >= length} onClick=${() => move(step + 1)}><${Icon} name="step" /></button>
    <button data-do="end" aria-label=${t("toEnd")} title=${t("toEnd")} disabled=${step >= length} onClick=${() => move(length)}><${Icon} name="end" /></button>
    ${jumps.map(({ id, icon, name, find }) => html`<button key=${id} data-do=${id} class="jump" disabled=${find() < 0} onClick=${() => move(find())}><${Icon} name=${icon} /> ${name}</button>`)}
    <label class="inline"><span>${t("pace")}</span><select name="pace" value=${String(pace)} onChange=${(event) => setPace(Number(event.target.value))}>
      ${PACES.map((one) => html`<option key=${one} value=${one} selected=${one === pace}>${one}×</option>`)}</select></label>
    <span class="progress"><span class="track-box">${marks && html`<${Marks} marks=${marks} length=${length} />`}<input type="range" class="track" min="0" max=${length} value=${step} aria-label=${t("stepOf", { i: step, n: length })} onInput=${(event) => move(Number(event.target.value))} /></span>
    <output class="where">${t("stepOf", { i: number(step), n: number(length) })}</output></span>
  </div>`;
}

const FINE = 1000; // places of a mark

function Marks({ marks, length }) {
  const strokes = (steps) => [...new Set(steps.map((step) => Math.round((FINE * step) / Math.max(length, 1))))].map((x) => `M${x} 0V8`).join("");
  const paths = useMemo(() => Object.entries(marks).map(([name, steps]) => [name, strokes(steps)]), [marks, length]);
  return html`<svg class="marks" viewBox=${`0 0 ${FINE} 8`} preserveAspectRatio="none" aria-hidden="true">
    ${paths.map(([name, d]) => html`<path key=${name} class=${name} d=${d} />`)}</svg>`;
}

// Is a key meant for a field, or for the browser?
export function isTyped(event) {
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || Boolean(event.target.closest && event.target.closest("input:not([type=checkbox]), select, textarea"));
}

export function onPlayerKey(event, player, jumps) {
  if (isTyped(event)) return;
  const { step, to, length, running, setRunning } = player;
  const wanted = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: length }[event.key];
  const jump = jumps.find(({ key }) => key === event.key);
  if (wanted !== undefined) to(wanted);
  else if (jump && jump.find() >= 0) to(jump.find());
  else if (event.key === " " && !event.target.closest("button, input, summary")) setRunning(!running);
  else return;
  if (event.key !== " ") setRunning(false);
  event.preventDefault();
}
