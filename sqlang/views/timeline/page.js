"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const svg = document.querySelector("svg.timeline");
const frame = document.getElementById("timeline");
const detail = document.getElementById("detail");
const NARROWEST = 1e-12; // of the run; closer than this numbers cannot be told apart
const ROWS = 50;

/* What is drawn, by the keys that link it. */

const drawn = [...svg.querySelectorAll(".plot [data-from]")].map((element) => ({
  element,
  from: Number(element.dataset.from),
  to: Number(element.dataset.to),
  text: element.tagName === "text" ? element.textContent.length : 0,
}));
const lines = new Map([...document.querySelectorAll("#source li")].map((each) => [Number(each.dataset.line), each]));
const blocks = new Map([...svg.querySelectorAll(".block")].map((each) => [Number(each.dataset.block), each]));
const rows = new Map([...svg.querySelectorAll(".row")].map((each) => [Number(each.dataset.session), each]));
const marks = [...svg.querySelectorAll(".mark[data-session]")];
const placed = new Map();
for (const element of svg.querySelectorAll("[data-place]")) {
  for (const place of element.dataset.place.split(" ")) {
    if (!placed.has(place)) placed.set(place, []);
    placed.get(place).push(element);
  }
}
const blocksOf = new Map();
data.blocks.forEach((block, number) => {
  for (const [serial] of block.members) {
    if (!blocksOf.has(serial)) blocksOf.set(serial, []);
    blocksOf.get(serial).push(number);
  }
});

/* The stretch of time that is shown. */

const left = Number(svg.dataset.left);
const width = Number(svg.dataset.width);
const whole = [0, data.end > 0 ? data.end : 1];
let view = data.view.map(Number);

function place(time) {
  const share = (time - view[0]) / (view[1] - view[0]);
  return left + Math.min(Math.max(share, -0.01), 1.01) * width;
}

function show(start, end) {
  const span = Math.min(Math.max(end - start, whole[1] * NARROWEST), whole[1]);
  const first = Math.min(Math.max(start, 0), whole[1] - span);
  if (!(span > 0) || !(first + span > first)) return;
  view = [first, first + span];
  draw();
}

function draw() {
  for (const { element, from, to, text } of drawn) {
    const seen = to >= view[0] && from <= view[1];
    const x = seen ? place(from) : 0;
    const wide = seen ? place(to) - x : 0;
    if (!seen || (text && wide < 7 * text + 6)) {
      element.setAttribute("display", "none");
      continue;
    }
    element.removeAttribute("display");
    element.setAttribute("x", text ? (x + wide / 2).toFixed(2) : x.toFixed(2));
    if (!text) element.setAttribute("width", Math.max(wide, 1).toFixed(2));
  }
  const pitch = pixelsOfABlock();
  svg.classList.toggle("coarse", !data.complete && pitch < 0.7);
  svg.classList.toggle("dense", pitch < 4);
  drawAxis();
  drawBand();
  document.getElementById("shown").textContent = `${figure(view[0])} to ${figure(view[1])}`;
  sayWhatIsMissing();
}

function pixelsOfABlock() {
  const seen = data.blocks.filter((block) => block.start < view[1] && Number(block.end) > view[0]);
  if (seen.length === 0) return 0;
  return (place(Number(seen[seen.length - 1].end)) - place(seen[0].start)) / seen.length;
}

function drawAxis() {
  const axis = svg.querySelector(".axis");
  const top = Number(axis.dataset.top);
  axis.querySelectorAll(".tick, .time").forEach((each) => each.remove());
  const rough = (view[1] - view[0]) / 10;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * unit).find((each) => each >= rough) ?? unit * 10;
  const decimals = Math.min(Math.max(0, -Math.floor(Math.log10(step))), 12);
  for (let at = Math.ceil(view[0] / step), count = 0; at * step <= view[1] && count < 12; at++, count++) {
    const x = place(at * step);
    axis.append(
      make("line", { class: "tick", x1: x, x2: x, y1: top + 24, y2: axis.dataset.bottom }),
      make("text", { class: "time", x, y: top + 18 }, at * step < 1e15 ? String(Number((at * step).toFixed(decimals))) : (at * step).toExponential(3)),
    );
  }
}

function sayWhatIsMissing() {
  const missing = document.getElementById("missing");
  const [from, until] = data.exact.map(Number);
  missing.textContent = "";
  if (data.complete || (view[0] >= from && view[1] <= until)) return;
  missing.append(`Iterations are drawn one by one from ${figure(from)} to ${figure(until)}, averages elsewhere. `);
  if (view[0] <= whole[0] && view[1] >= whole[1]) {
    missing.append("Zoom in to see how to get another part one by one.");
  } else {
    const stretch = `--from ${figure(view[0])} --until ${figure(view[1])}`;
    missing.append("This part one by one: ", tag("code", `${data.command} ${stretch}`));
  }
}

