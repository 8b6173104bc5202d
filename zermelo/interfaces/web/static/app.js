// Zermelo's page: where to begin, and one game looked at in several ways.

import { html, render, useCallback, useLayoutEffect, useMemo, useRef, useState } from "./vendor/htm-preact.js";
import { readAddress, writeAddress } from "./address.js";
import { Live, get } from "./api.js";
import { LANGUAGES, chooseLanguage, chosenLanguage, language, remember, remembered, t } from "./languages.js";
import { useListener } from "./listening.js";
import { Matches } from "./matches.js";
import { MatrixView } from "./matrix.js";
import { Puzzles } from "./puzzles.js";
import { StudyView } from "./study.js";
import { refusal } from "./refusals.js";
import { gameName, nameOf } from "./setup.js";
import { Shared } from "./share.js";
import { Start } from "./start.js";
import { Table, forgetJudgements } from "./table.js";
import { Tables } from "./tables.js";
import { Tour } from "./tour.js";
import { TreeView } from "./tree.js";

chosenLanguage();

class Switchboard extends Live {
  // The socket's messages go to whoever listens.
  constructor(onState) {
    super((message) => this.listeners.forEach((listener) => listener(message)), onState);
  }

  listeners = new Set();

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function App() {
  const [tongue, setTongue] = useState(language());
  const [theme, setTheme] = useTheme();
  const [address, setAddress] = useState(readAddress());
  const [games, setGames] = useState([]);
  const [online, setOnline] = useState(true);
  const [future, setFuture] = useState([]);
  const [notice, setNotice] = useState("");
  const [version, setVersion] = useState(0);
  const [shared, setShared] = useState("");
  const [arrived, setArrived] = useState(0); // addresses that came from outside: typed, or by the back button
  const [tables, setTables] = useState(0);
  const [matches, setMatches] = useState(0);
  const [touring, setTouring] = useState(false);
  const own = games.find((one) => one.id === address.game.split(":")[0]);
  const named = own ? gameName(own) : nameOf(address.game);
  const rules = own && own.own ? version : 0; // another number when the file of this game is read again
  const away = useRef(false);
  const live = useMemo(() => new Switchboard(setOnline), []);
  const setup = useMemo(() => ({ game: address.game, at: address.at }), [address.game, address.at]);

  const go = useCallback((change, later = []) => {
    setFuture(later);
    setAddress((old) => ({ ...old, ...change }));
  }, []);
  const keep = useCallback((part) => setAddress((old) => (holds(old.more, part) ? old : { ...old, more: { ...old.more, ...part } })), []);
  const turnTo = useCallback((change) => {
    setTouring(false);
    setShared("");
    go({ more: {}, ...change });
    scrollTo(0, 0);
  }, []);

  const loadGames = useCallback(() => get("/api/games").then((found) => {
    setGames(found);
    setAddress((old) => {
      if (old.game || !found.length) return old;
      const first = found.find((one) => one.own) || found.find((one) => one.id === "connect4") || found[0];
      return { ...old, game: first.id };
    });
  }, (error) => setNotice(refusal(error))), []);

  const again = () => {
    loadGames();
    setVersion((old) => old + 1);
  };

  useLayoutEffect(() => {
    loadGames();
    get("/api/tables").then((found) => setTables(found.length), () => {});
    get("/api/matches").then((found) => setMatches(found.length), () => {});
    return live.listen((message) => {
      if (message.type !== "changed") return;
      forgetJudgements();
      again();
      setNotice(message.error ? "" : t("changed", { file: message.file }));
    });
  }, []);
  useLayoutEffect(() => {
    if (online && away.current) again(); // what was asked meanwhile was not answered
    away.current = !online;
  }, [online]);

  useLayoutEffect(() => {
    if (!address.game && address.view !== "start") return;
    const [hash, shown] = [writeAddress(address), readAddress()];
    const turned = shown.view !== address.view || (shown.game && shown.game !== address.game);
    if (hash !== location.hash) history[turned ? "pushState" : "replaceState"](null, "", hash);
  }, [address]);
  useLayoutEffect(() => {
    document.title = [...(address.view === "play" || address.view === "analyse" ? [named] : []), ...(address.view === "start" ? [] : [t(address.view)]), "Zermelo"].join(" · ");
  });
  useListener("hashchange", (event) => {
    const found = readAddress(new URL(event.newURL).hash); // the page may have written its own meanwhile
    setTouring(false);
    setShared(""); // a link to what was shown before
    setArrived((n) => n + 1);
    go(found.game ? found : { view: found.view, more: found.more, ...(found.matrix ? { matrix: found.matrix } : {}) });
  });
  useLayoutEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(""), 8000);
    return () => clearTimeout(timer);
  }, [notice]);

  const views = ["play", "analyse", "tree", "matrix", "puzzles", "study", ...(tables || address.view === "tables" ? ["tables"] : []), ...(matches || address.view === "matches" ? ["matches"] : [])];
  const common = { more: address.more, arrived, onMore: keep, onShare: setShared, tongue };
  return html`
    <a class="skip" href="#content" onClick=${(event) => { event.preventDefault(); document.getElementById("content").focus(); }}>${t("skip")}</a>
    <header>
      <h1><a href="#/" aria-current=${address.view === "start" ? "page" : null} onClick=${(event) => { event.preventDefault(); turnTo({ view: "start" }); }}><${Logo} />Zermelo</a></h1>
      <nav aria-label="Zermelo">${views.map((view) => html`<button key=${view} data-view=${view} aria-current=${address.view === view ? "page" : null}
        onClick=${() => view !== address.view && turnTo({ view })}>${t(view)}</button>`)}</nav>
      <${Settings} tongue=${tongue} onTongue=${setTongue} theme=${theme} onTheme=${setTheme} />
    </header>
    ${!online && html`<p class="banner" role="status">${t("reconnecting")}</p>`}
    ${notice && html`<p class="banner" role="status">${notice}</p>`}
    ${shared && html`<${Shared} said=${shared} onClose=${() => setShared("")} />`}
    <main id="content" tabindex="-1">
      ${address.view === "start" ? html`<${Start} games=${games} version=${version} onOpen=${turnTo} onTour=${() => (turnTo({ view: "tree", moves: [] }), setTouring(true))} />`
        : address.view === "puzzles" ? html`<${Puzzles} key=${arrived} ...${common} />`
        : address.view === "study" ? html`<${StudyView} key=${arrived} ...${common} game=${address.game} />`
        : address.view === "tables" ? html`<${Tables} ...${common} games=${games} />`
        : address.view === "matches" ? html`<${Matches} ...${common} games=${games} onOpen=${turnTo} />`
        : address.view === "matrix" ? html`<${MatrixView} key=${arrived} ...${common} setup=${setup} moves=${address.moves} rules=${rules} shared=${address.matrix} onShared=${(matrix) => setAddress((old) => ({ ...old, matrix }))} />`
        : address.view === "tree" ? html`<${TreeView} setup=${setup} own=${own} rules=${rules} named=${named} moves=${address.moves} tongue=${tongue} players=${games.length ? (own ? own.players : 2) : null} dice=${Boolean(own && own.dice)} />`
        : html`<${Table} ...${common} view=${address.view} setup=${setup} moves=${address.moves} future=${future} games=${games} own=${own} go=${go} live=${live} version=${version} />`}
    </main>
    ${touring && address.view === "tree" && html`<${Tour} onEnd=${() => setTouring(false)} />`}`;
}

