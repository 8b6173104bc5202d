// What may be typed in a terminal, in a sentence: the parts between backticks.

import { html } from "./vendor/htm-preact.js";

export function Commands({ said }) {
  return html`<p class="card commands">${said.split("`").map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))}</p>`;
}
