// <gorkd-related article="123">: shows related research about an article, beside it on its own page.
//
// Attributes: `article` (the site's own id), `src` (gorkd's URL, if the script is served from elsewhere),
// `site` (its name, if gorkd serves several), `token` (identifies the reader, signed by the site), `mode`
// (quick, standard, deep), `auto` (start research if there is no good result), `theme` (light, dark). Nothing
// from the network is ever treated as markup.
(() => {
  "use strict";
  if (customElements.get("gorkd-related")) return;

  const script = document.currentScript && document.currentScript.src;
  const SAID = {
    none: "",
    queued: "Waiting for its turn…",
    running: "Searching, reading and summarizing…",
    ready: "Ready",
    failed: "Failed",
  };
  const underWay = (status) => status === "queued" || status === "running";

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; } :host([hidden]) { display: none; }
    section { all: initial; --paper: #fff; --ink: #1c1e21; --quiet: #5b616a; --line: #d5d9df; --accent: #0b57d0;
      box-sizing: border-box; display: block; padding: 1em; border: 1px solid var(--line); border-radius: .5em;
      background: var(--paper); color: var(--ink); color-scheme: light; font: medium/1.5 system-ui, sans-serif;
      overflow-wrap: anywhere; }
    @media (prefers-color-scheme: dark) { :host(:not([theme="light"])) section { --paper: #1b1d21; --ink: #e8eaed;
      --quiet: #a3a9b3; --line: #3b4048; --accent: #8ab4f8; color-scheme: dark; } }
    :host([theme="dark"]) section { --paper: #1b1d21; --ink: #e8eaed; --quiet: #a3a9b3; --line: #3b4048;
      --accent: #8ab4f8; color-scheme: dark; }
    header { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; justify-content: space-between; }
    h2, h3 { margin: 0; line-height: 1.3; } h2 { font-size: 1.15em; } h3 { font-size: 1em; margin-top: .75em; }
    button { font: inherit; padding: .35em .8em; border: 1px solid var(--accent); border-radius: .35em;
      background: var(--paper); color: var(--accent); cursor: pointer; }
    button:disabled { opacity: .6; cursor: default; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    a { color: var(--accent); } p { margin: .5em 0 0; } .quiet { color: var(--quiet); font-size: .875em; }
    ul, ol { margin: .5em 0 0; padding-inline-start: 1.4em; } li { margin: .3em 0; }
    [hidden] { display: none; }
  `);

  /** An element with text or children. Strings become text, never markup. */
  function make(name, given = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  /** A link out of the page; plain text if the URL is not a web URL. */
  function link(address, words, given = {}) {
    if (!/^https?:\/\//i.test(address)) return make("span", {}, words);
    return make("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow", ...given }, words);
  }

  function host(address) {
    try {
      return new URL(address).hostname.replace(/^www\./, "");
    } catch {
      return "";
    }
  }

  function day(text) {
    const [year, month, date] = text.split("-").map(Number);
    return new Date(year, month - 1, date).toLocaleDateString(undefined, { dateStyle: "medium" });
  }

  /** The bullets of `summaryMd`: their text, and the numbers of their sources. */
  function bullets(markdown) {
    const lines = markdown.split("\n").filter((line) => line.startsWith("- "));
    return lines.map((line) => {
      const [, words, links] = /^- (.*?)((?:\s*\[\[\d+\]\]\([^)\s]*\))*)\s*$/.exec(line);
      const numbers = [...links.matchAll(/\[\[(\d+)\]\]/g)].map((found) => Number(found[1]));
      return { words: words.replace(/\\(.)/g, "$1"), numbers };
    });
  }

  class Related extends HTMLElement {
    static observedAttributes = ["article", "src", "site", "token"];

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      this.button = make("button", { type: "button" }, "Find latest info");
      this.button.addEventListener("click", () => this.find(true));
      this.line = make("p", { class: "quiet", role: "status", "aria-live": "polite" });
      this.body = make("div");
      const heading = make("h2", { id: "title" }, "Related info");
      const head = make("header", {}, heading, this.button);
      root.append(make("section", { "aria-labelledby": "title", lang: "en" }, head, this.line, this.body));
    }

    connectedCallback() {
      this.begin();
    }

    disconnectedCallback() {
      this.halt?.abort();
    }

    attributeChangedCallback(_, before, after) {
      if (this.isConnected && this.halt && before !== after) this.begin();
    }

    /** Shows the stored result, and starts research if wanted. */
    async begin() {
      this.halt?.abort();
      this.halt = new AbortController();
      this.last = undefined;
      this.body.replaceChildren();
      const halt = this.halt.signal;
      await this.attempt(halt, async () => {
        const research = await this.ask(halt, "GET", "research");
        this.show(research);
        // Research that just failed for one reader is not repeated for each of them.
        const until = research.status === "failed" ? Date.parse(research.updatedAt) + 600000 : Date.parse(research.expiresAt);
        if (underWay(research.status)) await this.follow(halt);
        else if (this.hasAttribute("auto") && !(until > Date.now())) await this.start(halt, false);
      });
    }

    find(force) {
      const halt = this.halt?.signal;
      if (halt && !this.button.disabled) this.attempt(halt, () => this.start(halt, force));
    }

    async start(halt, force) {
      this.tell("queued");
      const mode = this.getAttribute("mode") || "quick";
      const state = await this.ask(halt, "POST", "research", force ? { force: "true" } : {}, { mode });
      if (underWay(state.status)) {
        this.tell(state.status);
        await this.follow(halt);
      } else this.show(await this.ask(halt, "GET", "research"));
    }

    /**
     * Errors are shown in the panel. If the work was canceled because the panel was removed, nobody needs to
     * know.
     */
    async attempt(halt, work) {
      try {
        await work();
      } catch (error) {
        if (halt.aborted) return;
        this.tell("failed", error.told || "The server cannot be reached. Please try again later.");
      }
    }

    address(path, query = {}) {
      const base = this.getAttribute("src") || script || location.href;
      const article = encodeURIComponent(this.getAttribute("article") || "");
      const address = new URL(`/api/articles/${article}/${path}`, base);
      const site = this.getAttribute("site");
      for (const [name, value] of Object.entries(site ? { site, ...query } : query)) {
        address.searchParams.set(name, value);
      }
      return address;
    }

    async send(halt, method, path, query, body, headers = {}) {
      const token = this.getAttribute("token");
      if (token) headers.authorization = `Bearer ${token}`;
      if (body) headers["content-type"] = "application/json";
      const answer = await fetch(this.address(path, query), {
        method,
        headers,
        body: body && JSON.stringify(body),
        signal: halt,
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      if (answer.ok) return answer;
      const problem = await answer.json().catch(() => ({}));
      throw Object.assign(new Error(problem.detail), { told: problem.detail });
    }

    async ask(halt, method, path, query, body) {
      return (await this.send(halt, method, path, query, body)).json();
    }

    /** Follows the run to its end, opening a new stream whenever one ends. */
    async follow(halt) {
      for (let wait = 500; ; wait = Math.min(2 * wait, 30000)) {
        try {
          if (await this.listen(halt)) break;
          wait = 500;
        } catch (error) {
          if (halt.aborted || error.told) throw error;
        }
        await new Promise((go) => setTimeout(go, wait));
        // The run may have ended while no stream was open.
        const research = await this.ask(halt, "GET", "research").catch(() => ({ status: "running" }));
        if (halt.aborted) return;
        if (!underWay(research.status)) break;
      }
      this.show(await this.ask(halt, "GET", "research"));
    }

    /** Reads one event stream. Returns true if the run has ended. */
    async listen(halt) {
      const known = this.last ? { "last-event-id": this.last } : {};
      const answer = await this.send(halt, "GET", "research/events", {}, undefined, known);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ; ) {
        const { done, value } = await reader.read();
        if (done) return false;
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) {
          const field = (name) => event.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
          this.last = field("id") || this.last;
          if (field("event") !== "research") continue;
          const { status } = JSON.parse(field("data"));
          if (!underWay(status)) {
            reader.cancel();
            return true;
          }
          this.tell(status);
        }
      }
    }

    tell(status, words) {
      this.button.disabled = underWay(status);
      const said = words ? `${SAID[status]}: ${words}` : SAID[status];
      if (this.line.textContent !== said) this.line.textContent = said;
      this.line.hidden = !said;
    }

    show(research) {
      this.tell(research.status, research.errorMessage);
      if (research.status !== "ready") return;
      const { sources, questions } = research;
      const cite = (number) => {
        const source = sources[number - 1];
        return source ? [" ", link(source.url, `[${number}]`, { "aria-label": `Source ${number}: ${source.title}` })] : [];
      };
      const said = bullets(research.summaryMd).map(({ words, numbers }) => make("li", {}, words, ...numbers.flatMap(cite)));
      const from = sources.map((source) => {
        const about = [host(source.url), source.publishedAt && day(source.publishedAt)].filter(Boolean).join(" · ");
        return make("li", {}, link(source.url, source.title), " ", make("span", { class: "quiet" }, about));
      });
      const time = new Date(research.updatedAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
      const when = make("time", { datetime: research.updatedAt }, time);
      const parts = [make("ul", {}, ...said), make("h3", {}, "Sources"), make("ol", {}, ...from)];
      if (questions.length) {
        const open = questions.map((question) => make("li", {}, question));
        parts.push(make("h3", {}, "Questions to verify"), make("ul", {}, ...open));
      }
      parts.push(make("p", { class: "quiet" }, "AI-generated summary. Last run: ", when, "."));
      this.body.replaceChildren(...parts);
    }
  }

  customElements.define("gorkd-related", Related);
})();
