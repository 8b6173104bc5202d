// The panel beside the board: sides, clocks, moves, a new game.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Icon } from "./icons.js";
import { has, language, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { badge, playerName, scoreText } from "./scores.js";

export function Setup({ games, setup, onNew }) {
  const [id, parameters] = split(setup.game);
  const [form, setForm] = useState({ id, parameters, at: setup.at });
  useLayoutEffect(() => setForm({ id, parameters, at: setup.at }), [setup.game, setup.at]); // before anyone types
  const game = games.find((found) => found.id === form.id);

  function submit(event) {
    event.preventDefault();
    onNew(form.parameters.trim() ? `${form.id}:${form.parameters.trim()}` : form.id, form.at.trim());
  }

  function pick(event) {
    const found = games.find((one) => one.id === event.target.value);
    onNew(gameText(found), "");
  }

  return html`<form class="setup" onSubmit=${submit}>
    <label class="wide"><span>${t("game")}</span>
      <select name="game" value=${form.id} onChange=${pick}>
        ${games.map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === form.id}>${gameName(one)}${one.own ? ` (${t("yours")})` : ""}</option>`)}
      </select></label>
    ${game && game.about && html`<p class="about">${gameAbout(game)}</p>`}
    ${game && game.error && html`<div class="problem" role="alert"><strong>${t("ownError")}</strong><pre>${refusal(game.refusal)}</pre></div>`}
    <details>
      <summary>${t("parameters")}</summary>
      <label class="wide"><span>${t("parameters")}</span>
        <input name="parameters" value=${form.parameters} spellcheck="false" autocomplete="off"
          onInput=${(event) => setForm({ ...form, parameters: event.target.value })} /></label>
      <label class="wide"><span>${t("start")}</span>
        <input name="at" value=${form.at} placeholder=${t("startHint")} spellcheck="false" autocomplete="off"
          onInput=${(event) => setForm({ ...form, at: event.target.value })} /></label>
    </details>
    <button class="main" type="submit">${t("newGame")}</button>
  </form>`;
}

// `width: int = 7, height: int = 6`, as Python writes it, as the command line takes it.
export function gameText(game) {
  const found = [...(game.parameters || "").matchAll(/(\w+)\s*(?::[^=]*)?=\s*(\([^)]*\)|[^,]+)/g)];
  const settings = found.map(([, name, value]) => `${name}=${value.replace(/\s+/g, "")}`).join(",");
  return settings && !game.own ? `${game.id}:${settings}` : game.id;
}

function gameName(game) {
  return !game.own && has(`game_${game.id}`) ? t(`game_${game.id}`) : game.name;
}

function gameAbout(game) {
  return !game.own && has(`about_${game.id}`) ? t(`about_${game.id}`) : game.own ? t("ownRules", { file: game.file }) : game.about;
}

function split(game) {
  const at = game.indexOf(":");
  return at < 0 ? [game, ""] : [game.slice(0, at), game.slice(at + 1)];
}

export function Sides({ sides, onSides, minutes, onMinutes, clocks, toMove }) {
  return html`<div class="sides">
    ${[0, 1].map((player) => html`<div key=${player} class=${`side ${player ? "min" : "max"} ${toMove === player ? "moving" : ""}`}>
      <span class="who">${player ? "▼ MIN" : "▲ MAX"}</span>
      <select aria-label=${t("plays", { player: playerName(player) })} value=${String(sides[player])}
        onChange=${(event) => onSides({ ...sides, [player]: Number(event.target.value) })}>
        <option value="0" selected=${sides[player] === 0}>${t("human")}</option>
        ${Array.from({ length: 10 }, (_, i) => html`<option key=${i} value=${i + 1} selected=${sides[player] === i + 1}>${t("engine")} · ${t("level", { n: i + 1 })}</option>`)}
      </select>
      ${minutes > 0 && html`<span class="clock" role="timer">${clockText(clocks[player])}</span>`}
    </div>`)}
    <label class="inline"><span>${t("clock")}</span>
      <select name="clock" value=${String(minutes)} onChange=${(event) => onMinutes(Number(event.target.value))}>
        ${[0, 1, 3, 5, 10, 30].map((n) => html`<option key=${n} value=${n} selected=${n === minutes}>${n ? t("minutes", { n }) : t("noClock")}</option>`)}
      </select></label>
  </div>`;
}

function clockText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function useClocks(minutes, toMove, running, reset, onFlag) {
  const [clocks, setClocks] = useState({ 0: 0, 1: 0 });
  const flagged = useRef(false);
  useEffect(() => {
    flagged.current = false;
    setClocks({ 0: minutes * 60000, 1: minutes * 60000 });
  }, [minutes, reset]);
  useEffect(() => {
    if (!minutes || !running || (toMove !== 0 && toMove !== 1)) return undefined;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const spent = now - before;
      before = now;
      setClocks((old) => ({ ...old, [toMove]: Math.max(0, old[toMove] - spent) }));
    }, 200);
    return () => clearInterval(timer);
  }, [minutes, toMove, running, reset]);
  useEffect(() => {
    if (minutes && running && clocks[toMove] === 0 && !flagged.current && clocks[0] + clocks[1] > 0) {
      flagged.current = true;
      onFlag(toMove);
    }
  }, [clocks]);
  return clocks;
}

export function MoveList({ moves, future, movers, onJump }) {
  const list = useRef(null);
  const all = [...moves, ...future];
  useEffect(() => {
    const now = list.current && list.current.querySelector("[aria-current]");
    if (now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [moves.length]);
  if (all.length === 0) return html`<p class="quiet">${t("noMoves")}</p>`;
  return html`<ol class="moves" ref=${list} aria-label=${t("moves")}>
    ${all.map((move, i) => html`<li key=${i}><button class=${`move ${i >= moves.length ? "later" : ""} ${movers[i] === 1 ? "min" : movers[i] === 0 ? "max" : ""}`}
      aria-current=${i === moves.length - 1 ? "true" : null} onClick=${() => onJump(i + 1)}><span class="count">${i + 1}.</span>${move}</button></li>`)}
  </ol>`;
}

export function LegalMoves({ position, values, onMove, onWhy, disabled }) {
  if (!position || position.terminal || position.moves.length === 0) return null;
  const ranked = position.moves;
  return html`<ul class="legal" aria-label=${t("legal")}>
    ${ranked.map((move) => {
      const found = values && badge(values[move.name], position.toMove);
      return html`<li key=${move.name}>
        <button class="choice" disabled=${disabled} onClick=${() => onMove(move.name)} title=${values && values[move.name] ? scoreText(values[move.name]) : undefined}>
          <span>${move.name}</span>
          ${found && html`<span class=${`chip ${found.kind}`}>${{ win: "●", draw: "■", loss: "◆", guess: "≈" }[found.kind]} ${found.text}</span>`}
        </button>
        ${onWhy && html`<button class="ask" aria-label=${t("whyMove", { move: move.name })} title=${t("whyMove", { move: move.name })} onClick=${() => onWhy(move.name)}>?</button>`}
      </li>`;
    })}
  </ul>`;
}

// What the dice may show; they are thrown by a click, or chosen in an analysis.
export function Dice({ position, onMove, analysing, disabled }) {
  const outcomes = position.outcomes || [];
  return html`<section class="dice card" aria-label=${t("chance")}>
    <ul>${outcomes.map(({ name, probability }) => html`<li key=${name}>${analysing
      ? html`<button class="outcome" disabled=${disabled} onClick=${() => onMove(name)}><${Outcome} name=${name} probability=${probability} /></button>`
      : html`<span class="outcome"><${Outcome} name=${name} probability=${probability} /></span>`}</li>`)}</ul>
    <button class="main" data-do="roll" disabled=${disabled} onClick=${() => onMove(thrown(outcomes))}><${Icon} name="dice" /> ${t("roll")}</button>
  </section>`;
}

function Outcome({ name, probability }) {
  return html`<${Die} name=${name} /> <span class="quiet small">${percent(probability)}</span>`;
}

const PIPS = [[[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [0, 2], [2, 0], [2, 2]], [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]]];

// One to six are faces of a die, anything else is its name.
export function Die({ name }) {
  const pips = /^[1-6]$/.test(name) ? PIPS[Number(name) - 1] : null;
  if (!pips) return html`<strong>${name}</strong>`;
  return html`<svg class="die" viewBox="0 0 32 32" role="img" aria-label=${name}><rect x="1" y="1" width="30" height="30" rx="6" />
    ${pips.map(([x, y]) => html`<circle key=${`${x}${y}`} cx=${8 + 8 * x} cy=${8 + 8 * y} r="3" />`)}</svg>`;
}

function percent(part) {
  return `${(100 * part).toLocaleString(language(), { maximumFractionDigits: 1 })} %`;
}

export function thrown(outcomes) {
  let left = Math.random();
  for (const { name, probability } of outcomes) {
    left -= probability;
    if (left <= 0) return name;
  }
  return outcomes[outcomes.length - 1].name;
}

export function resultText(position) {
  const result = position.result;
  if (!result) return t("over");
  const won = /^(MAX|MIN) wins/.exec(result);
  if (won) return t("wins", { player: won[1] });
  if (/draw/.test(result)) return t("draw");
  const points = /^(-?[\d.]+)/.exec(result);
  return points ? t("points", { n: points[1].replace("-", "−") }) : result;
}
