// The panel beside the board: sides, clocks, moves, dice.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Icon } from "./icons.js";
import { has, t } from "./languages.js";
import { badge, playerName, scoreText } from "./scores.js";
import { SIGNS, seatKind, seats } from "./seats.js";
import { die } from "./shapes.js";

export function Sides({ sides, onSides, minutes, onMinutes, clocks, toMove, players = 2 }) {
  return html`<div class="sides">
    ${seats(players).map((player) => html`<div key=${player} class=${`side ${seatKind(player)} ${toMove === player ? "moving" : ""}`}>
      <span class="who">${SIGNS[player]} ${playerName(player, players)}</span>
      <select aria-label=${t("plays", { player: playerName(player, players) })} value=${String(sides[player])}
        onChange=${(event) => onSides({ ...sides, [player]: Number(event.target.value) })}>
        <option value="0" selected=${sides[player] === 0}>${t("human")}</option>
        ${Array.from({ length: 10 }, (_, i) => html`<option key=${i} value=${i + 1} selected=${sides[player] === i + 1}>${t("engine")} · ${t("level", { n: i + 1 })}</option>`)}
      </select>
      ${minutes > 0 && html`<span class="clock" role="timer">${clockText(clocks[player])}</span>`}
    </div>`)}
    <label class="inline"><span>${t("clock")}</span>
      <select name="clock" value=${String(minutes)} onChange=${(event) => onMinutes(Number(event.target.value))}>
        ${MINUTES.map((n) => html`<option key=${n} value=${n} selected=${n === minutes}>${n ? t("minutes", { n }) : t("noClock")}</option>`)}
      </select></label>
  </div>`;
}

function clockText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const CLOCKS = "zermelo.clocks";
export const MINUTES = [0, 1, 3, 5, 10, 30]; // none: no clock

// What is left is kept for who comes back to the position, by a reload or from another view.
function keepClocks(at, clocks) {
  try {
    sessionStorage.setItem(CLOCKS, JSON.stringify({ at, clocks }));
  } catch {
    // private windows keep nothing
  }
}

function keptClocks(at) {
  try {
    const found = JSON.parse(sessionStorage.getItem(CLOCKS));
    return found && found.at === at ? found.clocks : null;
  } catch {
    return null;
  }
}

// `reset` counts the games and clocks that were begun since the page was opened.
export function useClocks(minutes, toMove, running, reset, onFlag, players, at) {
  const [clocks, setClocks] = useState({ 0: 0, 1: 0 });
  const flagged = useRef(false);
  const kept = useRef(keptClocks(at));
  useLayoutEffect(() => {
    flagged.current = false;
    const full = Object.fromEntries(seats(players).map((player) => [player, minutes * 60000]));
    setClocks({ ...full, ...(minutes && reset === 0 ? kept.current : null) });
  }, [minutes, reset, players]);
  useLayoutEffect(() => {
    if (minutes && running) keepClocks(at, clocks);
  }, [clocks, at]);
  useLayoutEffect(() => {
    if (!minutes || !running || !(toMove >= 0)) return undefined;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const spent = now - before;
      before = now;
      setClocks((old) => ({ ...old, [toMove]: Math.max(0, old[toMove] - spent) }));
    }, 200);
    return () => clearInterval(timer);
  }, [minutes, toMove, running, reset]);
  useLayoutEffect(() => {
    if (minutes && running && clocks[toMove] === 0 && !flagged.current && Object.values(clocks).some((left) => left > 0)) {
      flagged.current = true;
      onFlag(toMove);
    }
  }, [clocks]);
  return clocks;
}

