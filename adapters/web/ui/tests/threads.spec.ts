import type { Job, State, Thread } from "../src/lib/types";
import { asked, barriers, changed, expect, plain, taken, test, written } from "./world";

const QUESTION = "How long is the Harbour Bridge of Eastmoor?";
const FARES = "What are the ferry fares of Westholm harbour?";

test("a thread that is deleted while it is open says so, and offers nothing else", async ({ page }) => {
  const thread = await taken(plain, { goal: "What about the deleted bridge?", modeOverride: "plan", force: true });
  await page.goto(`${plain}/t/${thread}`);
  await expect(page.getByRole("textbox", { name: "Or answer in your own words" })).toBeVisible();
  expect((await fetch(`${plain}/api/threads/${thread}`, { method: "DELETE" })).status).toBe(204);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This thread was deleted");
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Views of this thread" })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("link", { name: "Ask a new question" }).click();
  await expect(page.getByRole("textbox", { name: "Your question" })).toBeVisible();
});

test("a thread that does not exist leads onward from each view", async ({ page }) => {
  for (const view of ["", "/artifacts", "/verify", "/checkpoints", "/log"]) {
    await page.goto(`${plain}/t/thr_none${view}`);
    await expect(page.getByRole("heading", { level: 1 }), view).toHaveText("Thread not found");
    await expect(page.getByRole("navigation", { name: "Views of this thread" }), view).toHaveCount(0);
    await expect(page.getByRole("alert"), view).toHaveCount(0);
  }
  await page.getByRole("link", { name: "All threads" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Threads");
});

test("the tab for tables is there if the answer has tables", async ({ page }) => {
  const views = page.getByRole("navigation", { name: "Views of this thread" }).getByRole("link");
  const { thread } = await asked(plain, FARES);
  await page.goto(`${plain}/t/${thread}`);
  await expect(views).toHaveText(["Answer", "Tables", "Verify", "Checkpoints", "Run log"]);
  const none = await asked(plain, QUESTION);
  const looked = page.waitForResponse((response) => response.url().endsWith(`/api/jobs/${none.job}/artifacts`));
  await page.goto(`${plain}/t/${none.thread}`);
  await looked;
  await expect(views).toHaveText(["Answer", "Verify", "Checkpoints", "Run log"]);
});

test("the time of an active run goes on, and stands still while it waits", async ({ page }) => {
  const thread = await taken(plain, { goal: "What about the slow bridge?", modeOverride: "plan", force: true });
  let status: "running" | "waiting" = "running";
  // No run in this world takes long.
  await page.route("**/api/stream/**", (route) => route.abort());
  await changed<Thread>(page, `/api/threads/${thread}`, (real) => ({ ...real, jobs: real.jobs.map((one) => ({ ...one, status })) }));
  await changed<Job>(page, "/api/jobs/*", (real) => ({ ...real, status }));
  await changed<State>(page, `/api/threads/${thread}/state`, (real) => ({ ...real, status, interrupt: null, progress: { ...real.progress, status, elapsed_ms: 12_000 } }));
  await page.clock.install();
  await page.goto(`${plain}/t/${thread}`);
  const figures = page.locator(".figures");
  await expect(figures).toContainText("12 sec");
  await page.clock.runFor(5_000);
  await expect(figures).toContainText(/1[78] sec/);
  status = "waiting";
  await page.reload();
  await expect(figures).toContainText("12 sec");
  await page.clock.runFor(5_000);
  await expect(figures).toContainText("12 sec");
});

test("a source that is not used says why it was read", async ({ page }) => {
  const { thread, job } = await asked(plain, QUESTION);
  await changed<Job>(page, `/api/jobs/${job}`, (real) => ({ ...real, sources: real.sources.map((one, at) => ({ ...one, cited: at === 0, why_used: "first result of a search" })) }));
  await page.goto(`${plain}/t/${thread}`);
  const cards = page.getByRole("complementary", { name: /Sources/ }).getByRole("article");
  await expect(cards.first()).toContainText("Why it was used:");
  await expect(cards.nth(1)).toContainText("read, not used");
  await expect(cards.nth(1)).toContainText("Why it was read:");
});

test("a stored text opens with a whole line at its top, a little above the quote", async ({ page }) => {
  const { thread, job } = await asked(plain, QUESTION);
  const filler = Array.from({ length: 60 }, (_, n) => `Entry ${n} names goods, prices, ships, and the weather of a day in harbour, at some length.`).join(" ");
  for (const after of [filler, ""]) {
    const quote = "It is 412 metres long.";
    const start = filler.length + 1;
    await page.unrouteAll();
    await changed<Job>(page, `/api/jobs/${job}`, (real) => {
      const first = real.citations[0]?.source_id;
      const citations = real.citations.map((one) => (one.source_id === first ? { ...one, quote, start, end: start + quote.length } : one));
      return { ...real, answer: real.answer && { ...real.answer, blocks: [] }, citations };
    });
    await changed<{ text: string }>(page, `/api/jobs/${job}/sources/*`, (real) => ({ ...real, text: `${filler} ${quote} ${after}` }));
    await page.goto(`${plain}/t/${thread}`);
    await page.getByRole("button", { name: /^Source 1,/ }).first().click();
    const text = page.getByRole("region", { name: "Stored text" });
    await expect(text.locator("mark.focus")).toBeInViewport();
    const [cut, above] = await text.evaluate((node) => {
      const { top, height } = node.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      // Letters that the upper edge cuts, and letters between it and the quote.
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.bottom > top && box.top < top + height);
      const mark = node.querySelector("mark.focus")?.getBoundingClientRect().top ?? 0;
      return [boxes.filter((box) => box.top < top - 0.5).length, mark - Math.min(...boxes.map((box) => box.top))];
    });
    expect(cut).toBe(0);
    expect(above).toBeGreaterThan(20);
  }
});

test("a question that is not sent yet is there again, until it is sent", async ({ page }) => {
  await page.goto(plain);
  const field = page.getByRole("textbox", { name: "Your question" });
  await field.fill("How many lanes");
  await page.getByRole("link", { name: "Threads", exact: true }).click();
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await expect(field).toHaveValue("How many lanes");
  await field.fill(QUESTION);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Follow-up question" })).toHaveValue("");
  await page.getByRole("link", { name: "Ask", exact: true }).click();
  await expect(field).toHaveValue("");
});

test("in Arabic, an English question begins where its answer does", async ({ page }) => {
  const { thread } = await asked(plain, QUESTION);
  await page.addInitScript(() => localStorage.setItem("gorkd-language", "ar"));
  for (const width of [1280, 1000, 700]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${plain}/t/${thread}`);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.locator("article.answer .summary")).toBeVisible();
    const left = (selector: string): Promise<number> => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().left);
    expect(Math.abs((await left("h1")) - (await left("article.answer .summary"))), String(width)).toBeLessThan(1.5);
  }
});

test("an answer that must stay on this machine cannot be shared, and the dialog says so", async ({ page }) => {
  const { thread } = await asked(plain, QUESTION, { privacy: "local_only", force: true });
  await page.goto(`${plain}/t/${thread}`);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("This run must stay on this machine, so it cannot be shared.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a link" })).toBeDisabled();
  await expect(page.getByText("Anyone with the link", { exact: false })).toHaveCount(0);
});

test("a link that only works on this machine says so", async ({ page }) => {
  const { thread } = await asked(written, "When was the Harbour Bridge of Eastmoor opened, and by whom?", { privacy: "hybrid" });
  await page.goto(`${written}/t/${thread}`);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create a link" }).click();
  await expect(page.getByRole("group", { name: "Link" }).first()).toContainText("http://127.0.0.1");
  await expect(page.getByText("This link works only on the machine that gorkd runs on.", { exact: false }).first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test("a format that cannot be made here is refused in gorkd's words", async ({ page }) => {
  const { thread } = await asked(plain, QUESTION);
  const detail = "Without a browser, there are no PDFs.";
  await page.route("**/export?format=pdf", (route) => route.fulfill({ status: 422, contentType: "application/problem+json", json: { status: 422, code: "rejected", detail, request_id: "req_1" } }));
  await page.goto(`${plain}/t/${thread}`);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "PDF" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(detail);
  await expect(page.getByText("Request ID", { exact: false })).toHaveCount(0);
});

test("the list of threads is loaded once", async ({ page }) => {
  await asked(plain, QUESTION);
  let loads = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/threads") loads += 1;
  });
  await page.clock.install();
  await page.goto(`${plain}/threads`);
  await expect(page.getByRole("button", { name: /^Actions/ }).first()).toBeVisible();
  await page.clock.runFor(3_000);
  expect(loads).toBe(1);
  await page.getByLabel("Search titles and questions").fill("no such thread");
  await page.clock.runFor(3_000);
  await expect(page.getByText("No thread matches.")).toBeVisible();
  expect(loads).toBe(2);
});

test("a dialog that is removed instead of closed restores the focus, too", async ({ page }) => {
  const { thread } = await asked(plain, "Which ferry crossed the harbour?", { force: true });
  await page.goto(`${plain}/threads`);
  const row = page.getByRole("listitem").filter({ has: page.locator(`#thread-${thread}`) });
  await row.getByRole("button", { name: /^Actions/ }).click();
  const [rename, erase] = [row.getByRole("button", { name: "Rename" }), row.getByRole("button", { name: "Delete" })];
  await rename.press("Enter");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rename).toBeFocused();
  await erase.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(erase).toBeFocused();
});
