// A solved table: every position with its value, every move with its own, and the way to the end.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { Commands } from "./commands.js";
import { Icon } from "./icons.js";
import { number, t } from "./languages.js";
import { useListener } from "./listening.js";
import { LegalMoves } from "./play.js";
import { refusal } from "./refusals.js";
import { isTyped } from "./player.js";
import { endText, inside, plain, playerName, scoreText } from "./scores.js";
import { gameTitle } from "./setup.js";
import { Share } from "./share.js";

const SIDES = ["max", "draw", "min"];

export function Tables({ games, more, onMore, onShare }) {
  const [tables, setTables] = useState(null);
  const [error, setError] = useState("");
  useLayoutEffect(() => {
    get("/api/tables").then(setTables, setError);
  }, []);
  if (error) return html`<p class="problem card" role="alert">${refusal(error)}</p>`;
  if (!tables) return null;
  if (!tables.length) return html`<${Commands} said=${t("noTables")} />`;
  const table = tables.find((one) => one.id === more.t) || tables[0];
  return html`<${Browser} key=${table.id} games=${games} tables=${tables} table=${table} more=${more} onMore=${onMore} onShare=${onShare} />`;
}

function Browser({ games, tables, table, more, onMore, onShare }) {
  const index = /^\d+$/.test(more.i) && more.t === table.id ? Number(more.i) : table.start;
  const [position, setPosition] = useState(null);
  const [statistics, setStatistics] = useState(null);
  const [error, setError] = useState("");
  const [past, setPast] = useState([]);
  const seed = useRef(Math.floor(Math.random() * 2 ** 31));
  const show = (wanted) => onMore({ t: table.id, i: String(wanted) });
  const to = (wanted) => (setPast([...past, index]), show(wanted));
  const by = (wish) => post("/api/tables/find", { table: table.id, seed: (seed.current += 1), ...wish }).then((found) => to(found.index), setError);
  useLayoutEffect(() => {
    let alive = true;
    setError("");
    post("/api/tables/position", { table: table.id, index }).then((found) => alive && setPosition(found), (failure) => alive && setError(failure));
    return () => (alive = false);
  }, [table.id, index]);
  useLayoutEffect(() => {
    get(`/api/tables/${table.id}`).then(setStatistics, setError);
  }, [table.id]);
  const goBack = () => (show(past[past.length - 1]), setPast(past.slice(0, -1)));
  useListener("keydown", (event) => {
    if (isTyped(event) || event.key !== "ArrowLeft" || !past.length) return;
    goBack();
    event.preventDefault();
  });
  const play = (name) => to(position.moves.find((move) => move.name === name).index);
  const values = position && Object.fromEntries(position.moves.map((move) => [move.name, move.entry.score]));
  const best = position && position.way.length ? position.way[0].move : null;
  return html`<div class="table tables">
    <section class="stage" aria-label=${t("table")}>
      <p class="quiet">${t("tableOf", { game: gameTitle(table.game, games), n: number(table.positions) })}</p>
      ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
      <${Board} position=${position} onMove=${play} values=${values} marks=${best ? [{ kind: "best", move: best }] : []} disabled=${!position || position.terminal} />
      <p class=${`status ${position && position.terminal ? "over" : ""} ${position ? ((position.outcome || position.entry.score).winner || "").toLowerCase() : ""}`}>${position ? (position.terminal ? endText(position.outcome) : `${t("toMove", { player: playerName(position.toMove) })}: ${inside(entryText(position.entry))}`) : ""}</p>
      <div class="tools" role="toolbar" aria-label=${t("tools")}>
        <button data-do="table-back" disabled=${!past.length} onClick=${goBack}><${Icon} name="undo" /> ${t("tableBack")}</button>
        <button data-do="table-start" disabled=${index === table.start} onClick=${() => to(table.start)}><${Icon} name="start" /> ${t("tableStart")}</button>
        <button data-do="table-random" onClick=${() => by({})}><${Icon} name="dice" /> ${t("tableRandom")}</button>
        ${table.payoff === "outcome" && html`<button data-do="table-hardest" onClick=${() => by({ hardest: true })}><${Icon} name="star" /> ${t("tableHardest")}</button>`}
        <${Share} onShare=${onShare} />
      </div>
    </section>
    <aside>
      ${tables.length > 1 && html`<section class="card"><label class="wide"><span>${t("table")}</span><select name="table" value=${table.id} onChange=${(event) => onMore({ t: event.target.value, i: "" })}>
        ${tables.map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === table.id}>${gameTitle(one.game, games)} (${one.file})</option>`)}</select></label></section>`}
      <section class="card"><h2>${t("everyMove")}</h2>${position && (position.moves.length ? html`<${LegalMoves} position=${position} values=${values} best=${best} onMove=${play} />` : html`<p class="quiet">${t("wayOver")}</p>`)}
        <p class="quiet small">${t(table.payoff === "outcome" ? "scoresFor" : "scoresForPoints")}</p></section>
      ${position && position.way.length > 0 && html`<section class="card"><h2>${t("wayToEnd")}</h2><ol class="moves" aria-label=${t("wayToEnd")}>${position.way.map(({ move, player, index: next }, i) => html`<li key=${i}>
        <button class=${`move ${{ 0: "max", 1: "min" }[player] || ""}`} onClick=${() => to(next)}><span class="count">${i + 1}.</span>${move}</button></li>`)}</ol></section>`}
      ${statistics && html`<section class="card"><${Statistics} statistics=${statistics} onPick=${by} /></section>`}
    </aside>
  </div>`;
}

export function entryText({ score, plies, endless }) {
  if (endless) return t("endlessPlay", { said: scoreText(score) });
  return score.winner === null && plies !== null ? t("drawIn", { n: plies }) : scoreText(score);
}

function Statistics({ statistics: { lengths, values, endless }, onPick }) {
  if (values.length) return html`<${Bars} title=${t("byValue")} rows=${values.map(({ value, to, count }) => ({ name: to === undefined ? plain(value) : `${plain(value)} … ${plain(to)}`, parts: { [value > 0 ? "max" : value < 0 ? "min" : "draw"]: count } }))} />`;
  const rows = lengths.map(({ plies, ...parts }) => ({ name: plies, parts, plies }));
  return html`<${Bars} title=${t("byLength")} rows=${rows} onPick=${onPick} />
    ${endless > 0 && html`<p><button class="choice" onClick=${() => onPick({ result: "endless", plies: 0 })}>${t("endless")}: ${number(endless)}</button></p>`}`;
}

function Bars({ title, rows, onPick }) {
  const most = Math.max(1, ...rows.map(({ parts }) => SIDES.reduce((sum, side) => sum + (parts[side] || 0), 0)));
  const said = { max: t("wins", { player: "MAX" }), draw: t("draw"), min: t("wins", { player: "MIN" }) };
  return html`<h2>${title}</h2><p class="small legend-row">${SIDES.map((side) => html`<span key=${side} class=${`swatch ${side}`}>${said[side]}</span>`)}</p>
    <div class="scroll bars" tabindex="0" role="group" aria-label=${title}><table><tbody>${rows.map(({ name, parts, plies }) => html`<tr key=${name}><th scope="row">${name}</th><td class="wide"><div class="bars-cell">
      ${SIDES.filter((side) => parts[side]).map((side) => html`<button key=${side} class=${`part ${side}`} disabled=${!onPick} style=${{ width: `${Math.max(2, (100 * parts[side]) / most)}%` }}
        aria-label=${`${name}: ${said[side]}, ${number(parts[side])}`} title=${`${said[side]}, ${number(parts[side])}`} onClick=${() => onPick({ result: side, plies })}></button>`)}</div></td>
      <td class="quiet">${number(SIDES.reduce((sum, side) => sum + (parts[side] || 0), 0))}</td></tr>`)}</tbody></table></div>`;
}
