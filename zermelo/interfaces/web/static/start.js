// Where everybody begins: understand, play, bring your own rules.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { Icon } from "./icons.js";
import { t } from "./languages.js";
import { gameAbout, gameName } from "./setup.js";

// What a picture opens, where that is not the game as it comes: 3 x 3 is tic-tac-toe.
const OPENS = { mnk: "mnk:width=5,height=5,k=4" };

// A few moves into each game: what its picture shows.
const PICTURES = {
  tictactoe: "4,0,8,2,1", connect4: "3,3,3,2,2,4,4,1,5,2", mnk: "c3,b4,d2,b2,b3,d4,d3", nim: "a1,c2", kalah: "3,6,2", dots: "0,7,2,3,5", hex: "d4,c4,e3,d5,c5,d6,b6", go: "e5,c6,c4,g4,g6,e3,f3,f4,e4,f5",
  ponghauki: "1-2", pig: "roll,5,roll,6", race: "1,a,2,a", backgammon: "3-1", siege: "xC,xC", mnk3: "b3,c2,c3,b2,d3", nimn: "c3,b2",
};

export function Start({ games, version, onOpen, onTour }) {
  const [play, own] = [useRef(null), useRef(null)];
  const to = (place) => () => {
    place.current.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    place.current.querySelector("h2").focus({ preventScroll: true });
  };
  return html`<div class="start">
    <p class="lead">${t("lead")}</p>
    <div class="doors">
      <button class="door" data-door="understand" onClick=${onTour}><${TreePicture} /><strong>${t("doorUnderstand")}</strong><span>${t("doorUnderstandHow")}</span></button>
      <button class="door" data-door="play" onClick=${to(play)}><${BoardPicture} /><strong>${t("doorPlay")}</strong><span>${t("doorPlayHow")}</span></button>
      <button class="door" data-door="own" onClick=${to(own)}><${CodePicture} /><strong>${t("doorOwn")}</strong><span>${t("doorOwnHow")}</span></button>
    </div>
    <section ref=${play} data-part="games"><h2 tabindex="-1">${t("doorPlay")}</h2>
      <ul class="gallery">${games.map((game) => html`<li key=${game.id}><${Picture} game=${game} version=${version} onOpen=${() => onOpen({ view: "play", game: opened(game), at: "", moves: [] })} /></li>`)}</ul></section>
    <section ref=${own} data-part="own"><h2 tabindex="-1">${t("doorOwn")}</h2><${OwnRules} onOpen=${onOpen} /></section>
  </div>`;
}

const opened = (game) => (game.own ? game.id : OPENS[game.id] || game.id);

function Picture({ game, version, onOpen }) {
  const [position, setPosition] = useState(null);
  useLayoutEffect(() => {
    if (game.own && !game.plays) return undefined;
    let alive = true;
    const moves = game.own || !PICTURES[game.id] ? [] : PICTURES[game.id].split(",");
    const ask = (played) => post("/api/position", { game: opened(game), at: "", moves: played });
    ask(moves).catch(() => ask([])).then((found) => alive && setPosition(found), () => {});
    return () => (alive = false);
  }, [game.id, game.own, game.plays, version]);
  return html`<button data-game=${game.id} class=${game.own ? "own" : ""} onClick=${onOpen}>
    <span class="picture" aria-hidden="true">${position && html`<${Board} position=${position} name=${`picture-${game.id}`} />`}</span>
    <strong>${gameName(game)}${game.own ? ` (${t("yours")})` : ""}</strong><p>${gameAbout(game)}</p>
    ${game.refusal && html`<p class="problem small">${t(game.plays ? "ownErrorPlays" : "ownError")}</p>`}</button>`;
}

function OwnRules({ onOpen }) {
  const [example, setExample] = useState(null);
  useLayoutEffect(() => {
    get("/api/example").then(setExample, () => {});
  }, []);
  const file = example ? example.file : "mygame.py";
  return html`<div class="own-rules">
    <div class="card"><h3>${file}</h3><pre tabindex="0" aria-label=${file}><code>${example ? example.text : ""}</code></pre></div>
    <div class="card"><ol>
      <li>${t("ownRead")}</li>
      <li><button data-do="keep-example" disabled=${!example} onClick=${() => save(example)}><${Icon} name="save" /> ${t("ownSave", { file })}</button></li>
      <li>${t("ownServe")} <code>zermelo serve ${file}</code></li>
      <li>${t("ownEdit")}</li>
      <li>${t("ownCheck")} <code>zermelo check ${file}</code></li>
    </ol>
    <p><button class="main" data-do="play-example" onClick=${() => onOpen({ view: "play", game: "example", at: "", moves: [] })}>${t("ownPlay")}</button></p></div>
  </div>`;
}

function save({ file, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function TreePicture() {
  const below = [[80, "3"], [160, "≤ 2"], [240, "2"]];
  return html`<svg class="tree" viewBox="0 0 320 150" aria-hidden="true">
    ${below.map(([x], i) => html`<path key=${i} class="line" d=${`M160 46 ${x} 78`} />`)}
    <g class="node max done"><path class="shape" d="M160 12l24 38h-48z" /><text class="value long" x="160" y="38">3</text></g>
    ${below.map(([x, value], i) => html`<g key=${i} class="node min done"><path class="shape" d=${`M${x} 116l-24-38h48z`} /><text class="value long" x=${x} y="92">${value}</text></g>`)}
    <g class="stubs cut"><path class="line" d="M160 112 146 136M160 112 174 136" /></g></svg>`;
}

function BoardPicture() {
  const stones = { 15: "max", 16: "min", 22: "min", 23: "max", 24: "max", 17: "min", 10: "max" };
  return html`<svg class="board columns" viewBox="0 0 320 150" aria-hidden="true"><g transform="translate(62 3)"><rect class="rack" width="196" height="144" rx="10" />
    ${Array.from({ length: 28 }, (_, i) => html`<circle key=${i} class="hole" cx=${14 + (i % 7) * 28} cy=${18 + Math.floor(i / 7) * 36} r="11.5" />
      ${stones[i] && html`<g class=${`stone ${stones[i]}`}><circle cx=${14 + (i % 7) * 28} cy=${18 + Math.floor(i / 7) * 36} r="11.5" /></g>`}`)}</g></svg>`;
}

function CodePicture() {
  const lines = [[0, "class Mygame(Game):"], [1, "def actions(self, state):"], [2, "yield …"], [1, "def result(self, state, action):"], [2, "return …"]];
  return html`<svg class="code-picture" viewBox="0 0 320 150" aria-hidden="true"><rect x="10" y="6" width="300" height="138" rx="10" fill="var(--fill)" />
    ${lines.map(([indent, line], i) => html`<text key=${i} x=${24 + indent * 20} y=${36 + i * 24} font-family="ui-monospace, monospace" font-size="13.5" fill="var(--ink)">${line}</text>`)}</svg>`;
}
