/** Shared by the tests: the servers started by tests/web/page.rs, and checks on what a page does. */

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

/** A server without a model, over a library about Eastmoor that includes a hostile document. */
export const plain = given("GORKD_URL");
/** A server with a model that writes, over a small web. */
export const written = given("GORKD_WRITTEN_URL");
/** A server over the same library that has not been set up yet. */
export const fresh = given("GORKD_FRESH_URL");
/** A server where everyone needs a key, with a Slack in which an answer was rated, and with paid providers. */
export const office = given("GORKD_OFFICE_URL");
/** The key of its admin, named root. */
export const root = given("GORKD_OFFICE_KEY");
/** URLs of a model server, of a provider, and of a provider that rejects all keys. */
export const [model, works, refuses] = [given("GORKD_MODEL_URL"), given("GORKD_WORKS_URL"), given("GORKD_REFUSES_URL")];

/** Origins to which requests are allowed. */
export const allowed = new Set([plain, written, fresh, office]);

/**
 * Kills or starts the writing server, limits its model to a number of calls, or slows down its text; writes the
 * settings file of the fresh server and restarts it; or lets a newer version of gorkd work on a run of the
 * office.
 */
export async function order(what: "kill" | "start" | "hold" | "free" | "pace" | "configure" | "newer" | "type", number = 0, body = ""): Promise<string> {
  const answer = await fetch(`${given("GORKD_CONTROL")}/${what}/${number}`, { method: "POST", body });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Runs a command shown by the page in a terminal on that server's machine, and returns its output. */
export const typed = async (line: string, server = office): Promise<string> => (await order("type", server === office ? 0 : 1, line)).trim();

/** Signs in a browser without using the form. */
export async function signIn(page: Page, server: string, key: string): Promise<void> {
  const answer = await page.context().request.post(`${server}/api/session`, { data: { key } });
  expect(answer.status()).toBe(200);
}

/**
 * Changes a real API response in transit, for states that would take days, other people, or bad luck to reach.
 */
export async function changed<T>(page: Page, path: string, edit: (real: T) => T): Promise<void> {
  await page.route((url) => new RegExp(`^${path.replaceAll("*", "[^/]+")}$`).test(url.pathname), async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: edit((await response.json()) as T) });
  });
}

export interface Proxy {
  /** Its URL, including `path`. */
  url: string;
  /** Ends all event streams through it. */
  cut: () => void;
  /** The number of streams requested so far. */
  streams: () => number;
  close: () => void;
}

/** A proxy between the page and a gorkd, below its own path. */
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
    // Like a proxy that forwards requests under the server's own name.
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

/** Watches every page: it must not fail, run forbidden code, or send requests elsewhere. */
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
      // The page may be loading something that a test changes in transit, and the test is over.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The WCAG 2.2 AA rules that this page violates, as text. */
export async function barriers(page: Page): Promise<string[]> {
  // Evaluated rather than added as an element, because the content security policy forbids such a script.
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

/** Asks through the API and waits for the run to end. Returns the thread and the run. */
export async function asked(server: string, goal: string, more: object = {}, key: string | null = null): Promise<{ thread: string; job: string }> {
  const { threadId, jobId } = await post(server, { goal, ...more }, key);
  await until(server, jobId, /completed|failed|cancelled/, key);
  return { thread: threadId, job: jobId };
}

/** Asks through the API and returns the thread. */
export async function taken(server: string, body: object): Promise<string> {
  return (await post(server, body, null)).threadId;
}

const LOOKS = [["light", 1280, 900], ["dark", 1280, 900], ["light", 390, 844], ["light", 640, 450]] as const;

/**
 * Takes a screenshot in each theme and size, stored in target/page-seen, and checks that nothing is
 * inaccessible or wider than the screen. At 200 % zoom, a window 1280 wide has room for 640.
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

/** Whether the page needs horizontal scrolling. */
export async function sideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
}