function zoom(factor, around = (view[0] + view[1]) / 2) {
  show(around - (around - view[0]) * factor, around + (view[1] - around) * factor);
}

function pan(share) {
  const by = (view[1] - view[0]) * share;
  show(view[0] + by, view[1] + by);
}

/* What belongs together lights up. */

let kept = null;
let current = null;

function focusOf(kind, key) {
  const focus = { kind, key, elements: new Set(), lines: new Set(), blocks: new Set(), dims: kind !== "block" };
  if (kind === "line") {
    focus.lines.add(key);
    for (const each of data.places[key] ?? []) {
      for (const element of placed.get(each) ?? []) focus.elements.add(element);
    }
  } else if (kind === "block") {
    const block = data.blocks[key];
    focus.elements.add(blocks.get(key));
    focus.blocks.add(key);
    const places = block.places.length ? block.places : [`stage${block.stage}`];
    for (const each of places) for (const line of data.lines[each] ?? []) focus.lines.add(line);
    for (const [serial] of block.members) if (rows.has(serial)) focus.elements.add(rows.get(serial));
  } else if (kind === "session") {
    if (rows.has(key)) focus.elements.add(rows.get(key));
    for (const mark of marks) if (Number(mark.dataset.session) === key) focus.elements.add(mark);
    const named = notable?.querySelector(`[data-session="${key}"]`);
    if (named) focus.elements.add(named);
    for (const number of blocksOf.get(key) ?? []) {
      focus.elements.add(blocks.get(number));
      focus.blocks.add(number);
    }
    for (const each of data.sessions[key]?.places ?? []) for (const line of data.lines[each] ?? []) focus.lines.add(line);
  }
  focus.elements.delete(undefined);
  for (const element of focus.elements) if (element.dataset.block) focus.blocks.add(Number(element.dataset.block));
  return focus;
}

function light(focus) {
  document.querySelectorAll(".lit").forEach((each) => each.classList.remove("lit"));
  current = focus;
  svg.classList.toggle("focusing", Boolean(focus && focus.dims && focus.elements.size));
  if (focus) {
    focus.elements.forEach((each) => each.classList.add("lit"));
    focus.lines.forEach((each) => lines.get(each)?.classList.add("lit"));
    for (const number of focus.blocks) table?.querySelector(`[data-block="${number}"]`)?.classList.add("lit");
  }
  drawBand();
  describe(focus);
}

function keep(focus) {
  kept = kept && focus && kept.kind === focus.kind && kept.key === focus.key ? null : focus;
  light(kept);
  if (!kept) return;
  if (kept.kind === "block") {
    turnTo(kept.key);
    const first = Math.min(...kept.lines);
    lines.get(first)?.scrollIntoView({ block: "nearest" });
  }
  if (kept.kind === "session") showLife(kept.key);
}

/* A session that lived where nothing of it is seen is moved into view. */

function showLife(serial) {
  const { arrived, ended, end } = data.sessions[serial] ?? data.notable[serial];
  const until = Number(end ?? ended ?? data.end);
  if (until >= view[0] && arrived <= view[1] && data.sessions[serial]) return;
  const margin = Math.max(until - arrived, whole[1] * NARROWEST) / 10;
  show(arrived - margin, until + margin);
}

function drawBand() {
  svg.querySelector(".band")?.remove();
  if (current?.kind !== "block") return;
  const block = data.blocks[current.key];
  const axis = svg.querySelector(".axis");
  const x = place(block.start);
  const y = Number(axis.dataset.top) + 24;
  svg.querySelector(".plot").append(
    make("rect", { class: "band", x, y, width: Math.max(place(Number(block.end)) - x, 1), height: axis.dataset.bottom - y }),
  );
}

/* The panel that tells about it. */

function describe(focus, note = "") {
  detail.replaceChildren();
  if (note) return detail.append(tag("p", note));
  if (!focus) return detail.append(tag("p", "Nothing is chosen.", "muted"));
  if (focus.kind === "block") return describeBlock(data.blocks[focus.key], focus.key);
  if (focus.kind === "session") return describeSession(focus.key);
  detail.append(tag("h3", `line ${focus.key}`), tag("p", lines.get(focus.key).querySelector(".label")?.textContent ?? ""));
  const count = focus.blocks.size;
  if (count) detail.append(tag("p", `${count} ${count === 1 ? "iteration" : "iterations"} among those drawn one by one`, "muted"));
}

