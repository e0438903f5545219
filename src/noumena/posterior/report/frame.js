"use strict";
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// The scheme is the system's until the reader chooses; the choice is kept where the browser allows it.
const root = document.documentElement;
const kept = { get() { try { return localStorage.getItem("theme"); } catch { return null; } },
               set(theme) { try { localStorage.setItem("theme", theme); } catch { /* a page without storage */ } } };
const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "")) === "dark";
function showTheme() {
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  byId("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
}
if (["light", "dark"].includes(kept.get())) root.dataset.theme = kept.get();
byId("theme").hidden = false;
byId("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  kept.set(root.dataset.theme);
  showTheme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
showTheme();

// Filter: every word must stand somewhere in the item, in what is seen or in what is told of its plots.
const said = (item) => plain([item.textContent, ...all("[data-tip]", item).map((mark) => mark.dataset.tip)].join(" "));
for (const input of all("[data-filter]")) {
  const items = all(input.dataset.filter).map((item) => ({ item, text: said(item) }));
  const line = input.closest(".filter");
  line.hidden = false;
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { item, text } of items) {
      item.hidden = !words.every((word) => text.includes(word));
      shown += !item.hidden;
    }
    line.querySelector("output").textContent = words.length ? `${shown} of ${items.length}` : "";
  });
}
for (const choice of all("[data-order]")) {
  const list = document.querySelector(choice.dataset.order);
  const first = [...list.children];
  const orders = {
    "": () => 0,
    doubt: (a, b) => Number(b.dataset.doubt) - Number(a.dataset.doubt),
    name: (a, b) => a.querySelector("h3").textContent.localeCompare(b.querySelector("h3").textContent, "en", { numeric: true }),
  };
  choice.addEventListener("change", () => list.append(...[...first].sort(orders[choice.value])));
}

// A link to an item shows it, also if it was filtered out or closed.
function reveal() {
  const target = /^#[pq]\d+$/.test(location.hash) && byId(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) for (const input of all("[data-filter]")) { input.value = ""; input.dispatchEvent(new Event("input")); }
  if (target.tagName === "DETAILS") target.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();

// On paper everything is open; afterwards it is as it was.
let opened = [];
addEventListener("beforeprint", () => {
  opened = all("details:not([open])");
  opened.forEach((item) => { item.open = true; });
});
addEventListener("afterprint", () => opened.forEach((item) => { item.open = false; }));

// Sort: a second click turns the order round, a third one restores the first order.
for (const table of all("table.sortable")) {
  const body = table.tBodies[0];
  const first = [...body.rows];
  for (const head of all("thead th:not(.fixed)", table)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    const key = (row) => {
      const cell = row.cells[head.cellIndex];
      const number = cell.dataset.value ?? cell.querySelector("[data-value]")?.dataset.value;
      if (number !== undefined) return Number(number);
      return cell.classList.contains("num") ? Number(cell.textContent.replace("∞", "Infinity")) : cell.textContent;
    };
    const compare = (a, b) => {
      if (typeof a === "number" && typeof b === "number") return a - b;
      if (typeof a === "number" || typeof b === "number") return typeof a === "number" ? -1 : 1;
      return a.localeCompare(b, "en", { numeric: true });
    };
    button.addEventListener("click", () => {
      const next = { null: "ascending", ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
      all("th", table).forEach((other) => other.removeAttribute("aria-sort"));
      if (next) head.setAttribute("aria-sort", next);
      const sign = next === "descending" ? -1 : 1;
      body.append(...(next ? [...first].sort((a, b) => sign * compare(key(a), key(b))) : first));
    });
  }
}

// Tips: pointing at a mark of a plot tells its value; with the keyboard, arrows go from mark to mark.
const tip = byId("tip");
function showTip(mark, x, y) {
  tip.textContent = mark.dataset.tip;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x - box.width / 2, innerWidth - box.width - 4))}px`;
  tip.style.top = `${y - box.height - 12 < 0 ? y + 16 : y - box.height - 12}px`;
}
function hideTip() {
  tip.hidden = true;
  all("svg .at").forEach((mark) => mark.classList.remove("at"));
}
document.addEventListener("pointermove", (event) => {
  const mark = event.target.closest?.("svg [data-tip]");
  if (mark) showTip(mark, event.clientX, event.clientY); else if (!document.querySelector("svg .at")) tip.hidden = true;
});
addEventListener("scroll", hideTip, { passive: true });
for (const plot of all("svg.plot")) {
  const marks = all("[data-tip]", plot);
  if (!marks.length) continue;
  plot.setAttribute("tabindex", "0");
  let at = -1;
  plot.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") hideTip();
    if (!step) return;
    event.preventDefault();
    at = at < 0 ? (step > 0 ? 0 : marks.length - 1) : (at + step + marks.length) % marks.length;
    hideTip();
    marks[at].classList.add("at");
    const box = marks[at].getBoundingClientRect();
    showTip(marks[at], box.x + box.width / 2, box.y);
  });
  plot.addEventListener("blur", () => { at = -1; hideTip(); });
}

// A chain comes forward in all plots.
for (const key of all("[data-chain]")) {
  key.addEventListener("click", () => {
    const on = key.getAttribute("aria-pressed") !== "true";
    all("[data-chain]", key.parentElement).forEach((other) => other.setAttribute("aria-pressed", "false"));
    key.setAttribute("aria-pressed", on);
    if (on) document.body.dataset.chain = key.dataset.chain; else delete document.body.dataset.chain;
  });
}