function holds(all, part) {
  return Object.entries(part).every(([key, value]) => (all[key] ?? "") === value);
}

function Settings({ tongue, onTongue, theme, onTheme }) {
  const choose = (event) => {
    chooseLanguage(event.target.value);
    onTongue(event.target.value);
  };
  return html`<div class="settings">
    <select name="language" aria-label=${t("language")} value=${tongue} onChange=${choose}>
      ${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} selected=${code === tongue}>${name}</option>`)}
    </select>
    <select name="theme" aria-label=${t("theme")} value=${theme} onChange=${(event) => onTheme(event.target.value)}>
      ${["auto", "light", "dark"].map((one) => html`<option key=${one} value=${one} selected=${one === theme}>${t(one)}</option>`)}
    </select>
  </div>`;
}

function Logo() {
  return html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1d4e89" />
    <path d="M16 11v3M16 13 8 19M16 13l8 6" stroke="#fff" stroke-width="2" fill="none" /><path d="M16 4l4 7h-8z" fill="#fff" />
    <path d="M8 27l-4-7h8z" fill="#fff" /><path d="M24 27l-4-7h8z" fill="#f2a541" /></svg>`;
}

// One file that was exported: the tree alone, without a server.
function Replay({ kept }) {
  const [tongue, setTongue] = useState(language());
  const [theme, setTheme] = useTheme();
  return html`<header><h1><${Logo} />Zermelo</h1><${Settings} tongue=${tongue} onTongue=${setTongue} theme=${theme} onTheme=${setTheme} /></header>
    <main id="content" tabindex="-1"><${TreeView} replay=${kept} tongue=${tongue} /></main>`;
}

function useTheme() {
  const [theme, setTheme] = useState(remembered("zermelo.theme") || "auto");
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    remember("zermelo.theme", theme);
  }, [theme]);
  return [theme, setTheme];
}

const root = document.getElementById("app");
root.textContent = "";
const kept = document.getElementById("zermelo-replay");
render(kept ? html`<${Replay} kept=${JSON.parse(kept.textContent)} />` : html`<${App} />`, root);
