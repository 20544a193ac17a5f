// The plain page: asks, watches a thread's stream, shows answers. All text of others enters through textContent.
"use strict";

const $ = (id) => document.getElementById(id);
const jobs = new Map(); // job id -> { article, state }
let thread = null; // the thread on the page
let watching = null; // AbortController of its stream
let lastEvent = "";

// ---- talking to gorkd

const store = {
  get key() { try { return sessionStorage.getItem("gorkd-key") || ""; } catch { return ""; } },
  set key(value) { try { sessionStorage.setItem("gorkd-key", value); } catch { /* private windows may refuse */ } },
};

function headers(more) {
  return store.key ? { ...more, Authorization: `Bearer ${store.key}` } : { ...more };
}

async function call(path, body) {
  const options = body === undefined
    ? { headers: headers() }
    : { method: "POST", headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("gorkd does not answer. Is it running?");
  }
  const json = await response.json().catch(() => ({}));
  if (response.ok) return json;
  if (response.status === 401) askForKey();
  throw new Error(json.detail || `gorkd answered ${response.status}.`);
}

function askForKey() {
  $("key").hidden = false;
  $("secret").focus();
}

function trouble(error) {
  $("trouble").textContent = error ? error.message || String(error) : "";
  $("trouble").hidden = !error;
}

async function attempt(work) {
  trouble(null);
  try { return await work(); } catch (error) { trouble(error); return undefined; }
}

// ---- building what is seen

