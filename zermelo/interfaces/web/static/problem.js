// What is in the way of playing: a fault in a file of one's own, told once wherever its game is shown, or a refusal.

import { html } from "./vendor/htm-preact.js";
import { t } from "./languages.js";
import { refusal } from "./refusals.js";

export function Problem({ own, problem }) {
  const heading = own && own.refusal ? t(own.plays ? "ownErrorPlays" : "ownError") : "";
  return html`<div class="problem card" role="alert"><strong>${heading}</strong><pre>${refusal(problem)}</pre></div>`;
}
