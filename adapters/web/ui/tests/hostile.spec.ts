import { asked, expect, plain, test } from "./world";

/**
 * Checks that the page obeyed no instructions in a text. Foreign requests and faults fail every test
 * (world.ts).
 */
async function unharmed(page: import("@playwright/test").Page): Promise<void> {
  expect(await page.title()).not.toBe("pwned");
  const found = await page.evaluate(() => ({
    loads: document.querySelectorAll("main img, main iframe, main script, main object, main embed, main link, main [style*='position']").length,
    links: [...document.querySelectorAll("main a")].map((link) => (link as HTMLAnchorElement).protocol).filter((protocol) => !["http:", "https:", "blob:"].includes(protocol)),
    handlers: [...document.querySelectorAll("main *")].flatMap((node) => node.getAttributeNames()).filter((name) => name.startsWith("on")),
    turns: /[\u202a-\u202e\u2066-\u2069]/.test(document.querySelector("main")?.textContent ?? ""),
  }));
  expect(found).toEqual({ loads: 0, links: [], handlers: [], turns: false });
}

test("a hostile document is shown as text everywhere", async ({ page }) => {
  const { thread } = await asked(plain, "When was the Sandbank lighthouse lit, and by which keeper?");
  await page.goto(`${plain}/t/${thread}`);
  await expect(page.getByRole("article", { name: "Answer" })).toContainText("Moll Adder");
  await unharmed(page);
  await page.getByRole("button", { name: /^Source 1,/ }).first().click();
  await expect(page.locator("article.source.on mark.focus")).toBeVisible();
  await unharmed(page);
});

test("a hostile API response is shown as text, too", async ({ page }) => {
  const { thread, job } = await asked(plain, "How many lanes does the Harbour Bridge of Eastmoor carry?");
  const evil = "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script> [x](javascript:document.title='pwned') ![y](http://foreign.invalid/z.png) \u202etxt";
  await page.route(`**/api/jobs/${job}`, async (route) => {
    const real = (await (await route.fetch()).json()) as Record<string, never>;
    const poisoned = JSON.parse(JSON.stringify(real), (name: string, value: unknown) => {
      if (typeof value !== "string") return value;
      if (name === "url") return "javascript:document.title='pwned'";
      return /^(title|author|site|snippet|excerpt|why_used|detail|summary|question|text|quote|message|said|found)$/.test(name) ? `${value} ${evil}` : value;
    }) as { answer: Record<string, unknown>; unread: unknown[]; conflicts: unknown[]; warnings: string[]; issues: string[] };
    poisoned.answer.premise = { said: evil, found: evil, source_ids: [] };
    poisoned.answer.limitations = [evil];
    poisoned.answer.questions = [evil];
    poisoned.unread = [{ url: "javascript:document.title='pwned'", reason: "denied", detail: evil }];
    poisoned.conflicts = [{ about: evil, positions: [{ value: evil, source_ids: [] }], preferred: null, why: evil }];
    poisoned.warnings = [evil];
    poisoned.issues = [evil];
    await route.fulfill({ json: poisoned });
  });
  await page.goto(`${plain}/t/${thread}`);
  await expect(page.getByRole("article", { name: "Answer" })).toContainText("Keep in mind");
  await unharmed(page);
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await unharmed(page);
});

test("a text of 10 MB is shown at its quote, a few lines at a time", async ({ page }) => {
  const { thread, job } = await asked(plain, "When was the Harbour Bridge of Eastmoor opened?", { force: true });
  const filler = (from: number): string => Array.from({ length: 55_000 }, (_, at) => `Entry ${from + at} of the ledger names goods, prices, ships, and the weather of a day in harbour.\n\n`).join("");
  const [before, after] = [filler(0), filler(55_000)];
  const quote = "The keeper wrote the oldest ledger in 1877 with 😀.";
  const text = `${before}${quote} It was long.\n\n${after}`;
  expect(text.length).toBeGreaterThan(10_000_000);
  await page.route(`**/api/jobs/${job}`, async (route) => {
    const real = (await (await route.fetch()).json()) as { citations: { quote: string; start: number; end: number }[]; answer: { blocks: unknown[] } };
    real.answer.blocks = [];
    for (const one of real.citations) Object.assign(one, { quote, start: before.length, end: before.length + Array.from(quote).length });
    await route.fulfill({ json: real });
  });
  await page.route(`**/api/jobs/${job}/sources/*`, (route) => route.fulfill({ json: { id: "s", url: "file:///ledger.txt", title: "Ledger", hash: "h", fetched_at: "2026-01-01T00:00:00Z", text } }));
  await page.goto(`${plain}/t/${thread}`);
  await page.getByRole("button", { name: /^Source 1,/ }).first().click();
  const card = page.locator("article.source.on");
  await expect(card.locator("mark.focus")).toHaveText(quote);
  expect((await card.innerText()).length).toBeLessThan(20_000);
  await card.getByRole("button", { name: "Show more below" }).click();
  await expect(card.locator(".text")).toContainText("Entry 55001 ");
  expect((await card.innerText()).length).toBeLessThan(20_000);
});

test("a long answer with 200 sources scrolls without delay", async ({ page }) => {
  const { thread, job } = await asked(plain, "Who opened the Harbour Bridge of Eastmoor?");
  await page.route(`**/api/jobs/${job}`, async (route) => {
    const real = (await (await route.fetch()).json()) as { sources: Record<string, unknown>[]; answer: { detail: string } };
    const [first] = real.sources;
    real.sources.push(...Array.from({ length: 200 }, (_, at) => ({ ...first, id: `src_more${at}`, number: null, cited: false, title: `Source ${at}` })));
    real.answer.detail = Array.from({ length: 500 }, (_, at) => `Sentence ${at} says ten words so that this is long. [1]`).join("\n\n");
    await route.fulfill({ json: real });
  });
  await page.goto(`${plain}/t/${thread}`);
  await expect(page.getByText("Sentence 499 says")).toBeAttached();
  await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await page.mouse.move(400, 400);
  // No frame takes long while scrolling.
  const longest = await page.evaluate(async () => {
    let worst = 0;
    let last = performance.now();
    for (let step = 0; step < 40; step += 1) {
      window.scrollBy(0, 600);
      await new Promise((resume) => requestAnimationFrame(resume));
      const now = performance.now();
      worst = Math.max(worst, now - last);
      last = now;
    }
    return worst;
  });
  console.log(`longest frame while scrolling: ${Math.round(longest)} ms`);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(3_000);
});
