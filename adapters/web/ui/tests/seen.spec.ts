/** Screenshots of every state of a question and every view, stored in target/page-seen for review. */

import type { Job } from "../src/lib/types";
import { asked, changed, expect, office, order, plain, root, seen, signIn, taken, test, typed, until, written } from "./world";

test("asking, with all options", async ({ page }) => {
  await page.goto(plain);
  await page.getByText("Options").click();
  await expect(page.getByRole("heading", { name: "Your library" })).toBeVisible();
  await seen(page, "ask");
});

test("an empty library, on the first visit", async ({ page }) => {
  await signIn(page, written, await typed("gorkd key create newcomer --role admin", written));
  await page.goto(written);
  await expect(page.getByText("Your library is empty.", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Recent threads" })).toHaveCount(0);
  await seen(page, "ask-first");
});

test("a key is asked for", async ({ page }) => {
  await page.goto(office);
  await expect(page.getByLabel("API key")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveCount(0);
  await seen(page, "ask-key");
});

test("a clarifying question", async ({ page }) => {
  await page.goto(`${plain}/t/${await taken(plain, { goal: "What about the old bridge?", modeOverride: "plan" })}`);
  await expect(page.getByRole("textbox", { name: "Or answer in your own words" })).toBeVisible();
  await seen(page, "question");
});

test("a plan that waits for approval", async ({ page }) => {
  await page.goto(`${plain}/t/${await taken(plain, { goal: "What crossed the harbour of Eastmoor before the bridge, and how often did it go?", modeOverride: "plan", profile: "standard" })}`);
  await page.getByRole("button", { name: "An overview" }).click();
  await expect(page.getByRole("region", { name: "The plan" })).toBeVisible();
  await seen(page, "plan");
});

test("an answer, open at a passage", async ({ page }) => {
  const { thread } = await asked(plain, "When was the Harbour Bridge of Eastmoor opened, and how long is it?");
  await page.goto(`${plain}/t/${thread}`);
  await page.getByRole("button", { name: /^Source 1,/ }).first().click();
  await expect(page.locator("article.source.on mark.focus")).toBeVisible();
  await seen(page, "answer");
});

test("no passage answers the question", async ({ page }) => {
  const { thread } = await asked(plain, "What is the boiling point of osmium?");
  await page.goto(`${plain}/t/${thread}`);
  await expect(page.getByText("insufficient evidence")).toBeVisible();
  await expect(page.getByRole("article", { name: "Answer" }).getByText("Your own documents stay here.")).toBeVisible();
  await seen(page, "insufficient");
  // A web search is one click away, in the same thread.
  const sent = page.waitForRequest((request) => request.url().endsWith("/ask"));
  await page.getByRole("button", { name: "Search the web, too" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ privacy: "hybrid" });
  await expect(page).toHaveURL(/\?job=/);
  await expect(page.getByText("2 questions in this thread")).toBeVisible();
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Search the web, too" })).toHaveCount(0);
});

test("a run that failed and is retried", async ({ page }) => {
  await signIn(page, office, root);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${root}` };
  const start = await fetch(`${office}/api/threads/start`, { method: "POST", headers, body: JSON.stringify({ goal: "What about the old bridge of Eastmoor?", modeOverride: "plan" }) });
  const { threadId, jobId } = (await start.json()) as { threadId: string; jobId: string };
  await until(office, jobId, /waiting/, root);
  await order("newer", 0, jobId);
  await page.goto(`${office}/t/${threadId}`);
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText("A newer version of gorkd has worked on this job; this one cannot read all of it.");
  await seen(page, "failed");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).not.toHaveURL(new RegExp(threadId));
  await expect(answer.getByRole("button", { name: "Export" })).toBeVisible();
});

test("a long answer with every optional part", async ({ page }) => {
  const part = (n: number): string => `## Part ${n}\n\n${Array.from({ length: 6 }, (_, at) => `The harbor of Eastmoor was widened in ${1900 + n * 6 + at}, which took two winters and cost more than planned. [1]`).join(" ")}`;
  const { thread, job } = await asked(plain, "How long is the Harbour Bridge of Eastmoor, and when was it opened?");
  await changed<Job>(page, `/api/jobs/${job}`, (real) => {
    if (!real.answer) throw new Error("no answer");
    const [source, other] = real.sources.map((one) => one.id);
    return {
      ...real,
      refined_question: `${real.question} (road bridges only)`,
      answer: {
        ...real.answer, blocks: [], detail: Array.from({ length: 12 }, (_, n) => part(n + 1)).join("\n\n"), confidence: "medium", confidence_reasons: ["Two independent works say so."], limitations: ["Prices are not adjusted for inflation."],
        questions: ["Was the Ferry Bridge paid for by tolls?"], parts: [{ question: "Which were paid for by tolls?", answered: "no", claim_ids: [] }], premise: { said: "Eastmoor has four bridges.", found: "Eastmoor has three bridges.", source_ids: source ? [source] : [] },
      },
      claims: real.claims.map((one, at) => ({ ...one, derived: at === 0 ? { expression: "310 + 193", value: 503 } : null })),
      conflicts: [{ about: "Length of the Harbour Bridge", positions: [{ value: "503 m", source_ids: source ? [source] : [], date: "2024-03-12" }, { value: "412 m", source_ids: other ? [other] : [], date: null }], preferred: "503 m", why: "It is newer." }],
      unread: [{ url: "https://paywalled.example/an/article", reason: "paywall", detail: "The page asks for a subscription." }],
      issues: ["Nothing that was read says which were paid for by tolls."], warnings: ["brave was asked too often and was left out."],
    };
  });
  await page.goto(`${plain}/t/${thread}?job=${job}`);
  await expect(page.getByText("Understood as:")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^412 m/ })).toBeVisible();
  await seen(page, "long");
});
