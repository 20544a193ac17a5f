/** What the tests share: the servers that tests/web/page.rs has started, and looking after what a page does. */

import { type Page, test as base, expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests are run by tests/web/page.rs (docs/page.md).`);
  return value;
}

/** A server without a model, over a library about Eastmoor with a hostile document. */
export const plain = given("GORKD_URL");
/** A server with a model that writes, over a small web. */
export const written = given("GORKD_WRITTEN_URL");

/** Who may be asked. */
export const allowed = new Set([plain, written]);

/** Kills or starts the writing server, lets its model answer so many calls only, or slows its text down. */
export async function order(what: "kill" | "start" | "hold" | "free" | "pace", number = 0): Promise<void> {
  const answer = await fetch(`${given("GORKD_CONTROL")}/${what}/${number}`, { method: "POST" });
  expect(answer.status).toBe(204);
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

/** Asks over the interface and waits for the end: the thread and the run. */
export async function asked(server: string, goal: string, more: object = {}): Promise<{ thread: string; job: string }> {
  const response = await fetch(`${server}/api/threads/start`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ goal, ...more }) });
  const taken = (await response.json()) as { threadId: string; jobId: string };
  await expect
    .poll(async () => ((await (await fetch(`${server}/api/jobs/${taken.jobId}`)).json()) as { status: string }).status, { timeout: 20_000 })
    .toMatch(/completed|failed|cancelled/);
  return { thread: taken.threadId, job: taken.jobId };
}

/** Does the page have to be scrolled sideways? */
export async function sideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
}
