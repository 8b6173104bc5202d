// Pictures and files: SVG and PNG are made here, the other formats by the server.

import { html, useState } from "./vendor/htm-preact.js";
import { postForFile } from "./api.js";
import { t } from "./languages.js";
import { refusal } from "./refusals.js";

const STYLE = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order", "visibility", "display"],
];

const FORMATS = { tree: ["svg", "png", "json", "tikz", "dot", "html"], board: ["svg", "png", "tikz", "dot"] };

export function Exports({ what, selector, question, json, formats = FORMATS[what] }) {
  const [error, setError] = useState("");
  async function save(format) {
    setError("");
    try {
      const svg = document.querySelector(selector);
      if (format === "svg") download(new Blob([standalone(svg)], { type: "image/svg+xml" }), `${what}.svg`);
      else if (format === "png") download(await picture(svg), `${what}.png`);
      else if (format === "json" && json) download(new Blob([JSON.stringify(json())], { type: "application/json" }), `${what}.json`);
      else download(await postForFile("/api/export", { what, format, ...question }), `${what}.${{ tikz: "tex" }[format] || format}`);
    } catch (failure) {
      setError(failure);
    }
  }
  const names = { tikz: "TikZ", html: "HTML" };
  return html`<details class="exports"><summary>${t("export")}</summary><div class="row">
    ${formats.map((format) => html`<button key=${format} data-export=${format} aria-label=${t(what === "tree" ? "ofTree" : "ofBoard", { format: names[format] || format.toUpperCase() })}
      onClick=${() => save(format)}>${names[format] || format.toUpperCase()}</button>`)}
  </div>${error && html`<p class="problem" role="alert">${refusal(error)}</p>`}</details>`;
}

function standalone(svg) {
  if (!svg) throw new Error("–");
  const copy = svg.cloneNode(true);
  const [from, to] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLE) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value);
    }
    to[i].removeAttribute("class");
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.round(width));
  copy.setAttribute("height", Math.round(height));
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const { x, y } = svg.viewBox.baseVal;
  for (const [key, value] of Object.entries({ x, y, width, height, fill: getComputedStyle(document.body).backgroundColor })) paper.setAttribute(key, value);
  copy.insertBefore(paper, copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

function picture(svg) {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.max(1, Math.min(3, 1600 / width));
  const address = URL.createObjectURL(new Blob([standalone(svg)], { type: "image/svg+xml" }));
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
