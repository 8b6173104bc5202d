// Which game, and with which parameters: fields that say what they take.

import { html, useLayoutEffect, useState } from "./vendor/htm-preact.js";
import { post } from "./api.js";
import { has, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { plain } from "./scores.js";

export function Setup({ games, setup, onNew }) {
  const [id] = split(setup.game);
  const [at, setAt] = useState(setup.at);
  const [wanted, setWanted] = useState(setup.game);
  useLayoutEffect(() => (setAt(setup.at), setWanted(setup.game)), [setup.game, setup.at]); // before anyone types
  const { fields, error } = useFields(wanted, games.some((one) => one.id === id && !one.own && one.parameters));
  const game = games.find((found) => found.id === id);

  function submit(event) {
    event.preventDefault();
    onNew(wanted, at.trim());
  }

  return html`<form class="setup" onSubmit=${submit}>
    <label class="wide"><span>${t("game")}</span>
      <select name="game" value=${id} onChange=${(event) => onNew(event.target.value, "")}>
        ${!game && html`<option value=${id} selected>${nameOf(id)}</option>`}
        ${games.map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === id}>${gameName(one)}${one.own ? ` (${t("yours")})` : ""}</option>`)}
      </select></label>
    ${game ? html`<p class="about">${gameAbout(game)}</p>` : has(`about_${id}`) && html`<p class="about">${t(`about_${id}`)}</p>`}
    ${fields.length > 0 && html`<div class="fields">${fields.map((field) => html`<${Field} key=${field.name} field=${field} onValue=${(value) => setWanted(gameWith(id, fields, field.name, value))} />`)}</div>`}
    ${error && wanted !== setup.game && html`<p class="problem small" role="alert">${refusal(error)}</p>`}
    <details open=${Boolean(at)}>
      <summary>${t("start")}</summary>
      <label class="wide"><span class="sr">${t("start")}</span>
        <input name="at" value=${at} placeholder=${t("startHint")} spellcheck="false" autocomplete="off" onInput=${(event) => setAt(event.target.value)} /></label>
    </details>
    <button class="main" type="submit" disabled=${Boolean(error)}>${t("newGame")}</button>
  </form>`;
}

// The parameters of a game, and what each may be while the others stay.
function useFields(game, wanted) {
  const [found, setFound] = useState({ fields: [], error: "" });
  useLayoutEffect(() => {
    if (!wanted) return setFound({ fields: [], error: "" });
    let alive = true;
    post("/api/parameters", { game }).then(
      (fields) => alive && setFound({ fields, error: "" }),
      (error) => alive && setFound((old) => ({ ...old, error })),
    );
    return () => (alive = false);
  }, [game, wanted]);
  return found;
}

function Field({ field: { name, kind, value, least, most }, onValue }) {
  const [text, setText] = useState(String(value));
  useLayoutEffect(() => setText(String(value)), [String(value)]);
  const said = parameterName(name);
  if (kind === "truth") return html`<label class="check"><input name=${name} type="checkbox" checked=${value} onChange=${(event) => onValue(event.target.checked)} /><span>${said}</span></label>`;
  const limits = t(kind === "several" ? "eachBetween" : "between", { least: plain(least), most: plain(most) });
  const type = (event) => {
    const numbers = (event.target.value.match(kind === "fraction" ? /-?\d+(\.\d+)?/g : /\d+/g) || []).map(Number);
    setText(event.target.value);
    if (kind === "several" ? numbers.length : numbers.length === 1) onValue(kind === "several" ? numbers : numbers[0]);
  };
  return html`<label><span>${said} <span class="limits">${limits}</span></span>
    <input name=${name} type=${kind === "several" ? "text" : "number"} min=${least} max=${most} step=${kind === "fraction" ? 0.5 : 1} inputmode=${kind === "fraction" ? "decimal" : "numeric"} autocomplete="off" value=${text} onInput=${type} /></label>`;
}

// `connect4:width=5,height=6`, as Python writes it, as the command line takes it.
function gameWith(id, fields, name, value) {
  const written = (given) => (given === true ? "True" : given === false ? "False" : Array.isArray(given) ? `(${given.join(",")},)` : String(given));
  return `${id}:${fields.map((field) => `${field.name}=${written(field.name === name ? value : field.value)}`).join(",")}`;
}

function parameterName(name) {
  return has(`parameter_${name}`) ? t(`parameter_${name}`) : name.replaceAll("_", " ");
}

export function gameName(game) {
  return !game.own && has(`game_${game.id}`) ? t(`game_${game.id}`) : game.name;
}

// As a table or a match calls a game, `ConnectFour(width=5, height=4)`, with its name in the language of the page.
export function gameTitle(text, games) {
  const [, kind, parameters] = /^(\w*)(.*)$/s.exec(text);
  const game = games.find((one) => one.name === kind);
  return game ? `${gameName(game)}${parameters === "()" || !parameters ? "" : ` ${parameters}`}` : text;
}

// Of a user's own game, what its author says of it, and where it is.
export function gameAbout(game) {
  if (!game.own) return has(`about_${game.id}`) ? t(`about_${game.id}`) : game.about;
  const place = t("ownRules", { file: game.file });
  return game.about.startsWith("your own rules") ? place : html`<span class="doc">${game.about}</span> <span class="small">(${place})</span>`;
}

function split(game) {
  const at = game.indexOf(":");
  return at < 0 ? [game, ""] : [game.slice(0, at), game.slice(at + 1)];
}

// A game that is known by its address alone.
export function nameOf(text) {
  const [id] = split(text);
  return has(`game_${id}`) ? t(`game_${id}`) : id;
}