function el(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// Only addresses that lead to a page become links.
function safeLink(url, text, more) {
  let parsed = null;
  try { parsed = new URL(url); } catch { /* not an address */ }
  if (!parsed || !["http:", "https:"].includes(parsed.protocol)) return el("span", { text });
  return el("a", { href: url, rel: "noopener noreferrer", target: "_blank", text, ...more });
}

// The live page at the quote (https://wicg.github.io/scroll-to-text-fragment/).
function atQuote(url, quote) {
  const words = (quote || "").trim().split(/\s+/).slice(0, 8).join(" ");
  if (!words || url.includes("#") || !/^https?:/.test(url)) return url;
  return `${url}#:~:text=${encodeURIComponent(words).replaceAll("-", "%2D")}`;
}

// A sentence with its [1] as links to the sources of its own job.
function sentence(text, view) {
  const parts = document.createDocumentFragment();
  const numbers = new Set(view.sources.filter((one) => one.number !== null).map((one) => String(one.number)));
  let from = 0;
  for (const match of text.matchAll(/\[(\d{1,4})\]/g)) {
    if (!numbers.has(match[1])) continue;
    // A marker does not begin a line: U+2060 forbids the break before it.
    parts.append(`${text.slice(from, match.index).trimEnd()}\u2060`);
    parts.append(el("a", {
      class: "cite", href: `#${view.job_id}-${match[1]}`, text: match[0], "aria-label": `source ${match[1]}`,
    }));
    from = match.index + match[0].length;
  }
  parts.append(text.slice(from));
  return parts;
}

// The light Markdown that gorkd itself writes: headings, lists, tables, code, paragraphs.
function markdown(text, view) {
  const out = document.createDocumentFragment();
  const lines = text.split("\n");
  let words = [];
  const close = () => {
    if (words.length) out.append(el("p", {}, sentence(words.join(" "), view)));
    words = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at].trim();
    const heading = line.match(/^#{1,6}\s+(.*)/);
    const item = line.match(/^([-*]|\d{1,4}\.)\s+(.*)/);
    if (line.startsWith("```")) {
      close();
      const code = [];
      for (at += 1; at < lines.length && !lines[at].trim().startsWith("```"); at += 1) code.push(lines[at]);
      out.append(el("pre", {}, el("code", { text: code.join("\n") })));
    } else if (line === "") {
      close();
    } else if (heading) {
      close();
      out.append(el("h4", { text: heading[1] }));
    } else if (item) {
      close();
      const kind = /\d/.test(item[1]) ? "OL" : "UL";
      if (!out.lastChild || out.lastChild.nodeName !== kind) out.append(el(kind.toLowerCase(), { class: "plain" }));
      out.lastChild.append(el("li", {}, sentence(item[2], view)));
    } else if (line.startsWith("|")) {
      close();
      const cells = line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      const first = !out.lastChild || out.lastChild.nodeName !== "TABLE";
      if (first) out.append(el("table"));
      out.lastChild.append(el("tr", {}, ...cells.map((cell) => el(first ? "th" : "td", {}, sentence(cell, view)))));
    } else {
      words.push(line);
    }
  }
  close();
  return out;
}

function titled(heading, ...children) {
  return children.length ? [el("h3", { text: heading }), ...children] : [];
}

function list(heading, texts) {
  return texts.length
    ? titled(heading, el("ul", { class: "plain" }, ...texts.map((text) => el("li", { text }))))
    : [];
}

function source(view, one) {
  const citations = view.citations.filter((citation) => citation.source_id === one.id);
  const quotes = [...new Set(citations.map((citation) => citation.quote))];
  const day = one.published_at ? one.published_at.slice(0, 10) : "";
  const about = [one.url.startsWith("file:") ? path(one.url) : one.domain, day, one.truncated ? "first part only" : ""].filter(Boolean).join(" · ");
  const stored = el("details", {}, el("summary", { text: "as it was read" }));
  stored.addEventListener("toggle", () => showStored(stored, view, one, citations), { once: true });
  return el("li", { id: `${view.job_id}-${one.number}` },
    el("span", { class: "number", text: `[${one.number}]` }),
    el("div", {},
      safeLink(atQuote(one.url, quotes[0]), one.title || one.url),
      el("div", { class: "about", text: about }),
      ...quotes.map((quote) => el("blockquote", { text: quote })),
      stored));
}

function path(url) {
  try { return decodeURIComponent(new URL(url).pathname); } catch { return url; }
}

// The stored text with its quotes marked. Places count code points, so the text is taken apart by those.
async function showStored(place, view, one, citations) {
  const text = await attempt(() => call(`/api/jobs/${encodeURIComponent(view.job_id)}/sources/${encodeURIComponent(one.id)}`));
  if (!text) return;
  const points = Array.from(text.text);
  const spans = citations.map(({ start, end }) => [start, end]).sort((a, b) => a[0] - b[0]);
  const box = el("div", { class: "stored", tabindex: "0", role: "region", "aria-label": "stored text" });
  let from = 0;
  for (const [start, end] of spans) {
    if (start < from) continue;
    box.append(points.slice(from, start).join(""));
    box.append(el("mark", { text: points.slice(start, end).join("") }));
    from = end;
  }
  box.append(points.slice(from).join(""));
  place.append(box);
  const first = box.querySelector("mark");
  if (first) box.scrollTop = first.offsetTop - box.offsetTop - 40;
}

function conflicts(view) {
  const number = (id) => {
    const found = view.sources.find((one) => one.id === id);
    return found && found.number !== null ? `[${found.number}]` : "";
  };
  const texts = view.conflicts.map((one) => {
    const values = one.positions.map((at) => `${at.value} ${at.source_ids.map(number).join("")}`.trim()).join("; ");
    return `${one.about}: ${values}. ${one.why}`;
  });
  return list("Where sources disagree", texts);
}

function answer(view) {
  const box = el("div");
  if (view.answer) {
    const summary = el("div", { class: "summary" });
    for (const text of view.answer.summary.split("\n\n")) summary.append(el("p", {}, sentence(text, view)));
    const word = view.answer.confidence === "insufficient" ? "insufficient evidence" : view.answer.confidence;
    box.append(summary, el("p", { class: "confidence" }, "Confidence: ",
      el("strong", { class: view.answer.confidence, text: word }),
      `. ${view.answer.confidence_reasons.join(" ")}`));
    if (view.answer.detail.trim()) box.append(el("div", { class: "detail" }, markdown(view.answer.detail, view)));
  } else if (view.error) {
    box.append(el("p", { text: `There is no answer. ${view.error.message}` }));
  }
  const cited = view.sources.filter((one) => one.number !== null);
  const others = view.sources.filter((one) => one.number === null);
  box.append(...conflicts(view));
  if (cited.length) box.append(...titled("Sources", el("ol", { class: "sources" }, ...cited.map((one) => source(view, one)))));
  if (others.length) {
    box.append(el("details", {}, el("summary", { text: `Read, not cited (${others.length})` }),
      el("ul", { class: "plain" }, ...others.map((one) => el("li", {}, safeLink(one.url, one.title || one.url))))));
  }
  if (view.unread.length) {
    box.append(el("details", {}, el("summary", { text: `Could not be read (${view.unread.length})` }),
      el("ul", { class: "plain" }, ...view.unread.map((one) =>
        el("li", {}, safeLink(one.url, one.url), `: ${one.detail}`)))));
  }
  if (view.answer) {
    box.append(...list("Keep in mind", view.answer.limitations), ...list("Worth checking", view.answer.questions));
  }
  box.append(...list("What went less well", view.warnings));
  const meta = view.metadata;
  const facts = [
    `${(meta.duration_ms / 1000).toFixed(1)} s`,
    meta.sources_read === 1 ? "1 page read" : `${meta.sources_read} pages read`,
    meta.providers_used.length ? `asked ${meta.providers_used.join(", ")}` : "",
    meta.model || "no model",
    `$${meta.cost_usd.toFixed(3)}`,
  ].filter(Boolean).join(" · ");
  box.append(el("p", { class: "meta" }, `${facts} · `, el("a", { href: `/jobs/${view.job_id}`, text: "link" })));
  return box;
}

// ---- one job on the page

function card(job, question) {
  const known = jobs.get(job);
  if (known) return known;
  const parts = {
    title: el("h2", { text: question || "" }),
    steps: el("ol", { class: "steps", "aria-label": "Progress" }),
    now: el("p", { class: "now", role: "status" }),
    question: el("div"),
    draft: el("div", { class: "draft", hidden: "" }),
    warnings: el("ul", { class: "plain" }),
    stop: el("button", { type: "button", class: "quiet", text: "Stop and answer from what there is" }),
    body: el("div"),
    text: "",
  };
  parts.row = el("div", { class: "row" }, parts.stop);
  parts.stop.addEventListener("click", () => attempt(async () => {
    parts.stop.disabled = true;
    await call(`/api/threads/${encodeURIComponent(thread)}/stop`, { jobId: job });
  }));
  parts.article = el("article", { "aria-busy": "true" },
    parts.title, parts.steps, parts.now, parts.question, parts.draft, parts.warnings, parts.row, parts.body);
  jobs.set(job, parts);
  $("thread").append(parts.article);
  return parts;
}

async function finish(job) {
  const view = await attempt(() => call(`/api/jobs/${encodeURIComponent(job)}`));
  const parts = jobs.get(job);
  if (!view || !parts) return;
  const over = ["completed", "failed", "cancelled"].includes(view.status);
  if (!over) return;
  parts.title.textContent = view.question;
  parts.article.setAttribute("aria-busy", "false");
  for (const node of [parts.row, parts.draft, parts.steps, parts.warnings]) node.hidden = true;
  parts.question.replaceChildren();
  parts.now.textContent = view.answer ? "" : view.status;
  parts.now.hidden = Boolean(view.answer);
  parts.body.replaceChildren(answer(view));
}

const LABELS = { plan: "Plan", search: "Search", read: "Read", check: "Check", write: "Write" };

const told = {
  status(data) {
    const parts = card(data.jobId, data.question);
    parts.title.textContent = data.question;
    if (["completed", "failed", "cancelled"].includes(data.status)) return;
    parts.article.setAttribute("aria-busy", "true");
    for (const node of [parts.row, parts.steps, parts.warnings, parts.now]) node.hidden = false;
    parts.steps.replaceChildren(...data.progress.steps.map((one) =>
      el("li", { class: one.state, text: LABELS[one.step], "aria-current": one.state === "active" ? "step" : null })));
    if (parts.now.textContent !== data.progress.now) parts.now.textContent = data.progress.now;
    if (data.status !== "waiting") parts.question.replaceChildren();
  },
  question(data) { askBack(card(data.jobId), data); },
  warning(data) { card(data.jobId).warnings.append(el("li", { text: data.text })); },
  delta(data) {
    const parts = card(data.jobId);
    const points = Array.from(parts.text).slice(0, data.offset);
    parts.text = points.join("") + data.text;
    parts.draft.textContent = parts.text;
    parts.draft.hidden = false;
  },
  done(data) { finish(data.jobId); },
  gap() {
    jobs.clear();
    $("thread").replaceChildren();
  },
};

function askBack(parts, data) {
  const reply = (answer) => attempt(async () => {
    await call(`/api/threads/${encodeURIComponent(thread)}/resume`, { interruptId: data.interruptId, answer });
    parts.question.replaceChildren();
  });
  const choices = data.options.map((text, at) =>
    el("button", { type: "button", class: "quiet", text, onclick: () => reply(at + 1) }));
  if (data.allOfTheAbove) choices.push(el("button", { type: "button", class: "quiet", text: "All of the above", onclick: () => reply("all") }));
  if (data.kind === "approve") {
    choices.push(el("button", { type: "button", text: "Yes", onclick: () => reply(true) }),
      el("button", { type: "button", class: "quiet", text: "No", onclick: () => reply(false) }));
  } else {
    choices.push(el("button", { type: "button", class: "quiet", text: "Just go", onclick: () => reply("go") }));
  }
  const own = el("input", { "aria-label": "Your own words", placeholder: "or in your own words", maxlength: "500" });
  own.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && own.value.trim()) { event.preventDefault(); reply(own.value.trim()); }
  });
  parts.question.replaceChildren(el("h3", { text: data.text }), el("div", { class: "options" }, ...choices, own));
}

