import { asked, barriers, expect, order, plain, proxy, seen, sideways, taken, test, written } from "./world";

const QUESTION = "When was the Harbour Bridge of Eastmoor opened?";

test("a question is asked, answered, and followed up", async ({ page }) => {
  await page.goto(plain);
  await page.getByRole("textbox", { name: "Your question" }).fill(QUESTION);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(QUESTION);
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText("opened in 1931");
  // Nothing is repeated.
  const said = (await answer.innerText()).replace(/\s+/g, " ");
  expect(said.split("was opened in 1931 by Mayor Ilse Brandt").length - 1).toBe(1);
  await page.getByRole("textbox", { name: "Follow-up question" }).fill("How long is the Harbour Bridge of Eastmoor?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How long is the Harbour Bridge of Eastmoor?");
  await expect(answer).toContainText("412 metres");
  await page.getByRole("link", { name: QUESTION }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(QUESTION);
  await page.goto(plain);
  await expect(page.getByRole("link", { name: QUESTION }).first()).toBeVisible();
});

test("a citation opens its source at the quote, in its block, under its headings", async ({ page }) => {
  const { thread } = await asked(plain, "How long is the Harbour Bridge of Eastmoor, and how many lanes does it carry?");
  await page.goto(`${plain}/t/${thread}`);
  const cite = page.getByRole("button", { name: /^Source 1, supported$/ }).first();
  await cite.click();
  const card = page.locator("article.source.on");
  await expect(card).toBeFocused();
  const text = card.getByRole("region", { name: "Stored text" });
  await expect(text.locator("mark.focus")).toContainText(/412 metres|two lanes/);
  await expect(card.locator(".path")).toContainText("Harbour Bridge of Eastmoor");
  await page.keyboard.press("Escape");
  await expect(cite).toBeFocused();
});

test("a plan is requested, a question answered in free text, and the mode switched", async ({ page }) => {
  await page.goto(plain);
  await page.getByText("Options").click();
  await page.getByLabel("Clarifying questions").selectOption("Ask me first");
  await page.getByRole("textbox", { name: "Your question" }).fill("What about the bridge?");
  await page.keyboard.press("Control+Enter");
  const own = page.getByRole("textbox", { name: "Or answer in your own words" });
  await expect(own).toBeVisible();
  await expect(page.getByRole("button", { name: "All of the above" })).toBeVisible();
  expect(await page.locator(".question .option").count()).toBe(5);
  await own.fill("when it was opened");
  const answered = page.waitForRequest((request) => request.url().endsWith("/resume"));
  await page.keyboard.press("Enter");
  expect((await answered).postDataJSON()).toMatchObject({ answer: "when it was opened" });
  // A plan may be shown before anything is searched; its queries can be edited.
  const plan = page.getByRole("heading", { name: "The plan" });
  const answer = page.getByRole("article", { name: "Answer" });
  const next = page.locator("section.question");
  await expect(async () => {
    if (await plan.isVisible()) {
      await page.getByRole("textbox", { name: "Search 1", exact: true }).fill("Harbour Bridge Eastmoor opened", { timeout: 500 });
      await page.getByRole("button", { name: "Go ahead with these changes" }).click({ timeout: 500 });
    } else if (await next.isVisible()) {
      await next.getByRole("button", { name: "You decide" }).click({ timeout: 500 });
    }
    await expect(answer).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
});

test("explicit auto asks no questions, and a run can be switched to it", async ({ page }) => {
  await page.goto(plain);
  await page.getByText("Options").click();
  await page.getByLabel("Clarifying questions").selectOption("Start right away");
  await page.getByRole("textbox", { name: "Your question" }).fill("What about the ferry?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  await page.goto(plain);
  await page.getByText("Options").click();
  await page.getByLabel("Clarifying questions").selectOption("Ask me first");
  await page.getByRole("textbox", { name: "Your question" }).fill("What about the harbour?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("textbox", { name: "Or answer in your own words" })).toBeVisible();
  await page.getByRole("button", { name: "Start right away" }).click();
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
});

test("sources are filtered, pinned, and excluded, and the answer is rewritten", async ({ page }) => {
  const { thread } = await asked(plain, "When was the bridge of Eastmoor opened, and what crossed the harbour before?");
  await page.goto(`${plain}/t/${thread}`);
  const panel = page.getByRole("complementary", { name: /Sources/ });
  const titles = panel.locator("article.source h3");
  await expect(titles.nth(1)).toBeVisible();
  const before = await titles.count();
  await panel.getByText("Filter").click();
  await panel.getByLabel("Use").selectOption("Used");
  const used = await titles.count();
  expect(used).toBeGreaterThan(0);
  await panel.getByLabel("Use").selectOption("Not used");
  expect((await titles.count()) + used).toBe(before);
  await panel.getByLabel("Use").selectOption("All");
  const first = (await panel.locator("article.source").first().getByRole("button", { name: /^Exclude / }).getAttribute("aria-label")) ?? "";
  await panel.getByRole("button", { name: first }).click();
  await panel.locator("article.source").nth(1).getByRole("button", { name: /^Pin / }).click();
  await expect(panel.getByText("1 pinned, 1 excluded")).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().endsWith("/sources") && request.method() === "POST");
  await panel.getByRole("button", { name: "Rewrite the answer" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ pin: [expect.any(String)], exclude: [expect.any(String)] });
  await expect(page).toHaveURL(/\?job=/);
  await expect(page.getByText("2 questions in this thread")).toBeVisible();
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  const excluded = first.replace("Exclude ", "");
  await expect(panel.getByRole("article").first()).toBeVisible();
  await expect(panel.getByRole("article", { name: new RegExp(`^Source \\d+ ${excluded}$`) })).toHaveCount(0);
});

test.describe("with a model that writes", () => {
  test.describe.configure({ mode: "serial" });

  test("a web page is linked at its quote", async ({ page }) => {
    const { thread } = await asked(written, "Who opened the Harbour Bridge of Eastmoor in 1931?");
    await page.goto(`${written}/t/${thread}`);
    await page.getByRole("button", { name: /^Source 1,/ }).first().click();
    const live = page.getByRole("link", { name: "Open the page at this passage" });
    await expect(live).toHaveAttribute("href", /^http:\/\/[a-z]+\.localhost:\d+\/[^#]+#:~:text=\S+$/);
    await expect(live).toHaveAttribute("rel", /noopener/);
  });

  test("a run is steered, its draft is marked as unchecked, and it survives a server crash", async ({ page }) => {
    // The text arrives slowly, so that there is a draft to see.
    await order("pace", 150);
    await page.goto(`${written}/t/${await taken(written, { goal: "How long is the Harbour Bridge of Eastmoor, and who was its engineer?", force: true })}`);
    await expect(page.getByText("Draft, not yet checked")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("heading", { name: /Read so far/ })).toBeVisible();
    await expect(page.locator(".controls ~ .draft"), "a growing draft moves no button").toBeVisible();
    await page.getByRole("textbox", { name: "Steer this run" }).fill("only what the museum says");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.locator(".said")).not.toBeEmpty();
    await order("kill");
    await expect(page.getByText("Connection lost.", { exact: false })).toBeVisible();
    await order("pace", 0);
    await order("start");
    await expect(page.getByRole("article", { name: "Answer" })).toContainText("412 metres", { timeout: 25_000 });
    await expect(page.getByText("Connection lost.", { exact: false })).toBeHidden();
    await expect(page.getByText("Draft, not yet checked")).toBeHidden();
  });

  test("an interrupted stream resumes where it was, without repeating a word", async ({ page }) => {
    await order("pace", 100);
    const between = await proxy(written);
    try {
      await page.goto(`${between.url}/t/${await taken(written, { goal: "Who was the engineer of the Harbour Bridge of Eastmoor, and how long is it?", force: true })}`);
      await expect(page.getByText("Draft, not yet checked")).toBeVisible({ timeout: 20_000 });
      const before = between.streams();
      between.cut();
      await expect.poll(() => between.streams()).toBeGreaterThan(before);
      await expect(page.getByText("Connection lost.", { exact: false })).toBeHidden();
      between.cut();
      await order("pace", 0);
      const answer = page.getByRole("article", { name: "Answer" });
      await expect(answer).toContainText("412 metres", { timeout: 25_000 });
      await expect(page.getByText("Draft, not yet checked")).toBeHidden();
    } finally {
      await order("pace", 0);
      between.close();
    }
  });

  test("an active run shows what it has read and its draft", async ({ page }) => {
    await order("pace", 500);
    try {
      await page.goto(`${written}/t/${await taken(written, { goal: "Which winters was the harbour of Eastmoor closed to large ships, and when was the bridge opened?", force: true })}`);
      await expect(page.getByText("Draft, not yet checked")).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole("heading", { name: /Read so far/ })).toBeVisible();
      await seen(page, "work");
    } finally {
      await order("pace", 0);
    }
  });

  test("a run is canceled and retried", async ({ page }) => {
    await order("hold", 0);
    await page.goto(`${written}/t/${await taken(written, { goal: "What did the harbour of Eastmoor trade before the bridge was opened?", force: true })}`);
    try {
      await page.getByRole("button", { name: "Cancel" }).click();
    } finally {
      await order("free");
    }
    await expect(page.getByText("The run was canceled before there was an answer.")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("article", { name: "Answer" })).toBeVisible({ timeout: 20_000 });
  });
});

test("links in chats lead to the run", async ({ page }) => {
  const { thread, job } = await asked(plain, QUESTION, { force: true });
  await page.goto(`${plain}/jobs/${job}`);
  await expect(page).toHaveURL(`${plain}/t/${thread}?job=${job}`);
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  await page.goto(`${plain}/?thread=${thread}`);
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
});

test("the page works below a proxy's path", async ({ page }) => {
  const between = await proxy(plain, "/research");
  const base = between.url;
  try {
    const { thread, job } = await asked(plain, QUESTION);
    await page.goto(`${base}/jobs/${job}`);
    await expect(page).toHaveURL(`${base}/t/${thread}?job=${job}`);
    await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
    await page.getByRole("link", { name: "Run log" }).click();
    await expect(page).toHaveURL(`${base}/t/${thread}/log?job=${job}`);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Run log" })).toBeVisible();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await expect(page).toHaveURL(`${base}/`);
    await page.getByRole("textbox", { name: "Your question" }).fill("How many lanes does the Harbour Bridge carry?");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  } finally {
    between.close();
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("sources open in a sheet, and nothing is wider than the screen", async ({ page }) => {
    const { thread } = await asked(plain, QUESTION);
    for (const path of ["/", "/threads", "/settings", `/t/${thread}`]) {
      await page.goto(plain + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await sideways(page), path).toBe(false);
    }
    const cite = page.getByRole("button", { name: /^Source 1,/ }).first();
    await cite.tap();
    const sheet = page.getByRole("dialog", { name: "Sources" });
    await expect(sheet.locator("mark.focus")).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await sheet.getByRole("button", { name: "Close", exact: true }).first().tap();
    await expect(sheet).toBeHidden();
    await expect(cite).toBeFocused();
  });
});

test("everything works by keyboard alone", async ({ page }) => {
  /** Presses Tab until an element has the focus. */
  async function reach(wanted: import("@playwright/test").Locator, key = "Tab"): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await wanted.evaluate((node) => node === document.activeElement).catch(() => false)) return;
      await page.keyboard.press(key);
    }
    await expect(wanted).toBeFocused();
  }
  await page.goto(plain);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  const field = page.getByRole("textbox", { name: "Your question" });
  await expect(field).toBeFocused();
  await page.keyboard.type("When was the bridge of Eastmoor opened, and what crossed the harbour before?");
  // Open the options and go back.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await reach(page.getByLabel("Clarifying questions"));
  await page.keyboard.type("Start");
  await expect(page.getByLabel("Clarifying questions")).toHaveValue("auto");
  await reach(page.getByRole("button", { name: "Ask", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  // From the start of the content to the first citation, its source, and back.
  await page.getByRole("main").focus();
  const cite = page.getByRole("button", { name: /^Source \d+,/ }).first();
  await reach(cite);
  await page.keyboard.press("Enter");
  const card = page.locator("article.source.on");
  await expect(card).toBeFocused();
  // Pin a source and rewrite the answer.
  await reach(card.getByRole("button", { name: /^Pin / }));
  await page.keyboard.press("Space");
  await reach(page.getByRole("button", { name: "Rewrite the answer" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 questions in this thread")).toBeVisible();
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
  // Branch from an earlier point of the run.
  await reach(page.getByRole("link", { name: "Checkpoints" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const slider = page.getByRole("slider", { name: "The run at this point" });
  await expect(slider).toBeVisible();
  await reach(slider);
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", /^Checkpoint 1 of /);
  await reach(page.getByRole("button", { name: /^Branch from here/ }));
  await page.keyboard.press("Enter");
  await reach(page.getByLabel("Form of the answer"));
  await page.keyboard.type("Short");
  await reach(page.getByRole("button", { name: "Start the branch" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?job=/);
  await expect(page.getByRole("article", { name: "Answer" })).toBeVisible();
});

test("the page paints before its files load, and its document lists them all", async ({ page }) => {
  const { thread } = await asked(plain, QUESTION);
  for (const path of ["/", `/t/${thread}`, "/threads", "/setup"]) {
    const held: import("@playwright/test").Route[] = [];
    const [asks, later]: [string[], string[]] = [[], []];
    let open = false;
    await page.route("**/assets/**", (route) => {
      (open ? later : asks).push(new URL(route.request().url()).pathname);
      if (open) void route.continue();
      else held.push(route);
    });
    await page.goto(plain + path, { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length)).toBe(1);
    const areAsked = () => [".css", ".js"].every((kind) => asks.some((one) => one.endsWith(kind)));
    await expect.poll(areAsked).toBe(true);
    open = true;
    for (const route of held) await route.continue();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(later, path).toEqual([]);
    await page.unroute("**/assets/**");
  }
});

test.describe("accessibility", () => {
  for (const scheme of ["light", "dark"] as const) {
    test(`every view of a question, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const { thread } = await asked(plain, QUESTION);
      await page.goto(plain);
      await page.getByText("Options").click();
      expect(await barriers(page)).toEqual([]);
      await page.goto(`${plain}/t/${thread}`);
      await page.getByRole("button", { name: /^Source 1,/ }).first().click();
      await expect(page.locator("article.source.on mark.focus")).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      // At 200 % zoom, a window 1280 wide has room for 640.
      await page.setViewportSize({ width: 640, height: 450 });
      for (const path of ["/", `/t/${thread}`]) {
        await page.goto(plain + path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await barriers(page), path).toEqual([]);
        expect(await sideways(page), path).toBe(false);
      }
      const waits = await fetch(`${plain}/api/threads/start`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ goal: `What about the ${scheme} bridge?`, modeOverride: "plan" }) });
      await page.goto(`${plain}/t/${((await waits.json()) as { threadId: string }).threadId}`);
      await expect(page.getByRole("textbox", { name: "Or answer in your own words" })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
    });
  }
});

test("Arabic is shown right to left, and every language has its texts", async ({ browser }) => {
  for (const [locale, word] of [["ar", "rtl"], ["de-AT", "ltr"], ["zh-CN", "ltr"]] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(plain);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("What would you like to know?");
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(word);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
    expect(await barriers(page)).toEqual([]);
    expect(await sideways(page)).toBe(false);
    await context.close();
  }
});
