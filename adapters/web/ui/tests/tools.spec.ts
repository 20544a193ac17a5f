import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import type { Job, Log } from "../src/lib/types";
import type { Usage } from "../src/views/admin/shapes";
import { asked, barriers, changed, expect, office, plain, root, seen, sideways, signIn, test, written } from "./world";

const QUESTION = "How long is the Harbour Bridge of Eastmoor?";
const FARES = "What are the ferry fares of Westholm harbour?";

/** Log entries of all kinds. */
function lines(count: number): Log["entries"] {
  const stages = ["plan", "search", "read", "evaluate", "synthesize", "verify"] as const;
  return Array.from({ length: count }, (_, n) => {
    const call = n % 3 === 1;
    const failed = n % 50 === 7;
    return {
      seq: n + 1, at: new Date(Date.UTC(2026, 10, 24, 10, 0, n)).toISOString(), kind: n === 0 ? "person" : call ? "call" : "step", stage: n === 0 ? null : (stages[n % stages.length] ?? null), round: n === 0 ? null : Math.floor(n / 1000),
      text: n === 0 ? `Asked: ${QUESTION}` : failed ? "The server did not answer in time." : call ? `Read page ${n} of Eastmoor's archive (1,204 words).` : `Enough for an answer, step ${n}.`,
      to: call ? "eastmoor.example" : null, ms: n === 0 ? null : 40 + (n % 900) * 3, attempt: call ? (n % 40 === 1 ? 2 : 1) : null, cached: call && n % 5 === 0,
      tokens: { input: call ? 10 : 0, output: call ? 4 : 0, cached: 0 }, cost_usd: call ? 0.0002 : 0, error: failed ? { reason: "timed_out", detail: "eastmoor.example gave nothing within 10 s." } : null,
    };
  });
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button, exact: true }).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("a table is edited in two tabs at once, and no edit is lost", async ({ page, context }) => {
  const { thread } = await asked(plain, FARES, { force: true });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${plain}/t/${thread}/artifacts`);
    await tab.getByRole("button", { name: "Edit", exact: true }).click();
  }
  await page.getByLabel("Fare in crowns, row 1").fill("13");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Edited, version 1")).toBeVisible();

  // A different cell: both changes fit into one table.
  await other.getByLabel("Fare in crowns, row 2").fill("6");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = other.getByRole("dialog", { name: "Someone else has saved this table" });
  await expect(conflict.getByRole("table")).toContainText("13");
  await conflict.getByRole("button", { name: "Keep both changes" }).click();
  await expect(other.getByText("Edited, version 2")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row", { name: "Adult 13" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Child, under 12 6" })).toBeVisible();

  // The same cell: it is marked, and nothing is saved without review.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await other.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Fare in crowns, row 1").fill("20");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Edited, version 3")).toBeVisible();
  await other.getByLabel("Fare in crowns, row 1").fill("30");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await conflict.getByRole("button", { name: "Keep both changes" }).click();
  await expect(other.getByText("Saved by someone else: 20")).toBeVisible();
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText("Edited, version 4")).toBeVisible();

  // The overwritten value is in the versions, and can be restored.
  await other.getByRole("button", { name: "Versions" }).click();
  await other.getByLabel("Version", { exact: true }).selectOption({ label: "As in the answer" });
  await other.getByRole("button", { name: "Restore this version" }).click();
  await expect(other.getByText("Edited, version 5")).toBeVisible();
  await expect(other.getByRole("row", { name: "Adult 12" })).toBeVisible();
});

test("a table is charted and exported", async ({ page }) => {
  const { thread } = await asked(plain, FARES);
  await page.goto(`${plain}/t/${thread}/artifacts`);
  await page.getByRole("button", { name: "Chart" }).click();
  const chart = page.getByRole("img", { name: /^Chart of .*Fare in crowns/ });
  await expect(chart).toBeVisible();
  // Something is drawn: not every pixel of the canvas is transparent.
  await expect
    .poll(() => chart.evaluate((node) => (node as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, 400, 200).data.some((one) => one !== 0)))
    .toBe(true);
  const csv = await saved(page, "Download CSV");
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.text).toBe('Passenger,Fare in crowns\r\nAdult,12\r\n"Child, under 12",5\r\n');
  expect((await saved(page, "Download Markdown")).text).toContain("| Adult | 12 |");
});

test("the slider shows a run as it was, and a branch starts from there", async ({ page }) => {
  const { thread, job: run } = await asked(plain, QUESTION);
  await page.goto(`${plain}/t/${thread}/checkpoints?job=${run}`);
  const slider = page.getByRole("slider", { name: "The run at this point" });
  await expect(page.getByText("412 metres").first()).toBeVisible();
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", /^Checkpoint 1 of \d+: /);
  await expect(page.getByText("Nothing is written yet.")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Branch from here" }).click();
  const form = page.getByRole("dialog", { name: "Branch from here" });
  await expect(form.getByRole("button", { name: "Start the branch" })).toBeDisabled();
  await form.getByLabel("Question").fill("When was the Harbour Bridge of Eastmoor opened?");
  await form.getByLabel("Form of the answer").selectOption("Short answer");
  await form.getByLabel("Constraints, one per line").fill("only the year\n\nno names");
  const sent = page.waitForRequest((request) => request.url().endsWith("/fork"));
  await form.getByRole("button", { name: "Start the branch" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ deliverable: "brief", constraints: ["only the year", "no names"] });
  await expect(page).toHaveURL(/\/t\/thr_[^/]+\?job=job_/);
  await page.getByRole("link", { name: "Checkpoints" }).click();
  const tree = page.getByRole("navigation", { name: "Turns and branches" });
  await expect(tree.getByRole("button", { name: /When was the Harbour Bridge of Eastmoor opened\?.*Branch after/ })).toHaveAttribute("aria-current", "true");
  await tree.getByRole("button", { name: /How long is the Harbour Bridge/ }).click();
  await expect(page).toHaveURL(new RegExp(`job=${run}`));
});

test("a log of 5,000 lines is scrolled, searched, and exported", async ({ page }) => {
  const { thread } = await asked(plain, QUESTION);
  // A run that worked all day: pages of 1,000 lines.
  await page.route("**/api/jobs/*/log*", (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    return route.fulfill({ json: { jobId: "job_1", entries: lines(5000).slice(from, from + 1000), ...(from < 4000 ? { nextCursor: String(from + 1000) } : {}) } });
  });
  await page.goto(`${plain}/t/${thread}/log`);
  const list = page.getByRole("region", { name: "Run log" });
  await expect(page.getByText(/^5,000 lines/)).toBeVisible();
  // Only the visible rows and a few more are rendered.
  expect(await list.getByRole("listitem").count()).toBeLessThan(80);
  await list.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect(list.getByRole("button", { name: /step 4999|page 4999/ })).toBeVisible();
  await page.getByLabel("Search the log").fill("page 4999 archive");
  await page.getByLabel("Search the log").fill("page 4990 archive");
  await expect(page.getByText(/^1 line ·/)).toBeVisible();
  await list.getByRole("button").click();
  await expect(page.getByRole("dialog")).toContainText("eastmoor.example");
  await page.keyboard.press("Escape");
  await page.getByLabel("Search the log").fill("");
  await page.getByLabel("Show").selectOption("Errors");
  await expect(page.getByText(/^100 lines ·/)).toBeVisible();
  const kept = JSON.parse((await saved(page, "Download JSON")).text) as { entries: unknown[] };
  expect(kept.entries.length).toBe(100);
  expect((await saved(page, "Download CSV")).text.split("\r\n").length).toBe(102);
});

test("the log of a real run lists its calls", async ({ page }) => {
  const { thread } = await asked(plain, QUESTION);
  await page.goto(`${plain}/t/${thread}/log`);
  await expect(page.getByRole("button", { name: /Asked: How long is the Harbour Bridge/ })).toBeVisible();
  await page.getByLabel("Show").selectOption("Calls");
  await expect(page.getByRole("button", { name: /library/ }).first()).toBeVisible();
});

test("statements are verified by keyboard, beside their blocks", async ({ page }) => {
  const { thread } = await asked(plain, "How long is the Harbour Bridge of Eastmoor, and how many lanes does it carry?");
  await page.goto(`${plain}/t/${thread}/verify`);
  await expect(page.locator("mark").first()).toContainText(/412|lanes|1931/);
  const statements = page.getByRole("list", { name: "Statements" }).getByRole("button");
  const count = await statements.count();
  await page.keyboard.press("1");
  await expect(statements.first()).toContainText("Holds");
  if (count > 1) {
    await page.keyboard.press("j");
    await expect(statements.nth(1)).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("2");
    await expect(statements.nth(1)).toContainText("Does not hold");
    await page.keyboard.press("k");
    await expect(statements.first()).toHaveAttribute("aria-current", "true");
  }
  // Marks are stored in this browser. Pressing the same key again removes a mark.
  await page.reload();
  await expect(statements.first()).toContainText("Holds");
  await expect(statements.first()).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("1");
  await expect(statements.first()).not.toContainText("Holds");
});

test("doubtful statements are found, and one without a quote says so", async ({ page }) => {
  const { thread, job } = await asked(plain, "How long is the Harbour Bridge of Eastmoor, and how many lanes does it carry?");
  await changed<Job>(page, `/api/jobs/${job}`, (real) => {
    const [first] = real.claims;
    if (!first) throw new Error("no claim");
    const claims = [
      { ...first, id: "c1", support: "supported" as const },
      { ...first, id: "c2", support: "partly" as const, derived: { expression: "310 + 193", value: 503 } },
      { ...first, id: "c3", support: "contradicted" as const },
      { ...first, id: "c4", support: "unsupported" as const, citation_ids: [] },
    ];
    return { ...real, claims, citations: real.citations.flatMap((one) => claims.slice(0, 3).map(({ id }) => ({ ...one, id: `${one.id} ${id}`, claim_id: id }))) };
  });
  await page.goto(`${plain}/t/${thread}/verify`);
  await page.getByLabel("Show", { exact: true }).selectOption("Not fully supported");
  await expect(page.getByText("Statement 1 of 3")).toBeVisible();
  await expect(page.getByText("310 + 193 = 503")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("This statement has no quote.")).toBeVisible();
});

test("threads are searched, renamed, exported, and deleted", async ({ page }) => {
  const { thread } = await asked(plain, "Who was Mayor Ilse Brandt of Eastmoor?", { force: true });
  await page.goto(`${plain}/threads`);
  await page.getByLabel("Search titles and questions").fill("ilse brandt");
  await expect(page).toHaveURL(/search=ilse/);
  const link = page.locator(`#thread-${thread}`);
  await expect(link).toBeVisible();
  const row = page.getByRole("listitem").filter({ has: link });
  await row.getByRole("button", { name: /^Actions/ }).click();
  await row.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("The Mayor Ilse Brandt");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(link).toHaveText("The Mayor Ilse Brandt");

  await row.getByRole("button", { name: "Export" }).click();
  const file = await saved(page, "Markdown");
  expect([file.name.endsWith(".md"), file.text.includes("Brandt")]).toEqual([true, true]);
  await page.getByRole("button", { name: "Close" }).click();

  await row.getByRole("button", { name: "Delete" }).click();
  const sure = page.getByRole("dialog", { name: "Delete this thread?" });
  await sure.getByRole("button", { name: "Cancel" }).click();
  await expect(link).toBeVisible();
  await row.getByRole("button", { name: "Delete" }).click();
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(link).toHaveCount(0);
  expect((await fetch(`${plain}/api/threads/${thread}`)).status).toBe(404);
});

