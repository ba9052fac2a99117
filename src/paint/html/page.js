(() => {
"use strict";
document.documentElement.classList.add("js");
const $ = id => document.getElementById(id);
const dump = $("dump"), status = $("status"), find = $("find"), help = $("help");

// An element "p12" or "p12.3" belongs to the place p12; "p12" has its data.
const base = element => element.id.split(".")[0];
const place = target => target.closest?.("#dump [id^=p]");
function* parts(id) {
  let element = $(id);
  for (let i = 1; element; i++) {
    yield element;
    element = $(id + "." + i);
  }
}

let lit = null, chosen = null;
function light(id) {
  if (id === lit) return;
  if (lit) for (const part of parts(lit)) part.classList.remove("hi");
  lit = id;
  if (lit) for (const part of parts(lit)) part.classList.add("hi");
}

// A byte and its letter light up together; columns tell which they are.
const grid = (() => {
  for (const head of [...dump.querySelectorAll(".l")].slice(0, 4))
    for (const line of head.textContent.split("\n")) {
      const from = line.indexOf("offset");
      const digits = line.match(/ 0  1  2  3 ( [4-9a-f] )*/);
      if (from < 0 || !digits) continue;
      const text = line.indexOf("text");
      return { per: digits[0].trim().split(/ +/).length, first: 1, gap: 0, text: text < 0 ? null : text - from };
    }
  const row = dump.querySelector(".i[data-n]:not([data-p])");
  if (!row) return null;
  const per = [...dump.querySelectorAll(".u:first-child > .i")].reduce((most, item) => Math.max(most, Number(item.dataset.n)), 4);
  const digits = row.textContent.match(/^[0-9a-f]*/)[0].length, gap = per > 8 ? 1 : 0;
  return { per, first: 2, gap, text: digits + 3 * per + 3 + gap };
})();
function offsetIn(item, x, y) {
  const caret = document.caretPositionFromPoint?.(x, y);
  const range = caret ? null : document.caretRangeFromPoint?.(x, y);
  const node = caret?.offsetNode ?? range?.startContainer;
  if (!node || !item.contains(node)) return -1;
  const before = document.createRange();
  before.setStart(item, 0);
  before.setEnd(node, caret?.offset ?? range.startOffset);
  return before.toString().length;
}
function rangeAt(item, from, to) {
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let at = 0, begun = false;
  while (walker.nextNode()) {
    const end = at + walker.currentNode.length;
    if (!begun && from < end) { range.setStart(walker.currentNode, from - at); begun = true; }
    if (begun && to <= end) { range.setEnd(walker.currentNode, to - at); return range; }
    at = end;
  }
  return null;
}
function cell(event) {
  const item = event && grid && event.target.closest?.(".i");
  if (!globalThis.CSS?.highlights) return "";
  CSS.highlights.delete("cell");
  if (!item) return "";
  const offset = offsetIn(item, event.clientX - 3, event.clientY);
  if (offset < 0) return "";
  const all = item.textContent;
  const start = all.lastIndexOf("\n", offset - 1) + 1, line = all.slice(start).split("\n", 1)[0];
  const lead = line.match(/^([^0-9a-z]*)([0-9a-f]{8,16}) /);
  if (!lead) return "";
  const from = lead[1].length, bytes = from + lead[2].length + grid.first;
  const where = i => bytes + 3 * i + (grid.gap && i >= 8 ? 1 : 0);
  const column = offset - start;
  let i = -1;
  if (grid.text !== null && column >= from + grid.text && column < from + grid.text + grid.per) i = column - from - grid.text;
  else for (let at = 0; at < grid.per; at++) if (column >= where(at) && column < where(at) + 2) i = at;
  const digits = line.slice(where(i), where(i) + 2);
  if (i < 0 || !/^[0-9a-f]{2}$/.test(digits)) return "";
  const ranges = [rangeAt(item, start + where(i), start + where(i) + 2)];
  if (grid.text !== null) ranges.push(rangeAt(item, start + from + grid.text + i, start + from + grid.text + i + 1));
  CSS.highlights.set("cell", new Highlight(...ranges.filter(Boolean)));
  const value = parseInt(digits, 16), row = parseInt(lead[2], 16);
  return `${hex(row - row % grid.per + i)}: ${digits} = ${value}`;
}

const hex = n => "0x" + n.toString(16);
function describe(element, byte) {
  const data = $(base(element))?.dataset;
  if (!data) return "";
  const words = [];
  if (byte && !data.p) return byte;
  if (data.p) words.push(data.p);
  if (data.t) words.push(data.t);
  if (data.a !== undefined) {
    const at = Number(data.a), n = Number(data.n);
    const where = n > 1 ? `${hex(at)}\u2013${hex(at + n - 1)}` : hex(at);
    words.push(`${where}, ${n.toLocaleString("en")} byte${n === 1 ? "" : "s"}` +
      (data.s === undefined ? "" : " of a decoded stream"));
  }
  if (data.b) words.push(data.b.replace(/../g, "$& ").trim() + (Number(data.n) * 2 > data.b.length ? " \u2026" : ""));
  if (byte) words.push(byte);
  let text = words.join(" \u00b7 ");
  if (data.d) text += "\n" + ($("docs").children[data.d]?.textContent ?? "");
  return text;
}
function say(text) {
  if (status.textContent !== text) status.textContent = text;
}

// Rows from one to the next, in the order of the page; closed groups are passed.
const isItem = element => element.classList.contains("i") && element.hasAttribute("role");
const isShut = element => element.classList.contains("shut");
// In diagrams several fields stand beside one another.
const flat = !!dump.querySelector(".l > .m");
const rows = () => [...dump.querySelectorAll(".i[role], .l > .m[data-p]")].filter(element => !element.closest(".shut"));
if (flat) for (const part of dump.querySelectorAll(".l > .m[data-p]")) part.setAttribute("role", "treeitem");

function step(element, forward) {
  if (flat) {
    const all = rows();
    return all[all.indexOf(element) + (forward ? 1 : -1)] ?? null;
  }
  const sibling = forward ? "nextElementSibling" : "previousElementSibling";
  const child = forward ? "firstElementChild" : "lastElementChild";
  let at = element;
  for (;;) {
    while (!at[sibling]) {
      at = at.parentElement;
      if (!at || at === dump) return null;
    }
    at = at[sibling];
    while (!at.classList.contains("i") && !isShut(at) && at[child] && at[child].tagName === "DIV") at = at[child];
    if (isItem(at)) return at;
  }
}
function ends(forward) {
  if (flat) return rows().at(forward ? 0 : -1) ?? null;
  let at = forward ? dump.firstElementChild : dump.lastElementChild;
  while (at && !at.classList.contains("i") && !isShut(at) && at.firstElementChild?.tagName === "DIV")
    at = forward ? at.firstElementChild : at.lastElementChild;
  return !at || isItem(at) ? at : step(at, forward);
}
function holder(element) {
  const group = element.closest(".k");
  return group ? $(group.dataset.g) : null;
}

function groups(heading) {
  return dump.querySelectorAll(`[data-g="${heading.id}"]`);
}
function fold(heading, shut) {
  heading.setAttribute("aria-expanded", String(!shut));
  for (const group of groups(heading)) group.classList.toggle("shut", shut);
}
function isFolded(heading) {
  return heading.getAttribute("aria-expanded") === "false";
}
function reveal(element) {
  for (let at = holder(element); at; at = holder(at)) if (isFolded(at)) fold(at, false);
}
function foldAll(shut) {
  for (const heading of dump.querySelectorAll(".v")) heading.setAttribute("aria-expanded", String(!shut));
  for (const group of dump.querySelectorAll(".k")) group.classList.toggle("shut", shut);
}

function choose(element, focus) {
  if (!element) return;
  if (chosen) {
    for (const part of parts(chosen)) part.classList.remove("sel");
    $(chosen).tabIndex = -1;
  }
  chosen = base(element);
  for (const part of parts(chosen)) part.classList.add("sel");
  reveal(element);
  light(chosen);
  say(describe(element));
  if (focus) {
    const first = $(chosen);
    first.tabIndex = 0;
    dump.tabIndex = -1;
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "nearest" });
  }
}
function row() {
  const element = chosen && $(chosen);
  return element ? element.closest(".i") ?? element : null;
}