export function MoveList({ moves, future, movers, onJump }) {
  const list = useRef(null);
  const all = [...moves, ...future];
  useLayoutEffect(() => {
    const now = list.current && list.current.querySelector("[aria-current]");
    if (now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [moves.length]);
  if (all.length === 0) return html`<p class="quiet">${t("noMoves")}</p>`;
  return html`<ol class="moves" ref=${list} aria-label=${t("moves")}>
    ${all.map((move, i) => html`<li key=${i}><button class=${`move ${i >= moves.length ? "later" : ""} ${movers[i] >= 0 ? seatKind(movers[i]) : ""}`}
      aria-current=${i === moves.length - 1 ? "true" : null} onClick=${() => onJump(i + 1)}><span class="count">${i + 1}.</span>${move}</button></li>`)}
  </ol>`;
}

export function LegalMoves({ position, values, best, onMove, onWhy, disabled, large }) {
  if (!position || position.terminal || position.moves.length === 0) return null;
  return html`<ul class=${large ? "legal large" : "legal"} aria-label=${t("legal")}>
    ${position.moves.map((move) => {
      const found = values && badge(values[move.name], position.toMove);
      return html`<li key=${move.name} class=${move.name === best ? "best" : ""}>
        <button class="choice" disabled=${disabled} onClick=${() => onMove(move.name)} title=${values && values[move.name] ? scoreText(values[move.name]) : undefined}>
          <span>${move.name === best && html`<span class="star" role="img" aria-label=${t("bestMove")}>★</span> `}${move.name}</span>
          ${found && html`<span class=${`chip ${found.kind}`}>${{ win: "●", draw: "■", loss: "◆", guess: "≈" }[found.kind]} ${found.text}</span>`}
        </button>
        ${onWhy && html`<button class="ask" aria-label=${t("whyMove", { move: move.name })} title=${t("whyMove", { move: move.name })} onClick=${() => onWhy(move.name)}>?</button>`}
      </li>`;
    })}
  </ul>`;
}

// What a board does not show: moves that no cell stands for, and those that are words, such as pass, roll and hold.
export function SpokenMoves({ position, onMove, disabled }) {
  const spoken = position.moves.filter(({ name, cells }) => !cells.length || /^\p{L}{3,}$/u.test(name));
  if (!spoken.length || position.terminal || position.toMove === -1) return null;
  return html`<div class="spoken" role="group" aria-label=${t("spoken")}>${spoken.map(({ name }) => html`<button key=${name} data-spoken=${name} disabled=${disabled} onClick=${() => onMove(name)}>${has(`move_${name}`) ? t(`move_${name}`) : name}</button>`)}</div>`;
}

const FEW = 6; // outcomes that are shown without being asked for

// What the dice may show: thrown by a click, entered by hand, or as a seed has fixed them.
export function Dice({ position, dice, onDice, onMove, onThrow, analysing, disabled }) {
  const outcomes = position.outcomes || [];
  const byHand = analysing || dice.by === "hand";
  const all = html`<ul>${outcomes.map(({ name, probability }) => html`<li key=${name}>${byHand
      ? html`<button class="outcome" disabled=${disabled} onClick=${() => onMove(name)}><${Outcome} name=${name} probability=${probability} /></button>`
      : html`<span class="outcome"><${Outcome} name=${name} probability=${probability} /></span>`}</li>`)}</ul>`;
  return html`<section class="dice card" aria-label=${t("chance")}>
    ${(analysing || dice.by !== "hand") && html`<button class="main" data-do="roll" disabled=${disabled} onClick=${onThrow}><${Icon} name="dice" /> ${t("roll")}</button>`}
    ${!analysing && html`<label class="inline"><span>${t("diceBy")}</span> <select data-do="dice" value=${dice.by} onChange=${(event) => onDice({ ...dice, by: event.target.value })}>
      ${["throw", "hand", "seed"].map((by) => html`<option key=${by} value=${by} selected=${by === dice.by}>${t(`dice_${by}`)}</option>`)}
    </select></label>`}
    ${!analysing && dice.by === "seed" && html`<label class="inline"><span>${t("seed")}</span> <input data-do="seed" type="number" min="0" max="999999999" step="1" value=${dice.seed}
      onChange=${(event) => onDice({ ...dice, seed: Math.max(0, Math.floor(Number(event.target.value)) || 0) })} /></label>`}
    ${byHand || outcomes.length <= FEW ? all : html`<details><summary>${t("outcomes", { n: outcomes.length })}</summary>${all}</details>`}
  </section>`;
}

// In an address: "hand", or the seed; of dice that are thrown nothing.
export const diceText = ({ by, seed }) => ({ throw: "", hand: "hand", seed: String(seed) })[by];

export function diceIn(text) {
  if (text === "hand") return { by: "hand", seed: 1 };
  return /^\d{1,9}$/.test(text || "") ? { by: "seed", seed: Number(text) } : null;
}

function Outcome({ name, probability }) {
  return html`<${Die} name=${name} /> <span class="quiet small">${percent(probability)}</span>`;
}

// One to six are faces of a die, 6-5 are two; anything else is its name.
export function Die({ name }) {
  const faces = name.split("-");
  if (!faces.every(die)) return html`<strong>${name}</strong>`;
  return faces.map((face, i) => html`<svg key=${i} class="die" viewBox="0 0 32 32" role="img" aria-label=${face}>${die(face)}</svg>`);
}

function percent(part) {
  return `${Number((100 * part).toFixed(1))} %`;
}

// What the dice show: at random, or the `count`-th throw of a seed.
export function thrown(outcomes, dice, count) {
  let left = dice.by === "seed" ? fixed(dice.seed, count) : Math.random();
  for (const { name, probability } of outcomes) {
    left -= probability;
    if (left <= 0) return name;
  }
  return outcomes[outcomes.length - 1].name;
}

// A number from 0 to 1 that looks random and is the same every time: two rounds of xor, shift and multiply.
function fixed(seed, count) {
  let bits = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(count + 1, 0x85ebca6b);
  for (const factor of [0x7feb352d, 0x846ca68b]) bits = Math.imul(bits ^ (bits >>> 15), factor);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