function describeBlock(block, number) {
  detail.append(
    tag("h3", `${data.stages[block.stage]}, iteration ${number + 1}`),
    list([
      ["time", `${figure(block.start)} to ${figure(Number(block.end))}`],
      ["batch", String(block.size)],
      ["used", figure(block.used)],
      ["cached", figure(block.cached)],
      ["cost", figure(block.cost)],
    ]),
  );
  const members = tag("div", "", "members");
  for (const member of block.members) {
    const [, , kind, , lost] = member;
    const chip = tag("span", memberText(member), lost ? `${kind} lost` : kind);
    if (lost) chip.title = "preempted before the iteration ended";
    members.append(chip);
  }
  const more = block.size - block.members.length;
  if (more) members.append(tag("em", `${more} more`));
  detail.append(members);
}

function describeSession(serial) {
  const row = data.sessions[serial];
  if (!row) return describeNotable(serial);
  const facts = [["arrived", figure(row.arrived)], ["ended", row.ended === null ? "still live" : figure(row.ended)]];
  if (row.ended !== null) facts.push(["lived", figure(row.ended - row.arrived)]);
  if (row.rejected) facts.push(["rejected", "yes"]);
  if (row.preemptions) facts.push(["preempted", times(row.preemptions)]);
  facts.push(["iterations", String((blocksOf.get(serial) ?? []).length)]);
  detail.append(tag("h3", `session ${serial}`), list(facts));
  if (row.cut) detail.append(tag("p", "More happened to it than is drawn.", "muted"));
  sayHowToFollow(serial, false);
}

function describeNotable(serial) {
  const session = data.notable[serial];
  const facts = [["arrived", figure(session.arrived)], ["ended", session.live ? "still live" : figure(session.end)]];
  facts.push(["lived", figure(session.end - session.arrived)], ["waited", figure(session.waited)]);
  if (session.preemptions) facts.push(["preempted", times(session.preemptions)]);
  if (session.rejected) facts.push(["rejected", "yes"]);
  detail.append(tag("h3", `session ${serial}`), list(facts));
  sayHowToFollow(serial, true);
}

function sayHowToFollow(serial, withRow) {
  const say = (text, command) => {
    const line = tag("p", text, "muted hint");
    line.append(tag("code", `${command} --session ${serial}`));
    detail.append(line);
  };
  if (withRow && data.command) say("A page that begins with its row: ", data.command);
  if (data.lifeCommand) say("Its life, step by step: ", data.lifeCommand);
}

/* The table of iterations, a few at a time. */

const table = document.querySelector("#iterations tbody");
let firstRow = 0;

function fillTable() {
  if (!table) return;
  table.replaceChildren();
  const last = Math.min(firstRow + ROWS, data.blocks.length);
  for (let number = firstRow; number < last; number++) {
    const block = data.blocks[number];
    const batch = block.members.slice(0, 12).map(memberText).join(" ") || "-";
    const more = block.size - Math.min(block.members.length, 12);
    const row = tag("tr", "");
    row.dataset.block = String(number);
    row.append(
      tag("td", figure(block.start), "number"), tag("td", data.stages[block.stage]),
      tag("td", more ? `${batch} … ${more} more` : batch, "code"), tag("td", figure(block.used), "number"),
      tag("td", figure(block.cached), "number"), tag("td", figure(block.cost), "number"),
    );
    if (current?.blocks.has(number)) row.classList.add("lit");
    table.append(row);
  }
  document.getElementById("rows-back").disabled = firstRow === 0;
  document.getElementById("rows-on").disabled = last >= data.blocks.length;
  const left = data.iterations - data.blocks.length;
  document.getElementById("rows-shown").textContent =
    `${firstRow + 1} to ${last} of ${data.blocks.length}` + (left ? ` kept one by one, of ${data.iterations}` : "");
}

function turnTo(number) {
  if (!table || (number >= firstRow && number < firstRow + ROWS)) return;
  firstRow = Math.floor(number / ROWS) * ROWS;
  fillTable();
}

/* The table of sessions that stand out. */

const notable = document.querySelector("#notable tbody");
for (const button of document.querySelectorAll("#notable th button")) {
  button.addEventListener("click", () => {
    const by = button.dataset.by;
    const rising = by === "session" || by === "arrived";
    const order = (one, other) => (one.dataset[by] - other.dataset[by]) * (rising ? 1 : -1);
    notable.append(...[...notable.children].sort(order));
    document.querySelectorAll("#notable th").forEach((each) => each.removeAttribute("aria-sort"));
    button.parentElement.setAttribute("aria-sort", rising ? "ascending" : "descending");
  });
}

/* Small makers. */

function figure(value) {
  return typeof value === "number" ? String(Number(value.toPrecision(10))) : String(value);
}

