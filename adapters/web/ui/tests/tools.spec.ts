import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { THREAD, answered, checkpoints, everything, feedback, job, lines, problem, providers, runs, session, shares, state, threads } from "./mocks";
import { asked, barriers, expect, plain, sideways, test, written } from "./world";

const QUESTION = "How long is the Harbour Bridge of Eastmoor?";
const FARES = "What are the ferry fares of Westholm harbour?";

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

  // Another cell: both fit into one table.
  await other.getByLabel("Fare in crowns, row 2").fill("6");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = other.getByRole("dialog", { name: "Someone else has saved this table" });
  await expect(conflict.getByRole("table")).toContainText("13");
  await conflict.getByRole("button", { name: "Keep both changes" }).click();
  await expect(other.getByText("Edited, version 2")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row", { name: "Adult 13" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Child, under 12 6" })).toBeVisible();

  // The same cell: it is marked, and nothing is saved unseen.
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

  // What was overwritten is among the versions, and can come back.
  await other.getByRole("button", { name: "Versions" }).click();
  await other.getByLabel("Version", { exact: true }).selectOption({ label: "As in the answer" });
  await other.getByRole("button", { name: "Restore this version" }).click();
  await expect(other.getByText("Edited, version 5")).toBeVisible();
  await expect(other.getByRole("row", { name: "Adult 12" })).toBeVisible();
});