dump.addEventListener("mouseover", event => {
  const element = place(event.target);
  light(element ? base(element) : chosen);
  if (element) say(describe(element));
});
dump.addEventListener("mousemove", event => {
  const byte = cell(event), element = byte && place(event.target);
  if (byte) say(describe(element ?? event.target, byte));
});
dump.addEventListener("mouseleave", () => { cell(null); light(chosen); if (chosen) say(describe($(chosen))); });
// Where a pointer leads: a path that counts from what holds it.
function target(pointer) {
  const name = pointer.textContent.trim();
  let path = $(base(place(pointer)))?.dataset.p ?? "";
  for (;;) {
    const whole = CSS.escape(path ? path + "." + name : name);
    const found = dump.querySelector(`[data-p="${whole}"], [data-p="${whole}\\[0\\]"]`);
    if (found || !path) return found;
    path = path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
  }
}
dump.addEventListener("click", event => {
  if (String(getSelection())) return;
  const element = place(event.target);
  if (!element) return;
  const goal = event.target.classList.contains("r") && target(event.target);
  if (goal) return choose(goal, true);
  choose(element, true);
  const heading = element.closest(".v");
  if (heading) fold(heading, !isFolded(heading));
});

$("aside").addEventListener("mouseover", event => {
  const link = event.target.closest("a");
  light(link ? link.hash.slice(1) : chosen);
});
$("aside").addEventListener("mouseleave", () => light(chosen));
function follow() {
  const element = location.hash.length > 1 && $(decodeURIComponent(location.hash.slice(1)));
  if (element && dump.contains(element) && element.id) choose(element, true);
}
$("aside").addEventListener("click", event => {
  const link = event.target.closest("a");
  if (link && $(link.hash.slice(1))) {
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    choose($(link.hash.slice(1)), true);
  }
});
addEventListener("hashchange", follow);

