// A picture that the server drew, with words of its own tables, names and numbers alone, which it escapes.

import { html } from "./vendor/htm-preact.js";

const LEAST = 11; // pixels of a letter

// Where the window is too narrow for its letters, it is scrolled.
export function Drawn({ name, svg, said }) {
  return html`<div class="drawn" tabindex="0" role="group" aria-label=${said}><div data-picture=${name} style=${{ minWidth: `${widthOf(svg)}px` }} dangerouslySetInnerHTML=${{ __html: svg }}></div></div>`;
}

// The pixels that it needs for the smallest letters to be read.
function widthOf(svg) {
  const sizes = [...svg.matchAll(/font-size='([\d.]+)'/g)].map(([, size]) => Number(size));
  const [, width] = /width='([\d.]+)'/.exec(svg) || ["", 0];
  return sizes.length ? Math.ceil((LEAST * width) / Math.min(...sizes)) : 0;
}