test("an answer is shared with anyone who has the link", async ({ page, browser }) => {
  const { thread } = await asked(written, "When was the Harbour Bridge of Eastmoor opened?", { privacy: "hybrid" });
  await page.goto(`${written}/threads`);
  const row = page.getByRole("listitem").filter({ has: page.locator(`#thread-${thread}`) });
  await row.getByRole("button", { name: /^Actions/ }).click();
  await row.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = page.getByRole("group", { name: "Link" }).first();
  await expect(link).toContainText("/s/");
  const path = new URL((await link.innerText()).trim(), written).pathname;
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(written + path);
  await expect(stranger.locator("body")).toContainText("Eastmoor");
});

test("links are listed, changed, and revoked", async ({ page }) => {
  const question = "Which boats ran before the Harbour Bridge of Eastmoor was opened?";
  const { job } = await asked(written, question, { privacy: "hybrid" });
  const made = await fetch(`${written}/api/jobs/${job}/shares`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ days: 7 }) });
  const { id } = (await made.json()) as { id: string };
  const path = new URL(((await (await fetch(`${written}/api/jobs/${job}/shares`)).json()) as { items: { url: string }[] }).items[0]?.url ?? "").pathname;
  const mine = page.getByRole("main").getByRole("listitem").filter({ hasText: question });
  await page.goto(`${written}/threads`);
  await page.getByRole("tab", { name: "Links" }).click();
  await expect(mine).toContainText("valid until");
  // Eight days later.
  await page.clock.setFixedTime(Date.now() + 8 * 86_400_000);
  await page.reload();
  await page.getByRole("tab", { name: "Links" }).click();
  await expect(mine).toContainText("Expired");
  await mine.getByRole("combobox").selectOption("No expiry");
  await expect(mine).toContainText("valid until revoked");
  expect((await fetch(written + path)).status).toBe(200);
  await mine.getByRole("button", { name: "Revoke" }).click();
  await expect(mine).toHaveCount(0);
  expect((await fetch(written + path)).status).not.toBe(200);
  expect(await (await fetch(`${written}/api/jobs/${job}/shares`)).text()).not.toContain(id);
});

