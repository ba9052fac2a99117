(() => {
"use strict";
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

const hex = n => "0x" + n.toString(16);
function describe(element) {
  const data = $(base(element))?.dataset;
  if (!data) return "";
  const words = [];
  if (data.p) words.push(data.p);
  if (data.t) words.push(data.t);
  if (data.a !== undefined) {
    const at = Number(data.a), n = Number(data.n);
    const where = n > 1 ? `${hex(at)}\u2013${hex(at + n - 1)}` : hex(at);
    words.push(`${where}, ${n.toLocaleString("en")} byte${n === 1 ? "" : "s"}` +
      (data.s === undefined ? "" : " of a decoded stream"));
  }
  if (data.b) words.push(data.b.replace(/../g, "$& ").trim() + (Number(data.n) * 2 > data.b.length ? " \u2026" : ""));
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
dump.addEventListener("mouseleave", () => { light(chosen); if (chosen) say(describe($(chosen))); });
dump.addEventListener("click", event => {
  if (String(getSelection())) return;
  const element = place(event.target);
  if (!element) return;
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
  ["Enter", "collapse or expand"], ["Home End", "first and last row"], ["n N", "next and previous finding"],
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
