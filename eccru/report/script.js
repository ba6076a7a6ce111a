"use strict";

// Sort a table by a click on a heading; numbers by value, empty cells last.
function sortBy(heading, column) {
  const body = heading.closest("table").tBodies[0];
  const descending = heading.getAttribute("aria-sort") === "ascending";
  const compare = (a, b) => {
    const [x, y] = [a, b].map((row) => row.cells[column].dataset.order);
    if (x === "" || y === "") return (x === "") - (y === "");
    const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
    return descending ? -order : order;
  };
  body.append(...[...body.rows].sort(compare));
  for (const other of heading.parentNode.cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
}

for (const heading of document.querySelectorAll(".sortable thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sortBy(heading, heading.cellIndex));
  heading.append(button);
  heading.setAttribute("aria-sort", "none");
}

// Show one metric at a time; without this script, and on paper, all are shown.
const chooser = document.querySelector(".chooser");
function choose(metric) {
  for (const panel of document.querySelectorAll(".panel")) panel.hidden = panel.dataset.metric !== metric;
}
chooser.hidden = false;
chooser.addEventListener("change", (event) => choose(event.target.value));
choose(chooser.querySelector(":checked").value);

// Unpack a table and hand it to the reader.
const files = JSON.parse(document.getElementById("files").textContent);
async function unpack(name) {
  const bytes = Uint8Array.from(atob(files[name]), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).blob();
}
for (const button of document.querySelectorAll("button.csv")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await unpack(button.dataset.file)], { type: "text/csv" }));
    link.download = button.dataset.file + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}

// Show the value under the pointer or the finger.
for (const title of document.querySelectorAll(".plate .value > title")) {
  title.parentNode.dataset.value = title.textContent;
  title.remove();
}
const hint = document.getElementById("hint");
document.addEventListener("pointerover", (event) => {
  const target = event.target.closest("[data-value]");
  hint.hidden = !target;
  if (!target) return;
  hint.textContent = target.dataset.value;
  const left = Math.min(event.clientX + 12, innerWidth - hint.offsetWidth - 8);
  const above = event.clientY - hint.offsetHeight - 12;
  hint.style.left = Math.max(8, left) + "px";
  hint.style.top = (above > 8 ? above : event.clientY + 20) + "px";
});

// A print shows what was folded away.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    folded.dataset.folded = "";
  }
});
addEventListener("afterprint", () => {
  for (const folded of document.querySelectorAll("details[data-folded]")) {
    folded.open = false;
    delete folded.dataset.folded;
  }
});
