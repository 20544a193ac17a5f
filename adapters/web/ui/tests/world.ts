/** What the tests share: the servers that tests/web/page.rs has started, and looking after what a page does. */

import { type Page, test as base, expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { type ServerResponse, createServer, request as ask } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests are run by tests/web/page.rs (docs/page.md).`);
  return value;
}

/** A server without a model, over a library about Eastmoor with a hostile document. */
export const plain = given("GORKD_URL");
/** A server with a model that writes, over a small web. */
export const written = given("GORKD_WRITTEN_URL");
/** A server over the same library that nobody has set up yet. */
export const fresh = given("GORKD_FRESH_URL");
/** A server where everybody needs a key, with a Slack in which an answer was rated, and with providers that it pays. */
export const office = given("GORKD_OFFICE_URL");
/** A key of its admin, named root. */
export const root = given("GORKD_OFFICE_KEY");
/** Where a model's server answers, a provider's, and one of a provider that accepts no key. */
export const [model, works, refuses] = [given("GORKD_MODEL_URL"), given("GORKD_WORKS_URL"), given("GORKD_REFUSES_URL")];

/** Who may be asked. */
export const allowed = new Set([plain, written, fresh, office]);

/**
 * Kills or starts the writing server, lets its model answer so many calls only, or slows its text down; writes the
 * settings file of the fresh server and starts it again; or has a newer version of gorkd work on a run of the office.
 */
export async function order(what: "kill" | "start" | "hold" | "free" | "pace" | "configure" | "newer" | "type", number = 0, body = ""): Promise<string> {
  const answer = await fetch(`${given("GORKD_CONTROL")}/${what}/${number}`, { method: "POST", body });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Types a command that the page shows into a terminal of that server's machine, and gives what it prints. */
export const typed = async (line: string, server = office): Promise<string> => (await order("type", server === office ? 0 : 1, line)).trim();

/** Signs a browser in, without the form. */
export async function signIn(page: Page, server: string, key: string): Promise<void> {
  const answer = await page.context().request.post(`${server}/api/session`, { data: { key } });
  expect(answer.status()).toBe(200);
}

/** What the interface really answers, changed on its way: for what would take days, other people, or bad luck to have. */
export async function changed<T>(page: Page, path: string, edit: (real: T) => T): Promise<void> {
  await page.route((url) => new RegExp(`^${path.replaceAll("*", "[^/]+")}$`).test(url.pathname), async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: edit((await response.json()) as T) });
  });
}

export interface Proxy {
  /** Where it answers; `path` included. */
  url: string;
  /** Ends every event stream that goes through it. */
  cut: () => void;
  /** Streams that were asked for so far. */
  streams: () => number;
  close: () => void;
}

/** A server between the page and a gorkd, below a path of its own. */
export async function proxy(target: string, path = ""): Promise<Proxy> {
  const behind = new URL(target);
  const open = new Set<ServerResponse>();
  let streams = 0;
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(`${path}/`)) return void response.writeHead(404).end();
    const wanted = request.url.slice(path.length);
    if (wanted.startsWith("/api/stream/")) {
      streams += 1;
      open.add(response);
    }
    // As a proxy does that hands a request on under the server's own name.
    const headers = { ...request.headers, host: behind.host, ...(request.headers.origin ? { origin: behind.origin } : {}) };
    const further = ask({ host: behind.hostname, port: behind.port, method: request.method, path: wanted, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    response.on("close", () => {
      open.delete(response);
      further.destroy();
    });
    further.on("error", () => response.destroy());
    request.pipe(further);
  });
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  allowed.add(origin);
  return {
    url: origin + path,
    cut: () => open.forEach((response) => response.destroy()),
    streams: () => streams,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every page is watched: nothing of it may fail, run that should not, or ask anybody else. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ page }, use) => {
      const wrong: string[] = [];
      page.on("pageerror", (error) => wrong.push(`a fault: ${error.message}`));
      page.on("dialog", (dialog) => {
        wrong.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("console", (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) wrong.push(message.text());
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (!["blob:", "data:"].includes(url.protocol) && !allowed.has(url.origin)) wrong.push(`asked ${request.url()}`);
      });
      await use();
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules of WCAG 2.2 AA that this page breaks, in words. */
export async function barriers(page: Page): Promise<string[]> {
  // Evaluated and not added as an element: the content policy allows no such script.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run: (what: Document, how: object) => Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> } }).axe;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

async function post(server: string, body: object, key: string | null): Promise<{ threadId: string; jobId: string }> {
  const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  return (await (await fetch(`${server}/api/threads/start`, { method: "POST", headers, body: JSON.stringify(body) })).json()) as { threadId: string; jobId: string };
}

/** Waits until a run is in one of these states. */
export async function until(server: string, job: string, states: RegExp, key: string | null = null): Promise<void> {
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  await expect
    .poll(async () => ((await (await fetch(`${server}/api/jobs/${job}`, { headers })).json()) as { status: string }).status, { timeout: 20_000 })
    .toMatch(states);
}

/** Asks over the interface and waits for the end: the thread and the run. */
export async function asked(server: string, goal: string, more: object = {}, key: string | null = null): Promise<{ thread: string; job: string }> {
  const { threadId, jobId } = await post(server, { goal, ...more }, key);
  await until(server, jobId, /completed|failed|cancelled/, key);
  return { thread: threadId, job: jobId };
}

/** Asks over the interface, and gives the thread. */
export async function taken(server: string, body: object): Promise<string> {
  return (await post(server, body, null)).threadId;
}

const LOOKS = [["light", 1280, 900], ["dark", 1280, 900], ["light", 390, 844], ["light", 640, 450]] as const;

/**
 * A picture in each look, kept in target/page-seen, without barriers and without anything wider than the screen. At
 * 200 % a window of 1280 has room for 640.
 */
export async function seen(page: Page, name: string): Promise<void> {
  for (const [look, width, height] of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: look, reducedMotion: "reduce" });
    await page.screenshot({ path: `../../../target/page-seen/${name}-${look}-${width}.png`, fullPage: true });
    expect(await barriers(page), `${name} ${look} ${width}`).toEqual([]);
    expect(await sideways(page), `${name} ${look} ${width}`).toBe(false);
  }
}

/** Does the page have to be scrolled sideways? */
export async function sideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
}