// ---- the stream, read by hand: a browser's own reader cannot send a key

async function watch(id) {
  if (watching) watching.abort();
  const mine = new AbortController();
  watching = mine;
  lastEvent = "";
  while (!mine.signal.aborted) {
    try {
      const more = lastEvent ? { "Last-Event-ID": lastEvent } : {};
      const response = await fetch(`/api/stream/${encodeURIComponent(id)}?events=status,question,warning,delta,done`,
        { headers: headers(more), signal: mine.signal });
      if (response.status === 401) { askForKey(); return; }
      if (response.status === 404) return;
      if (response.ok) await readEvents(response.body.getReader(), mine.signal);
    } catch { /* cut off: come back with the last id */ }
    await new Promise((resume) => setTimeout(resume, 1000));
  }
}

async function readEvents(reader, signal) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || signal.aborted) return;
    rest += decoder.decode(value, { stream: true });
    const frames = rest.split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      let event = "message", data = "", id = null;
      for (const line of frame.split("\n")) {
        if (line.startsWith("event: ")) event = line.slice(7);
        else if (line.startsWith("data: ")) data += line.slice(6);
        else if (line.startsWith("id: ")) id = line.slice(4);
      }
      if (data && told[event]) told[event](JSON.parse(data));
      if (id !== null) lastEvent = id;
    }
  }
}

