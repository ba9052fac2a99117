document.documentElement.classList.add("js");
const $ = id => document.getElementById(id);
const dump = $("dump"), status = $("status"), find = $("find"), help = $("help");

// Rows come as plain text; beside each part of the page stands what is in it.
// A place is a field or a structure, known by its number, its mark.
const units = dump.getElementsByClassName("u");
const short = text => parseInt(text, 36);
const kinds = $("kinds").textContent.split("\n").map(line => {
  const [n, flags, d, t] = line.split("\t");
  return { n: n ? short(n) : undefined, v: flags?.includes("v"), s: flags?.includes("s"), d, t };
});
const looks = $("looks").textContent.split(" ");
const runs = new Map();
const runsOf = look => {
  if (!runs.has(look))
    runs.set(look, look ? look.split(",").map(run => run.match(/^(\d+)([A-Za-z]\d*)?(?:\*(\d+))?(?:@(-?\d+))?$/)) : []);
  return runs.get(look);
};

// The places that have their first row in a part of the page, by mark.
const known = new Map();
function placesOf(unit) {
  if (unit.places) return unit.places;
  const base = Number(unit.dataset.b);
  let mark = base + 1, path = "", start = 0;
  unit.places = [];
  for (const line of unit.dataset.m ? unit.dataset.m.split("\n") : []) {
    if (line[0] === "#") { mark = base + short(line.slice(1)); continue; }
    const [head, number, moved, length, bytes] = line.split("\t");
    const cut = head.indexOf(" ");
    path = path.slice(0, short(head.slice(0, cut))) + head.slice(cut + 1);
    const kind = kinds[short(number)];
    const n = length === "-" ? undefined : length ? short(length) : kind.n;
    if (n !== undefined && moved) start += short(moved);
    const place = { unit, mark, p: path, t: kind.t, d: kind.d, v: kind.v, s: kind.s, b: bytes, n, a: n === undefined ? undefined : start };
    known.set(mark++, place);
    unit.places.push(place);
  }
  return unit.places;
}
function unitOf(mark) {
  let from = 0, to = units.length;
  while (to - from > 1) {
    const middle = from + to >> 1;
    if (Number(units[middle].dataset.b) < mark) from = middle; else to = middle;
  }
  // marks are nearly in order; only if need be, all parts are searched
  for (const unit of [units[from], units[from + 1], ...units]) {
    if (unit) placesOf(unit);
    if (known.has(mark)) break;
  }
  return known.get(mark)?.unit;
}

// Elements of a place, the first of them being what is chosen and led to.
const elements = new Map();
const parts = mark => elements.get(mark) ?? [];
function element(mark) {
  if (mark && !elements.has(mark)) {
    const unit = unitOf(mark);
    if (unit) draw(unit);
  }
  return parts(mark)[0] ?? null;
}
function belong(node, mark, first) {
  node.mark = mark;
  if (elements.has(mark)) elements.get(mark).push(node); else elements.set(mark, [node]);
  if (mark === lit) node.classList.add("hi");
  if (mark === chosen) node.classList.add("sel");
  if (first && !$("p" + mark)) node.id = "p" + mark;
}
function place(node) {
  while (node && node !== dump && !node.mark) node = node.parentElement;
  return node?.mark ? node : null;
}

// Blanks may stand as tabulators.
const expand = text => !text.includes("\t") ? text : text.split("\n").map(line =>
  line.split("\t").reduce((all, piece) => all.padEnd((all.length >> 3) + 1 << 3) + piece)).join("\n");
const BLOCKS = /(\u258c+|\u2591+|\u2592+|\u2593+|\u2588+)/;
const FILLS = { "\u258c": "q0", "\u2591": "q1", "\u2592": "q2", "\u2593": "q3", "\u2588": "q4" };
function span(to, name) {
  const node = document.createElement("span");
  node.className = name;
  to.append(node);
  return node;
}
function letters(to, text, name, columns) {
  if (name) to = span(to, name);
  if (columns) {
    to = span(to, "w");
    to.style.width = columns + "ch";
  }
  for (const piece of text.split(BLOCKS))
    if (FILLS[piece[0]]) span(to, FILLS[piece[0]]).textContent = piece; else if (piece) to.append(piece);
}

// Colours a part of the page, and says which place each of its letters is of.
const isRow = node => node.parentElement !== dump && node.tagName === "DIV" && !node.classList.contains("k");
function draw(unit) {
  if (unit.drawn) return;
  unit.drawn = true;
  const places = placesOf(unit), tokens = unit.dataset.r.split(" ");
  let next = 0, number = 0;
  for (const row of unit.querySelectorAll("div:not(.k)")) {
    const [, plain, ref, sign, look] = tokens[number++].match(/^([~!]?)([-0-9a-z]*)([.=])(.*)$/);
    let base = null, first = false;
    if (plain !== "!") {
      base = ref ? Number(unit.dataset.b) + short(ref) : places[next].mark;
      first = !ref;
    }
    const text = expand(row.textContent);
    row.textContent = "";
    row.className = base && !plain ? "i" : "l";
    if (row.className === "i") {
      belong(row, base, first);
      if (first) {
        next++;
        row.setAttribute("role", "treeitem");
        row.ariaLevel = 1 + depth(row);
        row.tabIndex = -1;
        if (known.get(base).v) {
          row.classList.add("v");
          row.setAttribute("aria-expanded", String(!shut.has(base)));
        }
      }
    }
    let at = 0, part = null, to = row;
    for (const [, count, name, columns, offset] of runsOf(sign === "." ? looks[short(look)] : look)) {
      const mark = offset === undefined ? null : base + Number(offset);
      if (mark !== part) {
        part = mark;
        to = mark ? span(row, "m") : row;
        if (mark) {
          const fresh = places[next]?.mark === mark;
          belong(to, mark, fresh);
          if (fresh) next++;
          if (fresh && plain) { to.setAttribute("role", "treeitem"); to.ariaLevel = 1 + depth(row); to.tabIndex = -1; }
        }
      }
      letters(to, text.slice(at, at += Number(count)), name, columns);
    }
    if (at < text.length) row.append(text.slice(at));
  }
}
function depth(row) {
  let count = 0;
  for (let group = row.closest(".k"); group; group = group.parentElement.closest(".k")) count++;
  return count;
}

const shut = new Set();
let lit = null, chosen = null;
function light(mark) {
  if (mark === lit) return;
  for (const part of parts(lit)) part.classList.remove("hi");
  lit = mark;
  for (const part of parts(lit)) part.classList.add("hi");
}
