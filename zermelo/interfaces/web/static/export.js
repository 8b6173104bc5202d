// Pictures and files: SVG and PNG are made here, the other formats by the server.

import { html, useState } from "./vendor/htm-preact.js";
import { postForFile } from "./api.js";
import { t } from "./languages.js";
import { refusal } from "./refusals.js";

const STYLE = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "text-decoration", "paint-order", "visibility", "display"],
];

const FORMATS = { tree: ["svg", "png", "tikz", "input", "dot", "html", "json"], board: ["svg", "png", "tikz", "input", "dot"] };
const ENDINGS = { tikz: "tex", input: "tikz" };
const NAMES = { tikz: "TikZ", input: "\\input", html: "HTML" };

const OF = { tree: "ofTree", board: "ofBoard", matrix: "ofMatrix", study: "ofStudy" };

export function Exports({ what, selector, question, json, formats = FORMATS[what], at = "/api/export" }) {
  const [error, setError] = useState("");
  const [transparent, setTransparent] = useState(false);
  async function save(format) {
    setError("");
    try {
      const svg = document.querySelector(selector);
      if (format === "svg") download(new Blob([standalone(svg, transparent)], { type: "image/svg+xml" }), `${what}.svg`);
      else if (format === "png") download(await picture(svg, transparent), `${what}.png`);
      else if (format === "json" && json) download(new Blob([JSON.stringify(json())], { type: "application/json" }), `${what}.json`);
      else download(await postForFile(at, { ...(at === "/api/export" ? { what } : {}), format, ...question }), `${what}.${ENDINGS[format] || format}`);
    } catch (failure) {
      setError(failure);
    }
  }
  return html`<details class="exports"><summary>${t("export")}</summary><div class="row">
    ${formats.map((format) => html`<button key=${format} data-export=${format} aria-label=${t(OF[what], { format: NAMES[format] || format.toUpperCase() })}
      onClick=${() => save(format)}>${NAMES[format] || format.toUpperCase()}</button>`)}
  </div><label class="check"><input name="transparent" type="checkbox" checked=${transparent} onChange=${(event) => setTransparent(event.target.checked)} /><span>${t("transparent")}</span></label>${error && html`<p class="problem" role="alert">${refusal(error)}</p>`}</details>`;
}

// What is on the screen as a file of its own: in the colours of paper, whatever the theme; all texts in every program alike.
function standalone(svg, transparent = false) {
  if (!svg) throw new Error("–");
  const copy = svg.cloneNode(true);
  inDaylight(() => dress(svg, copy));
  const { x, y, width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.round(width));
  copy.setAttribute("height", Math.round(height));
  for (const name of ["class", "style", "tabindex"]) copy.removeAttribute(name);
  if (!transparent) copy.insertBefore(paper({ x, y, width, height, fill: "#ffffff" }), copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

// Does something while the page has its light colours; nobody sees it, since nothing is painted meanwhile.
function inDaylight(work) {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = "light";
  try {
    work();
  } finally {
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
  }
}

// Every part with the looks that the page's styles give it.
function dress(svg, copy) {
  const [from, to] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLE) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value);
    }
    if (element.style.transform) to[i].setAttribute("transform", style.transform); // as an attribute every program knows it
    for (const name of ["class", "style"]) to[i].removeAttribute(name);
    if (element.tagName === "text" && to[i].getAttribute("dominant-baseline") === "central") to[i].setAttribute("dy", ".35em");
    to[i].removeAttribute("dominant-baseline");
  });
}

function paper(looks) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries(looks)) found.setAttribute(key, value);
  return found;
}

function picture(svg, transparent) {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.max(1, Math.min(3, 1600 / width));
  const address = URL.createObjectURL(new Blob([standalone(svg, transparent)], { type: "image/svg+xml" }));
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = width * scale;
      canvas.height = height * scale;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png");
    };
    image.onerror = () => reject(new Error("PNG"));
    image.src = address;
  });
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
