// The tree of simulations as it grows: visits are widths, values are colours, a chosen node tells its numbers.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { number, t } from "./languages.js";
import { scoreText } from "./scores.js";

const ROW = 46; // from one ply to the next
const LEAF = 26; // from one leaf to the next
const WIDEST = 14;

export function Grown({ tree, onMove }) {
  const [chosen, setChosen] = useState("");
  const box = useRef(null);
  const moved = useRef(false); // by a hand, which the root in the middle must not fight
  const nodes = placed(tree);
  const found = nodes.find((node) => node.path.join(" ") === chosen) || nodes[0];
  const width = Math.max(...nodes.map((node) => node.x)) + LEAF;
  const height = Math.max(...nodes.map((node) => node.y)) + 30;
  const share = (node) => Math.max(1, WIDEST * Math.sqrt(node.visits / Math.max(tree.visits, 1)));
  useLayoutEffect(() => {
    if (!moved.current) box.current.scrollLeft = (nodes[0].x / width) * box.current.scrollWidth - box.current.clientWidth / 2;
  });
  const take = () => (moved.current = true);
  return html`<div class="grown">
    <h2>${t("grown")}</h2>
    <div class="scroll" ref=${box} onPointerDown=${take} onWheel=${take} onKeyDown=${take}><svg class="growth" viewBox=${`0 0 ${width} ${height}`} style=${{ minWidth: `${width}px`, maxWidth: `${1.4 * width}px` }} role="tree" aria-label=${t("grown")}>
      ${nodes.filter((node) => node.above).map((node) => html`<path key=${node.path.join(" ")} class="branch" d=${bend(node.above, node)}
        style=${{ stroke: colour(node), strokeWidth: share(node) }} />`)}
      ${nodes.map((node) => html`<g key=${node.path.join(" ")} class=${`bud ${node === found ? "chosen" : ""}`} role="treeitem" tabindex="0" aria-selected=${node === found}
        aria-label=${`${node.move || t("grownRoot")}, ${t("visits")} ${number(node.visits)}, ${scoreText(node.score)}`}
        transform=${`translate(${node.x} ${node.y})`} onClick=${() => setChosen(node.path.join(" "))} onDblClick=${() => node.path.length && onMove(...node.path)}
        onKeyDown=${(event) => event.key === "Enter" && setChosen(node.path.join(" "))}>
        <circle r=${node.score.proved ? 8 : 7} style=${{ fill: colour(node) }} class=${node.score.proved ? "proved" : ""} />
        <text y="19">${node.move}</text></g>`)}
    </svg></div>
    <${Numbers} node=${found} />
    <p class="quiet small">${t(tree.score.players > 2 ? "grownHowMany" : "grownHow")}</p>
  </div>`;
}

// The terms that are compared where the node is chosen (UCB1).
function Numbers({ node }) {
  const told = (value) => value.toFixed(3).replace("-", "−");
  return html`<dl class="figures numbers" aria-live="off">
    <div><dt>${node.path.join(" ") || t("grownRoot")}</dt><dd class="worth">${scoreText(node.score)}</dd></div>
    <div><dt>${t("visits")}</dt><dd class="visits">${number(node.visits)}</dd></div>
    ${node.mean !== null && html`<div><dt>${t("ucbMean")}</dt><dd class="mean">${told(node.mean)}</dd></div>
      <div><dt>${t("ucbBonus")}</dt><dd class="bonus">${told(node.bonus)}</dd></div>
      <div><dt>${t("ucbSum")}</dt><dd class="sum">${told(node.mean + node.bonus)}</dd></div>`}
  </dl>`;
}

// Every node with its place: leaves side by side, the others above the middle of what is below them.
function placed(tree) {
  const found = [];
  let leaves = 0;
  function put(node, path, depth, above) {
    const own = { ...node, path, above, y: 12 + depth * ROW };
    found.push(own);
    const below = node.children.map((child) => put(child, [...path, child.move], depth + 1, own));
    if (below.length === 0) leaves += 1;
    own.x = below.length ? (below[0].x + below.at(-1).x) / 2 : leaves * LEAF - LEAF / 2;
    return own;
  }
  put(tree, [], 0, null);
  return found;
}

function bend(above, node) {
  const middle = (above.y + node.y) / 2;
  return `M${above.x} ${above.y}C${above.x} ${middle} ${node.x} ${middle} ${node.x} ${node.y}`;
}

function colour(node) {
  if (node.score.players > 2) return "var(--accent)";
  const share = Math.min(Math.max(0.5 + 1.5 * (node.winChance - 0.5), 0), 1); // most of them lie near the middle
  return `color-mix(in srgb, var(--max) ${Math.round(share * 100)}%, var(--min))`;
}
