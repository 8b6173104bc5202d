// A link to what is on the screen: copied where the browser allows it, shown to be copied where not.

import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";
import { Icon } from "./icons.js";
import { t } from "./languages.js";

// "copied", or the link itself.
export async function shareLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    return "copied";
  } catch {
    return location.href; // plain http on a local network has no clipboard
  }
}

export function Share({ onShare }) {
  return html`<button type="button" data-do="share" onClick=${() => shareLink().then(onShare)}><${Icon} name="share" /> ${t("share")}</button>`;
}

export function Shared({ said, onClose }) {
  const field = useRef(null);
  useLayoutEffect(() => {
    if (field.current) field.current.select();
    const timer = said === "copied" ? setTimeout(onClose, 8000) : 0;
    return () => clearTimeout(timer);
  }, [said]);
  if (said === "copied") return html`<p class="banner" role="status">${t("copied")}</p>`;
  return html`<div class="banner share" role="status"><label class="inline"><span>${t("copyThis")}</span>
    <input name="link" readonly value=${said} ref=${field} onFocus=${(event) => event.target.select()} /></label>
    <button onClick=${onClose}>${t("close")}</button></div>`;
}
