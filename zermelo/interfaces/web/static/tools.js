// What can be done with a game, besides moving.

import { html, useState } from "./vendor/htm-preact.js";
import { Icon } from "./icons.js";
import { t } from "./languages.js";
import { hears, setHears, sound } from "./sound.js";

// null: not now; undefined: not here.
export function Tools({ undo, redo, hint, threat, flip, onFlip, onShare }) {
  const [loud, setLoud] = useState(hears());
  const button = (id, action, icon = id) => action !== undefined && html`<button data-do=${id} disabled=${!action} onClick=${action}><${Icon} name=${icon} /> ${t(id)}</button>`;
  const turn = () => {
    setHears(!loud);
    setLoud(!loud);
    if (!loud) sound("move");
  };
  return html`<div class="tools" role="toolbar" aria-label=${t("tools")}>
    ${button("undo", undo)}${button("redo", redo)}${button("hint", hint)}${button("threat", threat)}
    ${onFlip && html`<button data-do="flip" aria-pressed=${flip} onClick=${() => onFlip(!flip)}><${Icon} name="flip" /> ${t("flip")}</button>`}
    <button data-do="sound" aria-pressed=${loud} onClick=${turn}><${Icon} name=${loud ? "sound" : "mute"} /> ${t("sound")}</button>
    <button data-do="share" onClick=${onShare}><${Icon} name="share" /> ${t("share")}</button>
  </div>`;
}