test("settings: theme, language, preferences", async ({ page }) => {
  await page.goto(`${plain}/settings`);
  await page.getByLabel("Dark").check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByLabel("Language", { exact: true }).selectOption("Deutsch");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await page.getByLabel("Sprache", { exact: true }).selectOption("English");
  await page.getByLabel("Language of answers").fill("de");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Saved.")).toBeVisible();
  const remembered = async (): Promise<string> => JSON.stringify(await (await fetch(`${plain}/api/memory`)).json());
  expect(await remembered()).toContain('"de"');
  // A value that gorkd refuses is refused in gorkd's own words.
  await page.getByLabel("Language of answers").fill("no such language");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert")).toContainText("two letters");
  await page.getByRole("button", { name: "Forget everything" }).click();
  await expect(page.getByText("Everything was forgotten.")).toBeVisible();
  expect(await remembered()).not.toContain('"de"');
});

test("foreign text stays text in every view", async ({ page }) => {
  const odd = "<img src=x onerror=alert(1)> \u202Egnirts\u202C [1](javascript:alert(1))";
  await signIn(page, office, root);
  const { thread } = await asked(office, QUESTION, {}, root);
  // Hostile text in every document that others can write to.
  await page.route("**/api/**", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const real = JSON.stringify(await response.json());
    const json = JSON.parse(real, (name: string, value: unknown) => {
      if (name === "lastError" || name === "reason") return odd;
      if (name === "queries" || name === "columns") return [odd];
      if (name === "rows") return [[odd]];
      if (typeof value !== "string") return value;
      if (name === "url") return "javascript:alert(1)";
      return /^(title|question|owner|place|text|to|detail|snippet|name|path)$/.test(name) ? `${odd} ${value}` : value;
    }) as { artifacts?: unknown };
    // No answer in this world has a table like this.
    if (json.artifacts) json.artifacts = [{ id: "t1", kind: "table", part: "detail", title: odd, columns: [odd], rows: [[odd]], source_ids: [], claim_ids: [], csv: "" }];
    await route.fulfill({ response, json });
  });
  const paths = ["/threads", "/settings", "/setup", "/admin", "/admin?tab=runs", "/admin?tab=feedback", "/admin?tab=places", "/admin?tab=providers", ...["verify", "artifacts", "log", "checkpoints"].map((view) => `/t/${thread}/${view}`)];
  for (const path of paths) {
    await page.goto(office + path);
    await expect(page.getByText("<img src=x").first()).toBeVisible();
    expect(await page.locator("img, a[href^=javascript]").count(), path).toBe(0);
    expect(await page.locator("body").innerText()).not.toContain("\u202E");
  }
});