test("a table is drawn and taken along", async ({ page }) => {
  const { thread } = await asked(plain, FARES);
  await page.goto(`${plain}/t/${thread}/artifacts`);
  await page.getByRole("button", { name: "Chart" }).click();
  const chart = page.getByRole("img", { name: /^Chart of .*Fare in crowns/ });
  await expect(chart).toBeVisible();
  // Something is drawn: not every point of the canvas is clear.
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

test("a log of 5,000 lines scrolls, is searched, and is taken along", async ({ page }) => {
  await answered(page, everything);
  await page.goto(`${plain}/t/${THREAD}/log`);
  const list = page.getByRole("region", { name: "Run log" });
  await expect(page.getByText(/^5,000 lines/)).toBeVisible();
  // No more rows are there than are seen, and a few.
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

test("the log of a real run tells its calls", async ({ page }) => {
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
  // Marks stay in this browser; the same key takes one back.
  await page.reload();
  await expect(statements.first()).toContainText("Holds");
  await expect(statements.first()).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("1");
  await expect(statements.first()).not.toContainText("Holds");
});

test("doubtful statements are found, and one without a quote says so", async ({ page }) => {
  await answered(page, everything);
  await page.goto(`${plain}/t/${THREAD}/verify`);
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

test("an answer is shared with whoever has the link", async ({ page, browser }) => {
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
  const sent: [string, unknown][] = [];
  await answered(page, {
    ...everything,
    "PATCH /api/shares/*": ({ body }) => {
      sent.push(["PATCH", body]);
      return { body: { ...shares[0], expiresAt: null } };
    },
    "DELETE /api/shares/*": ({ url }) => {
      sent.push(["DELETE", url.pathname]);
      return {};
    },
  });
  await page.goto(`${plain}/threads`);
  await page.getByRole("tab", { name: "Links" }).click();
  await expect(page.getByText("Expired")).toBeVisible();
  const first = page.getByRole("main").getByRole("listitem").first();
  await first.getByRole("combobox").selectOption("No expiry");
  await expect(first).toContainText("valid until revoked");
  await first.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  expect(sent).toEqual([["PATCH", { expiresAt: null }], ["DELETE", "/api/shares/shr_1"]]);
});

test("settings: look, language, preferences", async ({ page }) => {
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
  // What gorkd cannot take is refused in its words.
  await page.getByLabel("Language of answers").fill("no such language");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert")).toContainText("two letters");
  await page.getByRole("button", { name: "Forget everything" }).click();
  await expect(page.getByText("Everything was forgotten.")).toBeVisible();
  expect(await remembered()).not.toContain('"de"');
});

test("settings: signing in by key, and out", async ({ page }) => {
  const signedIn = { ...session, signedIn: true, owner: "ada", role: "user", csrf: "token-1", local: false };
  let now: object = session;
  const csrf: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE") csrf.push(request.headers()["x-csrf-token"] ?? null);
  });
  await answered(page, {
    ...everything,
    "GET /api/session": () => ({ body: now }),
    "POST /api/session": ({ body }) => {
      if ((body as { key: string }).key !== "gork_right") return problem(401, "key_not_accepted", "This key is not accepted.");
      now = signedIn;
      return { body: { ...signedIn, expiresAt: "2026-12-24T00:00:00Z" } };
    },
    "DELETE /api/session": () => {
      now = session;
      return {};
    },
  });
  await page.goto(`${plain}/settings`);
  const form = page.getByRole("region", { name: "Sign-in" });
  await form.getByLabel("API key").fill("gork_wrong");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(form.getByRole("alert")).toContainText("not accepted");
  await form.getByLabel("API key").fill("gork_right");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(form).toContainText("Signed in as ada (User).");
  // Users have no business with the keys of others.
  await expect(page.getByRole("heading", { name: "API keys" })).toHaveCount(0);
  await form.getByRole("button", { name: "Sign out" }).click();
  await expect(form).toContainText("You are signed out.");
  expect(csrf).toEqual(["token-1"]);
});

test("settings: keys are made and revoked, or the command is shown", async ({ page }) => {
  const gone: string[] = [];
  let made = true;
  await answered(page, {
    ...everything,
    "POST /api/admin/keys": ({ body }) => (made ? { status: 201, body: { id: "gork_1", key: `gork_secret_of_${(body as { name: string }).name}` } } : problem(405, "method_not_allowed", "There is no such method.")),
    "DELETE /api/admin/keys/*": ({ url }) => {
      gone.push(url.pathname);
      return {};
    },
  });
  await page.goto(`${plain}/settings`);
  const keys = page.getByRole("region", { name: "API keys" }).first();
  await keys.getByLabel("Name").fill("bob");
  await keys.getByRole("button", { name: "Create a key" }).click();
  await expect(keys.getByText("gork_secret_of_bob")).toBeVisible();
  made = false;
  await keys.getByLabel("Name").fill("eve");
  await keys.getByLabel("Role").selectOption("Reader");
  await keys.getByRole("button", { name: "Create a key" }).click();
  await expect(keys.getByText("gorkd key create eve --role reader")).toBeVisible();
  await keys.getByRole("button", { name: "Revoke the key of ada" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(gone).toEqual(["/api/admin/keys/gork_4f1c2a9"]);
});

test("admin: figures, runs, providers, and they stay up to date", async ({ page }) => {
  let runs = 3;
  const asks: string[] = [];
  await answered(page, {
    ...everything,
    "GET /api/admin/usage": ({ url }) => {
      asks.push(url.search);
      return { body: { byDay: [{ day: "2026-11-24", runs, costUsd: 1.5, tokens: 10 }], byPerson: [], byPlace: [], byModel: [], failures: [{ kind: "timed_out", count: 2 }], cache: { hits: 1, lookups: 4 } } };
    },
    "GET /api/admin/runs": ({ url }) => {
      asks.push(url.search);
      return { body: everything["GET /api/admin/runs"] };
    },
  });
  await page.goto(`${plain}/admin`);
  const figures = page.locator("dl.figures");
  await expect(figures).toContainText("25 %");
  await expect(figures).toContainText("$1.50");
  await expect(figures.locator("dd").first()).toHaveText("3");
  runs = 4;
  await expect(figures.locator("dd").first()).toHaveText("4", { timeout: 15_000 });
  await page.getByRole("tab", { name: "Runs" }).click();
  await expect(page.getByRole("row", { name: /Private/ })).toBeVisible();
  await page.getByLabel("Status").selectOption("Failed");
  await expect.poll(() => asks.at(-1)).toBe("?status=failed");
  await page.getByRole("tab", { name: "Providers" }).click();
  await page.getByRole("button", { name: "Test wikipedia" }).click();
  await expect(page.getByText("It gave 10 results.")).toBeVisible();
  await page.getByRole("tab", { name: "Places" }).click();
  await expect(page.getByRole("row", { name: /^slack:T1:C1 slack 22 .* Depth: Quick/ })).toBeVisible();
  await page.getByRole("tab", { name: "Limits" }).click();
  await expect(page.getByRole("row", { name: "Quick 25 sec 1 $0.05 20,000" })).toBeVisible();
  await page.getByRole("tab", { name: "Feedback" }).click();
  await expect(page.getByText("It missed the ferry of 1930.")).toBeVisible();
});

test("set-up shows what to do, and writes nothing but keys, which are never read back", async ({ page }) => {
  const writes: [string, string, unknown][] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push([request.method(), new URL(request.url()).pathname, request.postDataJSON() as unknown]);
  });
  await answered(page, { ...everything, "PUT /api/setup/keys/*": () => ({}), "DELETE /api/setup/keys/*": () => ({}) });
  await page.goto(`${plain}/setup`);
  await expect(page.getByText("2 of 6 done")).toBeVisible();
  await expect(page.getByText("gorkd models get reranker")).toBeVisible();
  await page.getByLabel("Found on this machine").selectOption({ index: 1 });
  await expect(page.getByRole("group", { name: "Lines of the settings file" }).filter({ hasText: "[models.planner]" })).toContainText('model = "qwen3:8b"');
  const field = page.getByLabel("Key of tavily", { exact: true });
  await field.fill("tvly-secret");
  await field.press("Enter");
  await expect(page.getByText("The key was saved and is not shown again.")).toBeVisible();
  await expect(field).toHaveValue("");
  await page.getByRole("button", { name: "Remove the key of brave" }).click();
  await expect(page.getByText("The key was removed.")).toBeVisible();
  expect(writes).toEqual([["PUT", "/api/setup/keys/tavily", { key: "tvly-secret" }], ["DELETE", "/api/setup/keys/brave", null]]);
});

test("what a gorkd does not offer is said in a sentence", async ({ page }) => {
  const missing = (): { status: number; body: object } => problem(404, "not_found", "There is nothing at this address.");
  await answered(page, { ...everything, "GET /api/setup": missing, "GET /api/admin/usage": missing, "GET /api/jobs/*/edits": missing });
  for (const path of ["/setup", "/admin"]) {
    await page.goto(plain + path);
    await expect(page.getByText("This server does not offer this.")).toBeVisible();
  }
  await page.goto(`${plain}/t/${THREAD}/artifacts`);
  await expect(page.getByText("This server keeps no edits")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
});

test("texts of others stay texts in every view", async ({ page }) => {
  const odd = "<img src=x onerror=alert(1)> \u202Egnirts\u202C [1](javascript:alert(1))";
  await answered(page, {
    ...everything,
    "GET /api/threads": { threads: [{ ...threads.threads[0], title: odd }] },
    "GET /api/jobs/*": { ...job, claims: job.claims.map((one) => ({ ...one, text: odd })), sources: job.sources.map((one) => ({ ...one, title: odd, url: "javascript:alert(1)" })) },
    "GET /api/jobs/*/artifacts": { jobId: "j", artifacts: [{ id: "t1", kind: "table", part: "detail", title: odd, columns: [odd], rows: [[odd]], source_ids: job.sources.map((one) => one.id), claim_ids: [], csv: "" }] },
    "GET /api/jobs/*/log": { jobId: "j", entries: lines(3).map((one) => ({ ...one, text: odd, to: odd, error: { reason: odd, detail: odd } })) },
    "GET /api/threads/*/checkpoints": { ...checkpoints, jobs: checkpoints.jobs.map((one) => ({ ...one, question: odd })) },
    "GET /api/threads/*/state": ({ url }) => {
      const whole = state(url.searchParams.get("checkpointId") ?? "") as { values: { draft: { text: string } | null; queries: string[]; searchResults: object[]; evidence: object[] } };
      whole.values.queries = [odd];
      whole.values.evidence = whole.values.evidence.map((one) => ({ ...one, title: odd, url: "javascript:alert(1)" }));
      if (whole.values.draft) whole.values.draft.text = odd;
      return { body: whole };
    },
    "GET /api/admin/runs": { ...runs, items: runs.items.map((one) => ({ ...one, question: odd, owner: odd, place: odd })) },
    "GET /api/admin/feedback": { ...feedback, items: feedback.items.map((one) => ({ ...one, reason: odd, owner: odd })) },
    "GET /api/admin/providers": providers.map((one) => ({ ...one, lastError: odd })),
  });
  const paths = ["/threads", "/admin?tab=runs", "/admin?tab=feedback", "/admin?tab=providers", ...["verify", "artifacts", "log", "checkpoints"].map((view) => `/t/${THREAD}/${view}`)];
  for (const path of paths) {
    await page.goto(plain + path);
    await expect(page.getByText("<img src=x").first()).toBeVisible();
    expect(await page.locator("img, a[href^=javascript]").count(), path).toBe(0);
    expect(await page.locator("body").innerText()).not.toContain("\u202E");
  }
});

const VIEWS: [string, string][] = [
  ["artifacts", `/t/${THREAD}/artifacts`],
  ["checkpoints", `/t/${THREAD}/checkpoints`],
  ["log", `/t/${THREAD}/log`],
  ["verify", `/t/${THREAD}/verify`],
  ["threads", "/threads"],
  ["settings", "/settings"],
  ["admin", "/admin"],
  ["admin, runs", "/admin?tab=runs"],
  ["admin, providers", "/admin?tab=providers"],
  ["admin, limits", "/admin?tab=limits"],
  ["admin, places", "/admin?tab=places"],
  ["admin, feedback", "/admin?tab=feedback"],
  ["set-up", "/setup"],
];

for (const [name, path] of VIEWS) {
  test(`${name}: no barriers, in light, dark, on a phone, at 200 %, and from right to left`, async ({ page }) => {
    await answered(page, everything);
    for (const [look, width, height] of [["light", 1280, 900], ["dark", 1280, 900], ["light", 390, 844], ["light", 640, 450]] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: look });
      await page.goto(plain + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Loading…")).toHaveCount(0);
      expect(await barriers(page), `${look} ${width}`).toEqual([]);
      expect(await sideways(page), `${look} ${width}`).toBe(false);
      await page.screenshot({ path: `../../../target/page-seen/${name.replace(/\W+/g, "-")}-${look}-${width}.png`, fullPage: true });
    }
    await page.evaluate(() => localStorage.setItem("gorkd-language", "ar"));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Loading…")).toHaveCount(0);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    expect(await barriers(page)).toEqual([]);
    expect(await sideways(page)).toBe(false);
  });
}

test("dialogs have no barriers, and give the focus back", async ({ page }) => {
  await answered(page, everything);
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
  await page.goto(`${plain}/t/${THREAD}/checkpoints`);
  await page.getByRole("button", { name: "Branch from here" }).click();
  expect(await barriers(page), "branch").toEqual([]);
  await page.goto(`${plain}/t/${THREAD}/artifacts`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  expect(await barriers(page), "editing").toEqual([]);
});
