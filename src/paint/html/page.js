// This goes on where rows.js ends.

// A byte and its letter light up together; columns tell which they are.
const grid = (() => {
  if (units[0]) draw(units[0]);
  for (const head of [...dump.querySelectorAll(".l")].slice(0, 4))
    for (const line of head.textContent.split("\n")) {
      const from = line.indexOf("offset");
      const digits = line.match(/ 0  1  2  3 ( [4-9a-f] )*/);
      if (from < 0 || !digits) continue;
      const text = line.indexOf("text");
      return { per: digits[0].trim().split(/ +/).length, first: 1, gap: 0, text: text < 0 ? null : text - from };
    }
  const plain = placesOf(units[0]).find(place => place.n !== undefined && !place.p), row = plain && element(plain.mark);
  if (!row) return null;
  const per = placesOf(units[0]).reduce((most, place) => Math.max(most, place.n ?? 0), 4);
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
  const data = known.get(element.mark);
  if (!data) return byte ?? "";
  const words = [];
  if (byte && !data.p) return byte;
  if (data.p) words.push(data.p);
  if (data.t) words.push(data.t);
  if (data.a !== undefined) {
    const at = Number(data.a), n = Number(data.n);
    const where = n > 1 ? `${hex(at)}\u2013${hex(at + n - 1)}` : hex(at);
    words.push(`${where}, ${n.toLocaleString("en")} byte${n === 1 ? "" : "s"}` +
      (data.s ? " of a decoded stream" : ""));
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

// From one to the next, in the order of the page; closed groups are passed. In
// diagrams several fields stand beside one another.
const isShut = node => node.classList.contains("shut");
function stops(row) {
  if (!isRow(row)) return [];
  if (row.classList.contains("i")) return row.hasAttribute("role") ? [row] : [];
  return [...row.querySelectorAll(".m[role]")];
}
function into(node, forward) {
  for (;;) {
    if (node.classList.contains("u")) draw(node);
    const inner = node[forward ? "firstElementChild" : "lastElementChild"];
    if (isRow(node) || isShut(node) || !inner) return node;
    node = inner;
  }
}
function beside(node, forward) {
  const sibling = forward ? "nextElementSibling" : "previousElementSibling";
  while (!node[sibling]) {
    node = node.parentElement;
    if (!node || node === dump) return null;
  }
  return into(node[sibling], forward);
}
function from(row, forward) {
  for (; row; row = beside(row, forward)) {
    const found = stops(row);
    if (found.length) return found.at(forward ? 0 : -1);
  }
  return null;
}
function step(node, forward) {
  const row = node.closest(".i, .l"), here = stops(row), at = here.indexOf(node);
  return (at < 0 ? null : here[at + (forward ? 1 : -1)]) ?? from(beside(row, forward), forward);
}
function ends(forward) {
  const unit = units[forward ? 0 : units.length - 1];
  return unit ? from(into(unit, forward), forward) : null;
}
function holder(node) {
  const group = node.closest(".k");
  return group ? element(Number(group.dataset.g)) : null;
}

function fold(heading, closed) {
  heading.setAttribute("aria-expanded", String(!closed));
  if (closed) shut.add(heading.mark); else shut.delete(heading.mark);
  for (const group of dump.querySelectorAll(`[data-g="${heading.mark}"]`)) group.classList.toggle("shut", closed);
}
const isFolded = heading => shut.has(heading.mark);
function reveal(node) {
  for (let at = holder(node); at; at = holder(at)) if (isFolded(at)) fold(at, false);
}
function foldAll(closed) {
  for (const group of dump.querySelectorAll(".k")) {
    group.classList.toggle("shut", closed);
    if (closed) shut.add(Number(group.dataset.g));
  }
  if (!closed) shut.clear();
  for (const heading of dump.querySelectorAll(".v")) heading.setAttribute("aria-expanded", String(!shut.has(heading.mark)));
}

function choose(node, focus) {
  if (!node) return;
  for (const part of parts(chosen)) part.classList.remove("sel");
  if (element(chosen)) element(chosen).tabIndex = -1;
  chosen = node.mark;
  for (const part of parts(chosen)) part.classList.add("sel");
  reveal(node);
  light(chosen);
  say(describe(node));
  if (focus) {
    const first = element(chosen);
    first.tabIndex = 0;
    dump.tabIndex = -1;
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "nearest" });
  }
}
function row() {
  const node = element(chosen);
  return node ? node.closest(".i") ?? node : null;
}

dump.addEventListener("mouseover", event => {
  const node = place(event.target);
  light(node ? node.mark : chosen);
  if (node) say(describe(node));
});
dump.addEventListener("mousemove", event => {
  const byte = cell(event), node = byte && place(event.target);
  if (byte) say(describe(node ?? event.target, byte));
});
dump.addEventListener("mouseleave", () => { cell(null); light(chosen); if (element(chosen)) say(describe(element(chosen))); });
// Where a pointer leads: a path that counts from what holds it.
let paths = null;
function withPath(path) {
  if (!paths) {
    paths = new Map();
    for (const unit of units) for (const { p, mark } of placesOf(unit)) if (!paths.has(p)) paths.set(p, mark);
  }
  return paths.get(path) ?? paths.get(path + "[0]");
}
function target(pointer) {
  const name = pointer.textContent.trim();
  let path = known.get(place(pointer)?.mark)?.p ?? "";
  for (;;) {
    const found = withPath(path ? path + "." + name : name);
    if (found || !path) return element(found);
    path = path.slice(0, Math.max(path.lastIndexOf("."), path.lastIndexOf("["), 0));
  }
}
dump.addEventListener("click", event => {
  if (String(getSelection())) return;
  const node = place(event.target);
  if (!node) return;
  const goal = event.target.classList.contains("r") && target(event.target);
  if (goal) return choose(goal, true);
  choose(node, true);
  const heading = node.closest(".v");
  if (heading) fold(heading, !isFolded(heading));
});

const marked = link => Number(link.hash.slice(2));
$("aside").addEventListener("mouseover", event => {
  const link = event.target.closest("a");
  light(link ? marked(link) : chosen);
});
$("aside").addEventListener("mouseleave", () => light(chosen));
function follow() {
  if (/^#p\d+$/.test(location.hash)) choose(element(marked(location)), true);
}
$("aside").addEventListener("click", event => {
  const link = event.target.closest("a"), goal = link && element(marked(link));
  if (goal) {
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    choose(goal, true);
  }
});
addEventListener("hashchange", follow);

// Finding: text as it stands on the page, or an offset.
const hasText = (node, query) => expand(node.textContent).toLowerCase().includes(query);
const hasPath = (data, query) => !!data && data.p.toLowerCase().includes(query);
const isAt = (data, offset) => !!data && !data.v && data.a !== undefined && data.a <= offset && offset < data.a + data.n;
let found = null;
function search(forward, stay) {
  const query = find.value.trim().toLowerCase();
  if (!query) return;
  const offset = /^(0x[0-9a-f]+|\d+)$/.test(query) ? Number(query) : null;
  const at = offset === null ? () => false : data => isAt(data, offset);
  const says = data => at(data) || hasPath(data, query);
  // who types an offset wants the byte there first
  if (offset !== null && stay && seek(forward, stay, at, () => false)) return;
  if (!seek(forward, stay, says, node => hasText(node, query))) say("Not found: " + find.value);
}
// Goes to the next place that is so, or whose element is.
function seek(forward, stay, says, shows) {
  const now = found?.mark === chosen ? found : row();
  const count = units.length, begin = now ? [].indexOf.call(units, now.closest(".u")) : 0;
  // the part at hand twice: what follows in it, and in the end what is before
  for (let i = 0; i <= count; i++) {
    const unit = units[((begin + (forward ? i : -i)) % count + count) % count];
    if (!shows(unit) && !placesOf(unit).some(says)) continue;
    draw(unit);
    let items = [...unit.querySelectorAll(".i, .l > .m")];
    if (!forward) items.reverse();
    const at = items.indexOf(now);
    if (i === 0 && at >= 0) items = items.slice(stay ? at : at + 1);
    if (i === 0 && at >= 0 && !stay) items = items.filter(item => item.mark !== now.mark);
    for (const item of items) {
      if (!(item === element(item.mark) && says(known.get(item.mark))) && !shows(item)) continue;
      choose(item, false);
      found = item;
      item.scrollIntoView({ block: "center" });
      return true;
    }
  }
  return false;
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
  const now = links.findIndex(link => marked(link) === chosen);
  const next = now < 0 ? (forward ? 0 : links.length - 1) : (now + (forward ? 1 : -1) + links.length) % links.length;
  choose(element(marked(links[next])), true);
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

// What is seen, and what soon may be, is coloured; all of it before printing,
// unless that would take too long.
dump.setAttribute("role", "tree");
for (const group of dump.querySelectorAll(".k")) group.setAttribute("role", "group");
const narrow = matchMedia("(max-width: 60rem)");
let watch = null;
function observe() {
  watch?.disconnect();
  watch = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen)
      if (isIntersecting) { draw(target); watch.unobserve(target); }
  }, { root: narrow.matches ? null : dump, rootMargin: "1000px" });
  for (const unit of units) if (!unit.drawn) watch.observe(unit);
}
narrow.addEventListener("change", observe);
addEventListener("beforeprint", () => { if (units.length <= 300) for (const unit of units) draw(unit); });

$("tools").hidden = false;
$("fold").addEventListener("click", () => foldAll(true));
$("unfold").addEventListener("click", () => foldAll(false));
$("keys").addEventListener("click", showHelp);
const first = ends(true);
if (first) { first.tabIndex = 0; dump.tabIndex = -1; }
if (!dump.querySelector(".k")) { $("fold").hidden = true; $("unfold").hidden = true; }
if (!$("aside").firstElementChild) document.body.classList.add("alone");
observe();
follow();
