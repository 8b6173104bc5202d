// A button that gives a link to what is on the screen: copied, or shown to be copied by hand.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { t } from "./languages.js";
import { shareLink } from "./share.js";

const READ = 4000; // milliseconds in which one reads that it was copied

export function ShareButton({ before = () => {} }) {
  const [said, setSaid] = useState("");
  const field = useRef(null);
  useLayoutEffect(() => {
    if (field.current) field.current.select();
    const timer = said === "copied" ? setTimeout(() => setSaid(""), READ) : 0;
    return () => clearTimeout(timer);
  }, [said]);
  async function share() {
    before();
    setSaid(await shareLink());
  }
  const byHand = said && said !== "copied";
  return html`<span class="share-link row"><button type="button" data-do="share" onClick=${share}>${t("share")}</button>
    <span role="status">${said === "copied" ? t("copied") : ""}</span>
    ${byHand && html`<input class="link" name="link" readonly ref=${field} value=${said} aria-label=${t("copyByHand")} title=${t("copyByHand")} />`}</span>`;
}
