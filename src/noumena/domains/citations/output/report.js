
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