function times(count) {
  return count === 1 ? "once" : `${count} times`;
}

function memberText([serial, turn, kind, tokens]) {
  return `${serial}:${figure(turn)}:${kind}${figure(tokens)}`;
}

function tag(name, text, kind = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

function list(pairs) {
  const element = tag("dl", "");
  for (const [name, value] of pairs) {
    const pair = tag("div", "");
    pair.append(tag("dt", name), tag("dd", value));
    element.append(pair);
  }
  return element;
}

function make(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/* What is asked with the mouse and the keys. */

function subject(target) {
  const line = target.closest("#source li.linked");
  if (line) return focusOf("line", Number(line.dataset.line));
  const block = target.closest("[data-block]");
  if (block) return focusOf("block", Number(block.dataset.block));
  const row = target.closest("[data-session]");
  if (row && (data.sessions[row.dataset.session] || data.notable[row.dataset.session])) return focusOf("session", Number(row.dataset.session));
  return null;
}

let dragged = false;
document.addEventListener("pointerover", (event) => {
  const focus = subject(event.target);
  if (focus) return light(focus);
  if (current !== kept) light(kept);
  const title = event.target.closest?.(".plot rect")?.querySelector("title");
  if (title) describe(null, title.textContent);
});
document.addEventListener("click", (event) => {
  if (dragged) return;
  const focus = subject(event.target);
  if (focus) keep(focus);
  else if (event.target.closest("#timeline")) keep(null);
});
document.addEventListener("focusin", (event) => {
  const focus = subject(event.target);
  if (focus) light(focus);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    kept = null;
    light(null);
  } else if (event.key === "Enter" && event.target.matches("#source li, #notable tr")) {
    keep(subject(event.target));
  }
});

const KEYS = {
  "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": () => show(...whole),
  ArrowRight: () => step(data.blocks.length, "block", 1), ArrowLeft: () => step(data.blocks.length, "block", -1),
  ArrowDown: () => stepSession(1), ArrowUp: () => stepSession(-1),
};
frame.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.shiftKey && event.key.startsWith("Arrow")) pan(event.key === "ArrowLeft" ? -0.25 : 0.25);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

function step(count, kind, by) {
  if (!count) return;
  const at = kept?.kind === kind ? kept.key + by : by > 0 ? 0 : count - 1;
  if (at < 0 || at >= count) return;
  kept = null;
  keep(focusOf(kind, at));
  const block = data.blocks[at];
  if (block.start < view[0] || block.start > view[1]) {
    const half = (view[1] - view[0]) / 2;
    show(block.start - half, block.start + half);
  }
}

function stepSession(by) {
  const serials = [...rows.keys()];
  if (!serials.length) return;
  const at = kept?.kind === "session" ? serials.indexOf(kept.key) + by : by > 0 ? 0 : serials.length - 1;
  if (at < 0 || at >= serials.length) return;
  kept = null;
  keep(focusOf("session", serials[at]));
  rows.get(serials[at]).scrollIntoView({ block: "nearest" });
}

function timeUnder(event) {
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width + svg.viewBox.baseVal.x;
  return view[0] + ((x - left) / width) * (view[1] - view[0]);
}

frame.addEventListener("wheel", (event) => {
  if (event.ctrlKey || event.metaKey) zoom(event.deltaY > 0 ? 1.25 : 0.8, timeUnder(event));
  else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(Math.sign(event.deltaX || event.deltaY) * 0.1);
  else return;
  event.preventDefault();
}, { passive: false });

let grabbed = null;
svg.addEventListener("pointerdown", (event) => {
  grabbed = event.button === 0 ? { x: event.clientX, time: timeUnder(event) } : null;
  dragged = false;
});
window.addEventListener("pointermove", (event) => {
  if (!grabbed || (!dragged && Math.abs(event.clientX - grabbed.x) < 5)) return;
  dragged = true;
  const by = grabbed.time - timeUnder(event);
  show(view[0] + by, view[1] + by);
});
window.addEventListener("pointerup", () => {
  grabbed = null;
  setTimeout(() => (dragged = false)); // the click that a drag ends with comes before
});

const BUTTONS = {
  "pan-left": () => pan(-0.5), "pan-right": () => pan(0.5),
  "zoom-in": () => zoom(0.5), "zoom-out": () => zoom(2),
  "zoom-fit": () => show(...whole), "zoom-exact": () => show(...data.exact.map(Number)),
  "rows-back": () => ((firstRow = Math.max(0, firstRow - ROWS)), fillTable()),
  "rows-on": () => ((firstRow += ROWS), fillTable()),
};
for (const [name, act] of Object.entries(BUTTONS)) document.getElementById(name)?.addEventListener("click", act);

fillTable();
draw();
light(null);
