/** Every state of a question and every view, as they look: pictures are kept in target/page-seen, and looked at. */

import { JOB, THREAD, answered, everything, job } from "./mocks";
import { asked, expect, plain, seen, taken, test } from "./world";

test("asking, with all options", async ({ page }) => {
  await page.goto(plain);
  await page.getByText("Options").click();
  await expect(page.getByRole("heading", { name: "Your library" })).toBeVisible();
  await seen(page, "ask");
});

test("an empty library, on the first visit", async ({ page }) => {
  await answered(page, { ...everything, "GET /api/library": { documents: 0, folders: [], examples: [] }, "GET /api/threads": { threads: [] } });
  await page.goto(plain);
  await expect(page.getByText("Your library is empty.", { exact: false })).toBeVisible();
  await seen(page, "ask-first");
});

test("a key is asked for", async ({ page }) => {
  const refused = { status: 401, body: { title: "key_missing", status: 401, code: "key_missing", detail: "A key is needed here.", request_id: "req_1" } };
  await answered(page, { ...everything, "GET /api/session": { signedIn: false, owner: null, role: null, local: false, keyNeeded: true, csrf: null }, "GET /api/library": () => refused, "GET /api/threads": () => refused });
  await page.goto(plain);
  await expect(page.getByLabel("API key")).toBeVisible();
  await seen(page, "ask-key");
});

test("a question back", async ({ page }) => {
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

test("nothing that answers", async ({ page }) => {
  const { thread } = await asked(plain, "What is the boiling point of osmium?");
  await page.goto(`${plain}/t/${thread}`);
  await expect(page.getByText("insufficient evidence")).toBeVisible();
  await seen(page, "insufficient");
});

test("a run that failed", async ({ page }) => {
  const failed = { ...job, status: "failed", answer: null, claims: [], citations: [], sources: [], error: { code: "no_sources", message: "Nothing could be searched: the library is empty, and nothing may leave this machine." } };
  await answered(page, { ...everything, "GET /api/jobs/*": failed });
  await page.goto(`${plain}/t/${THREAD}?job=${JOB}`);
  await expect(page.getByRole("article", { name: "Answer" })).toContainText("Nothing could be searched");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await seen(page, "failed");
});

test("a long answer with all that can be said of it", async ({ page }) => {
  const part = (n: number): string => `## Part ${n}\n\n${Array.from({ length: 6 }, (_, at) => `The harbor of Eastmoor was widened in ${1900 + n * 6 + at}, which took two winters and cost more than planned. [1]`).join(" ")}`;
  const long = {
    ...job,
    refined_question: `${job.question} (road bridges only)`,
    answer: {
      ...job.answer, detail: Array.from({ length: 12 }, (_, n) => part(n + 1)).join("\n\n"), confidence_reasons: ["Two independent works say so."], limitations: ["Prices are not adjusted for inflation."],
      questions: ["Was the Ferry Bridge paid for by tolls?"], parts: [{ question: "Which were paid for by tolls?", answered: "no", claim_ids: [] }], premise: { said: "Eastmoor has four bridges.", found: "Eastmoor has three bridges.", source_ids: [job.sources[0]?.id] },
    },
    conflicts: [{ about: "Length of the Harbour Bridge", positions: [{ value: "503 m", source_ids: [job.sources[0]?.id], date: "2024-03-12" }, { value: "412 m", source_ids: [], date: null }], preferred: "503 m", why: "It is newer." }],
    unread: [{ url: "https://paywalled.example/an/article", reason: "paywall", detail: "The page asks for a subscription." }],
    issues: ["Nothing that was read says which were paid for by tolls."], warnings: ["brave was asked too often and was left out."],
  };
  await answered(page, { ...everything, "GET /api/jobs/*": long });
  await page.goto(`${plain}/t/${THREAD}?job=${JOB}`);
  await expect(page.getByText("Understood as:")).toBeVisible();
  await expect(page.getByText("412 m")).toBeVisible();
  await seen(page, "long");
});
