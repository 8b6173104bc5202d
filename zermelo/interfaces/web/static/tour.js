// The first minute with a tree: what to look at, and what to press.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { t } from "./languages.js";

const ROOM = 12; // pixels around what is pointed at

// Each stop points at a part of the page; pressing what it asks for leads on by itself, and Next presses it.
const STOPS = [
  { key: "tour1", at: "svg#tree" },
  { key: "tour2", at: "[data-do=step]", pressed: "[data-do=step]" },
  { key: "tour3", at: ".sentence" },
  { key: "tour4", at: "[data-do=cut]", pressed: "[data-do=cut]" },
  { key: "tour5", at: ".sentence" },
  { key: "tour6", at: "[data-do=end]", pressed: "[data-do=end]" },
  { key: "tour7", at: ".tree-view > .card" },
];

// What is pointed at must not lie under the card that speaks of it, nor out of sight.
function reveal(part, card) {
  const [seen, over] = [part.getBoundingClientRect(), card.getBoundingClientRect()];
  const hidden = seen.right > over.left && seen.bottom > over.top - ROOM ? seen.bottom - over.top + ROOM : 0;
  if (hidden > 0 || seen.top < 0) scrollBy(0, Math.min(hidden || seen.top - ROOM, seen.top - ROOM));
}

export function Tour({ onEnd }) {
  const [stop, setStop] = useState(0);
  const box = useRef(null);
  const { key, at, pressed } = STOPS[stop];
  const next = () => (stop + 1 < STOPS.length ? setStop(stop + 1) : onEnd());
  const able = () => document.querySelector(`${pressed}:enabled`);
  const press = () => (pressed && able() ? able().click() : next());
  useLayoutEffect(() => {
    let found = null;
    const grown = new ResizeObserver(() => found && box.current && reveal(found, box.current)); // a sentence may come later
    const point = () => {
      const now = document.querySelector(at);
      if (now === found) return;
      if (found) found.classList.remove("pointed");
      grown.disconnect();
      if (now) now.classList.add("pointed");
      if (now) grown.observe(now);
      if (now && box.current) reveal(now, box.current);
      found = now;
    };
    const watch = new MutationObserver(point);
    watch.observe(document.getElementById("content"), { childList: true, subtree: true });
    point();
    if (found && pressed && !able()) document.querySelector("[data-do=start]").click(); // it has gone past what is spoken of
    const onClick = (event) => pressed && event.target.closest(pressed) && next();
    document.addEventListener("click", onClick);
    return () => {
      watch.disconnect();
      grown.disconnect();
      document.removeEventListener("click", onClick);
      if (found) found.classList.remove("pointed");
    };
  }, [stop]);
  return html`<section class="tour card" role="region" aria-label=${t("tour")} ref=${box} onKeyDown=${(event) => event.key === "Escape" && onEnd()}>
    <h2>${t("tourStop", { i: stop + 1, n: STOPS.length })}</h2>
    <p aria-live="polite">${t(key)}</p>
    <div class="row"><button data-do="tour-end" onClick=${onEnd}>${t("tourEnd")}</button>
      <button data-do="tour-next" class="main" onClick=${press}>${t(stop + 1 < STOPS.length ? "tourNext" : "tourDone")}</button></div>
  </section>`;
}
