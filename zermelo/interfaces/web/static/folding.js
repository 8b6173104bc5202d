// On a narrow screen what is asked folds away, so that the picture and the buttons are seen together.

import { html, useLayoutEffect, useState } from "./vendor/htm-preact.js";

const NARROW = "(max-width: 34rem)";

export function Folding({ summary, children }) {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const query = matchMedia(NARROW);
    const changed = () => setNarrow(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  if (!narrow) return html`<div class="card">${children}</div>`;
  return html`<details class="card folding" open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${summary}</summary>${children}</details>`;
}
