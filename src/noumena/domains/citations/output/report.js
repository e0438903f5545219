"use strict";
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

// Filter: every word must stand somewhere in the publication or its citations.
const cards = all("#publications details").map((card) => ({ card, text: plain(card.textContent) }));
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
function filter() {
  const words = plain(byId("filter").value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { card, text } of cards) {
    card.hidden = !words.every((word) => text.includes(word));
    shown += !card.hidden;
  }
  byId("shown").textContent = words.length ? `${shown} of ${cards.length}` : "";
}
all(".filter").forEach((line) => { line.hidden = false; });
byId("filter").addEventListener("input", filter);

// A link to a publication shows it, also if it was filtered out or closed.
function reveal() {
  const target = /^#p\d+$/.test(location.hash) && byId(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) { byId("filter").value = ""; filter(); }
  target.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();

// On paper everything is open; afterwards it is as it was.
let opened = [];
addEventListener("beforeprint", () => {
  opened = cards.map(({ card }) => card).filter((card) => !card.open);
  opened.forEach((card) => { card.open = true; });
});
addEventListener("afterprint", () => opened.forEach((card) => { card.open = false; }));

// Sort: a second click turns the order round, a third one restores the first order.
for (const table of all("#pairs, #people")) {
  const body = table.tBodies[0];
  const first = [...body.rows];
  for (const head of all("th:not(.decide)", table)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const next = { null: "ascending", ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
      all("th", table).forEach((other) => other.removeAttribute("aria-sort"));
      if (next) head.setAttribute("aria-sort", next);
      const value = (row) => {
        const cell = row.cells[head.cellIndex];
        return head.dataset.kind === "number" ? Number(cell.dataset.value) : cell.textContent;
      };
      const compare = (a, b) =>
        head.dataset.kind === "number" ? value(a) - value(b) : value(a).localeCompare(value(b), "en", { numeric: true });
      const sign = next === "descending" ? -1 : 1;
      body.append(...(next ? [...first].sort((a, b) => sign * compare(a, b)) : first));
    });
  }
}

// Decide: what the reader says of pairs, saved as files that the command reads.
const rows = all("#pairs tbody tr");
function decide(row, what) {
  row.dataset.decided = row.dataset.decided === what ? "" : what;
  for (const button of all("button", row)) button.setAttribute("aria-pressed", button.value === row.dataset.decided);
  for (const kind of ["same", "different"]) byId(`count-${kind}`).textContent = chosen(kind).length;
  byId("decided").hidden = !chosen("same").length && !chosen("different").length;
}
function chosen(what) {
  return rows.filter((row) => row.dataset.decided === what);
}
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
function save(what) {
  const lines = chosen(what).map((row) => `${quoted(row.dataset.first)},${quoted(row.dataset.second)}`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([["first,second", ...lines, ""].join("\n")], { type: "text/csv" }));
  link.download = `${what}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
for (const row of rows) {
  for (const what of ["same", "different"]) {
    const button = document.createElement("button");
    button.type = "button";
    button.value = button.textContent = what;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => decide(row, what));
    row.cells[3].append(button);
  }
}
if (rows.length) byId("pairs").classList.add("active");
all("[data-save]").forEach((button) => button.addEventListener("click", () => save(button.dataset.save)));