// Finding: text as it stands on the page, or an offset.
function matches(item, query, offset) {
  if (offset !== null && item.dataset.a !== undefined) {
    const at = Number(item.dataset.a);
    if (at <= offset && offset < at + Number(item.dataset.n) && !item.classList.contains("v")) return true;
  }
  if ((item.dataset.p ?? "").toLowerCase().includes(query)) return true;
  return item.textContent.toLowerCase().includes(query);
}
function search(forward, stay) {
  const query = find.value.trim().toLowerCase();
  if (!query) return;
  const offset = /^(0x[0-9a-f]+|\d+)$/.test(query) ? Number(query) : null;
  const items = flat ? rows() : dump.getElementsByClassName("i");
  const count = items.length;
  if (!count) return;
  const now = row();
  let at = now ? Array.prototype.indexOf.call(items, now) : -1;
  if (!stay || at < 0) at += forward ? 1 : at < 0 ? 0 : -1;
  for (let i = 0; i < count; i++) {
    const item = items[((at + (forward ? i : -i)) % count + count) % count];
    if (matches(item, query, offset)) {
      choose(item, false);
      item.scrollIntoView({ block: "center" });
      return;
    }
  }
  say("Not found: " + find.value);
}
find.addEventListener("input", () => search(true, true));
find.addEventListener("keydown", event => {
  if (event.key === "Enter") { event.preventDefault(); search(!event.shiftKey, false); }
  if (event.key === "Escape") { find.value = ""; const at = row(); at ? choose(at, true) : dump.focus(); }
  event.stopPropagation();
});

const KEYS = [
  ["\u2193 \u2191", "next and previous row"], ["\u2192 \u2190", "open and close a structure; into it, and out to what holds it"],
  ["Enter", "collapse or expand; on a pointer, go where it leads"], ["Home End", "first and last row"], ["n N", "next and previous finding"],
  ["/", "find text, bytes such as 52 4c, or an offset such as 0x1f; Enter goes on"], ["[ ]", "collapse all, expand all"], ["?", "these keys"], ["Esc", "leave"],
];
function showHelp() {
  if (!help.firstChild) {
    const table = document.createElement("table");
    for (const [keys, what] of KEYS) {
      const line = table.insertRow(), first = line.insertCell();
      for (const key of keys.split(" ")) {
        const kbd = document.createElement("kbd");
        kbd.textContent = key;
        first.append(kbd, " ");
      }
      line.insertCell().textContent = what;
    }
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => help.close());
    help.append(table, close);
  }
  help.showModal();
}
function finding(forward) {
  const links = [...document.querySelectorAll("#findings a")];
  if (!links.length) return say("No findings");
  const now = links.findIndex(link => link.hash.slice(1) === chosen);
  const next = now < 0 ? (forward ? 0 : links.length - 1) : (now + (forward ? 1 : -1) + links.length) % links.length;
  choose($(links[next].hash.slice(1)), true);
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const inside = event.target === document.body || dump.contains(event.target);
  const now = row();
  const go = element => { event.preventDefault(); choose(element, true); };
  switch (event.key) {
    case "/": event.preventDefault(); find.focus(); find.select(); return;
    case "?": event.preventDefault(); showHelp(); return;
    case "n": return finding(true);
    case "N": return finding(false);
    case "[": return foldAll(true);
    case "]": return foldAll(false);
  }
  if (!inside) return;
  switch (event.key) {
    case "ArrowDown": return go(now ? step(now, true) ?? now : ends(true));
    case "ArrowUp": return go(now ? step(now, false) ?? now : ends(false));
    case "Home": return go(ends(true));
    case "End": return go(ends(false));
    case "Enter": case " ": {
      const pointer = now && !now.classList.contains("v") && now.querySelector(".r");
      const goal = pointer && target(pointer);
      if (goal) return go(goal);
      const heading = now && (now.classList.contains("v") ? now : holder(now));
      if (!heading) return;
      event.preventDefault();
      fold(heading, !isFolded(heading));
      return choose(heading, true);
    }
    case "ArrowRight":
      if (!now?.classList.contains("v")) return;
      if (isFolded(now)) { event.preventDefault(); return fold(now, false); }
      return go(step(now, true));
    case "ArrowLeft":
      if (!now) return;
      if (now.classList.contains("v") && !isFolded(now)) { event.preventDefault(); return fold(now, true); }
      return go(holder(now));
    case "Escape":
      light(null); say("");
  }
});

$("tools").hidden = false;
$("fold").addEventListener("click", () => foldAll(true));
$("unfold").addEventListener("click", () => foldAll(false));
$("keys").addEventListener("click", showHelp);
const first = ends(true);
if (first) { first.tabIndex = 0; dump.tabIndex = -1; }
if (!dump.querySelector(".v")) { $("fold").hidden = true; $("unfold").hidden = true; }
if (!$("aside").firstElementChild) document.body.classList.add("alone");
follow();
})();
