// A match as it is played: the table, the test, the latest games and the board of the last one.

import { html, useLayoutEffect, useState } from "./vendor/htm-preact.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { Commands } from "./commands.js";
import { number, t } from "./languages.js";
import { refusal } from "./refusals.js";
import { gameTitle } from "./setup.js";

const RENEWED = 1000; // milliseconds

export function Matches({ games, more, onMore, onOpen }) {
  const [matches, setMatches] = useState(null);
  const [standing, setStanding] = useState(null);
  const [error, setError] = useState("");
  useLayoutEffect(() => {
    get("/api/matches").then(setMatches, setError);
  }, []);
  const wanted = matches && (matches.find((one) => one.id === more.t) || matches[0]);
  useLayoutEffect(() => {
    if (!wanted) return undefined;
    let timer = null;
    let alive = true;
    const look = () => get(`/api/matches/${wanted.id}`).then(
      (found) => {
        if (!alive) return;
        setError("");
        setStanding(found);
        if (!found.finished) timer = setTimeout(look, RENEWED);
      },
      (failure) => {
        if (!alive) return;
        setError(failure);
        timer = setTimeout(look, RENEWED);
      },
    );
    look();
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [wanted && wanted.id]);
  if (matches && !matches.length) return html`<${Commands} said=${t("noMatches")} />`;
  return html`<div class="table matches">
    <section class="stage" aria-label=${t("mtLast")}>
      ${error && html`<p class="problem card" role="alert">${refusal(error)}</p>`}
      ${standing && html`<p class="quiet">${gameTitle(standing.game, games)}</p>
        ${standing.board ? html`<${Board} position=${standing.board} disabled=${true} />` : html`<p class="quiet">${t("mtNoBoard")}</p>`}
        <p class="status" data-played=${standing.played}>${t(standing.finished ? "mtOver" : "mtPlaying", { n: number(standing.played), of: number(standing.planned) })}</p>`}
    </section>
    <aside>
      ${matches && matches.length > 1 && html`<section class="card"><label class="wide"><span>${t("match")}</span><select name="match" value=${wanted.id} onChange=${(event) => onMore({ t: event.target.value })}>
        ${matches.map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === wanted.id}>${one.file}</option>`)}</select></label></section>`}
      ${standing && html`<section class="card"><h2>${t("mtTable")}</h2><${Players} players=${standing.players} />${standing.test && html`<${Test} test=${standing.test} />`}</section>
        <section class="card"><h2>${t("mtLatest")}</h2><${Latest} games=${standing.latest} onOpen=${onOpen} /></section>`}
    </aside>
  </div>`;
}

function Players({ players }) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t("mtTable")}><table class="standings"><thead><tr>${["mtPlayer", "mtElo", "mtWon", "mtDrawn", "mtLost", "mtPoints"].map((key) => html`<th key=${key} scope="col">${t(key)}</th>`)}</tr></thead>
    <tbody>${players.map(({ name, elo, wins, draws, losses, points }) => html`<tr key=${name}><th scope="row">${name}</th><td>${(elo || "–").replace("-", "−")}</td><td>${wins}</td><td>${draws}</td><td>${losses}</td><td>${points}</td></tr>`)}</tbody></table></div>`;
}

function Test({ test: { elo0, elo1, llr, lower, upper, decision } }) {
  const said = t({ H0: "mtH0", H1: "mtH1" }[decision] || "mtOpen");
  return html`<p class="test">${t("mtTest", { elo0, elo1 })}: ${t("mtLLR")} ${llr.toFixed(2)} (${lower.toFixed(2)} … ${upper.toFixed(2)}), ${said}</p>
    <meter min=${lower} max=${upper} value=${Math.min(upper, Math.max(lower, llr))} aria-label=${t("mtLLR")}></meter>`;
}

// Each game opens in the analysis, at its end.
function Latest({ games, onOpen }) {
  if (!games.length) return html`<p class="quiet">${t("mtNoGame")}</p>`;
  const open = ({ opens, moves }) => onOpen({ view: "analyse", game: opens, at: "", moves });
  return html`<ol class="plain">${games.map((game) => html`<li key=${game.number} data-game=${game.number}>${game.opens ? html`<button class="link" title=${t("mtLook")} onClick=${() => open(game)}>${pairing(game)}</button>` : pairing(game)}${" "}
    <strong>${result(game)}</strong> <span class="quiet">${t("mtPlies", { n: game.plies })}</span></li>`)}</ol>`;
}

function pairing({ number: n, max, min }) {
  return `${n}. ▲ ${max} – ▼ ${min}`;
}

function result({ score }) {
  return score === 1 ? "1–0" : score === 0 ? "0–1" : "½–½";
}