// ---- the page

async function recent() {
  if (thread) { $("recent").hidden = true; return; }
  const found = await call("/api/threads?limit=12").catch(() => null);
  if (!found) return;
  $("recent").hidden = found.threads.length === 0;
  $("recent").querySelector("ul").replaceChildren(...found.threads.map((one) => el("li", {},
    el("a", { href: `/?thread=${one.threadId}`, text: one.title }),
    el("time", { datetime: one.updatedAt, text: new Date(one.updatedAt).toLocaleString() }))));
}

function show(id) {
  thread = id;
  jobs.clear();
  $("thread").replaceChildren();
  $("recent").hidden = true;
  $("fresh").hidden = false;
  // What comes next is asked below what was said.
  $("thread").after($("ask"));
  $("goal-label").textContent = "Follow-up";
  $("send").textContent = "Ask on";
  watch(id);
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    $("send").disabled = true;
    try {
      const fields = new FormData($("ask"));
      const body = { goal: fields.get("goal"), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" };
      for (const name of ["profile", "privacy", "modeOverride"]) if (fields.get(name)) body[name] = fields.get(name);
      if (thread) {
        const taken = await call(`/api/threads/${encodeURIComponent(thread)}/ask`, body);
        card(taken.jobId, body.goal).article.scrollIntoView({ block: "nearest" });
      } else {
        const taken = await call("/api/threads/start", body);
        history.pushState(null, "", `/?thread=${taken.threadId}`);
        show(taken.threadId);
      }
      $("goal").value = "";
    } finally {
      $("send").disabled = false;
    }
  });
});

$("goal").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    $("ask").requestSubmit();
  }
});

$("fresh").addEventListener("click", () => { location.href = "/"; });

$("key").addEventListener("submit", (event) => {
  event.preventDefault();
  store.key = $("secret").value.trim();
  $("secret").value = "";
  $("key").hidden = true;
  trouble(null);
  open();
});

async function open() {
  const path = location.pathname.match(/^\/jobs\/([^/]+)$/);
  const hash = location.hash.slice(1);
  const named = new URLSearchParams(location.search).get("thread");
  if (path) {
    const job = decodeURIComponent(path[1]);
    const view = await attempt(() => call(`/api/jobs/${encodeURIComponent(job)}`));
    if (!view) return;
    document.title = `${view.question} – gorkd`;
    show(view.thread_id);
    const { article } = card(job, view.question);
    await finish(job);
    if (hash) document.getElementById(hash)?.scrollIntoView();
    else if (jobs.size > 1) article.scrollIntoView({ block: "start" });
  } else if (named) {
    show(named);
  } else {
    recent();
  }
}

// Going back to another thread, or to none; a step between places of this one is the browser's own matter.
window.addEventListener("popstate", () => {
  const named = new URLSearchParams(location.search).get("thread");
  if (location.pathname === "/" && named !== thread) location.reload();
});
open();