const OF_A_THREAD = ["artifacts", "checkpoints", "log", "verify"];
const VIEWS = ["/threads", "/settings", "/admin", "/admin?tab=runs", "/admin?tab=providers", "/admin?tab=limits", "/admin?tab=places", "/admin?tab=feedback", "/setup"];

/** Opens a page in all themes, and right to left. */
async function viewed(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await seen(page, new URL(path).pathname.split("/").at(-1) + new URL(path).search.replace("?tab=", "-"));
  await page.evaluate(() => localStorage.setItem("gorkd-language", "ar"));
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[role=status]", { hasText: "…" })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  expect(await sideways(page)).toBe(false);
}

for (const view of OF_A_THREAD) {
  test(`${view} has no accessibility violations in light, dark, on a phone, at 200 %, and from right to left`, async ({ page }) => {
    const { thread } = await asked(plain, FARES);
    await viewed(page, `${plain}/t/${thread}/${view}`);
  });
}

for (const path of VIEWS) {
  test(`${path} has no accessibility violations in light, dark, on a phone, at 200 %, and from right to left`, async ({ page }) => {
    await signIn(page, office, root);
    await asked(office, QUESTION, {}, root);
    // Two weeks of usage, up to the first day that has runs: midnight may pass while tests run.
    const before = (real: Usage, days: number) => new Date(Date.parse(real.byDay[0]?.day ?? new Date().toISOString()) - days * 86_400_000).toISOString().slice(0, 10);
    await changed<Usage>(page, "/api/admin/usage", (real) => ({
      ...real,
      byDay: [...Array.from({ length: 13 }, (_, n) => ({ day: before(real, 13 - n), runs: 3 + ((n * 7) % 11), costUsd: 0.05 + ((n * 13) % 17) / 50, tokens: 12_000 + n * 900 })), ...real.byDay],
    }));
    await viewed(page, office + path);
  });
}

test("dialogs have no accessibility violations, and restore the focus", async ({ page }) => {
  const { thread } = await asked(plain, FARES);
  await page.goto(`${plain}/threads`);
  await page.getByRole("button", { name: /^Actions/ }).first().click();
  for (const name of ["Share", "Export", "Rename", "Delete"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await barriers(page), name).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await page.goto(`${plain}/t/${thread}/checkpoints`);
  await page.getByRole("button", { name: "Branch from here" }).click();
  expect(await barriers(page), "branch").toEqual([]);
  await page.goto(`${plain}/t/${thread}/artifacts`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  expect(await barriers(page), "editing").toEqual([]);
});
