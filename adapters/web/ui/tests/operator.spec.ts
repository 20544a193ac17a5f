/** What operators do on the page: manage keys, sign in and out, and monitor all runs. */

import type { Locator, Page } from "@playwright/test";
import { asked, expect, office, root, signIn, test, typed, written } from "./world";

const QUESTION = "When was the Harbour Bridge of Eastmoor opened?";

const signOut = async (page: Page): Promise<void> => {
  await page.goto(`${office}/settings`);
  await page.getByRole("button", { name: "Sign out" }).click();
};

test("a key is created, signs its owner in and out, and is revoked", async ({ page, browser }) => {
  await page.goto(office);
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  const field = page.getByRole("textbox", { name: "API key" });
  await field.fill("gork_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("not accepted");
  await field.fill(root);
  await field.press("Enter");
  await expect(page.getByRole("textbox", { name: "Your question" })).toBeVisible();

  // The page shows the command, and lists the key that it creates.
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("region", { name: "Sign-in" })).toContainText("Signed in as root (Admin).");
  const keys = page.getByRole("region", { name: "API keys" });
  await keys.getByLabel("Name").fill("bob");
  await keys.getByLabel("Role").selectOption("Reader");
  await keys.getByLabel("Expires").selectOption("30 days");
  const command = keys.getByRole("group", { name: "Command" });
  await expect(command).toHaveText("gorkd key create bob --role reader --expires 30d");
  const bob = await typed(await command.innerText());
  await page.reload();
  const row = keys.getByRole("row", { name: /^bob / });
  await expect(row).toContainText("Reader");

  // A reader's key sees no other keys and no admin views, and is refused with a sentence.
  const other = await (await browser.newContext({ locale: "en-US" })).newPage();
  const asks = other.getByRole("textbox", { name: "API key" });
  await other.goto(`${office}/settings`);
  await asks.fill(bob);
  await asks.press("Enter");
  await expect(other.getByRole("region", { name: "Sign-in" })).toContainText("Signed in as bob (Reader).");
  await expect(other.getByRole("heading", { name: "API keys" })).toHaveCount(0);
  await expect(other.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await other.goto(`${office}/admin`);
  await expect(other.getByText("For admins only")).toBeVisible();
  await other.goto(office);
  await other.getByRole("textbox", { name: "Your question" }).fill(QUESTION);
  await other.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(other.getByRole("alert")).toContainText("read");
  await signOut(other);
  await expect(asks).toBeVisible();
  await signIn(other, office, bob);
  await other.goto(`${office}/threads`);
  await expect(other.getByRole("heading", { level: 1, name: "Threads" })).toBeVisible();

  await keys.getByRole("button", { name: "Revoke the key of bob" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke this key?" });
  await typed(await dialog.getByRole("group", { name: "Command" }).innerText());
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(row).toContainText("Revoked");
  await expect(row.getByRole("button")).toHaveCount(0);
  await other.reload();
  await expect(asks).toBeVisible();
  await asks.fill(bob);
  await asks.press("Enter");
  await expect(other.getByRole("alert")).toContainText("not accepted");
  await signOut(page);
  await expect(field).toBeVisible();
});

test("if no key is needed, signing in still opens the owner's threads until sign-out", async ({ page }) => {
  const carol = await typed("gorkd key create carol", written);
  const question = "How long is the Harbour Bridge of Eastmoor, in metres?";
  await asked(written, question, {}, carol);
  await page.goto(`${written}/settings`);
  const form = page.getByRole("region", { name: "Sign-in" });
  await expect(form).toContainText("No key is needed on this machine.");
  await form.getByLabel("API key").fill(carol);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(form).toContainText("You are signed in.");
  await expect(form).toContainText("Signed in as carol (User).");
  await page.getByRole("link", { name: "Threads" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("link", { name: question })).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await form.getByRole("button", { name: "Sign out" }).click();
  await expect(form).toContainText("You are signed out.");
  await expect(form).toContainText("No key is needed on this machine.");
  await expect(page.getByRole("link", { name: "Admin" })).toBeVisible();
});

test("admin: runs, failures, cost, providers, limits, places, and feedback", async ({ page }) => {
  await asked(office, QUESTION, { force: true }, root);
  const ada = await typed("gorkd key create ada");
  await asked(office, "How long is the Harbour Bridge of Eastmoor?", { privacy: "local_only" }, ada);
  await typed("gorkd memory set --place slack:T1:C1 profile quick");
  await signIn(page, office, root);
  await page.goto(`${office}/admin`);
  const figures = page.locator("dl.figures");
  const figure = (name: string): Locator => figures.locator("div").filter({ has: page.getByText(name, { exact: true }) }).locator("dd");
  const runs = async (): Promise<number> => Number(await figure("Runs").innerText());
  await expect(figure("Cost")).toHaveText(/^\$0\.\d*[1-9]/);
  await expect(figure("Cache hit rate")).toHaveText(/^\d+(\.\d)?%/);
  const ranking = (name: string): Locator => page.getByRole("table", { name, exact: true });
  await expect(ranking("Failures by type").getByRole("row", { name: /^key missing or wrong \d+/ })).toBeVisible();
  await expect(ranking("Cost by person").getByRole("row", { name: /^web:ada \d+ \$0\.\d/ })).toBeVisible();
  await expect(ranking("Cost by place").getByRole("row", { name: /^slack:T1:C1 1 / })).toBeVisible();
  await expect(ranking("Cost by model").getByRole("row", { name: /sim-1/ })).toBeVisible();
  // The figures stay up to date while displayed.
  const before = await runs();
  await asked(office, "Who was the engineer of the Harbour Bridge of Eastmoor?", { force: true }, root);
  await expect.poll(runs, { timeout: 20_000 }).toBeGreaterThan(before);

  await page.getByRole("tab", { name: "Runs" }).click();
  const table = page.getByRole("table", { name: "Runs" });
  // Private questions are not shown to anyone else.
  await expect(table.getByRole("row", { name: /^Private Completed web:ada / })).toBeVisible();
  await expect(table).not.toContainText("How long is the Harbour Bridge of Eastmoor?");
  await page.getByLabel("Platform").selectOption("slack");
  await expect(table.getByRole("row", { name: /^When was the Harbour Bridge of Eastmoor opened\? Completed slack:T1:U1 slack:T1:C1 / })).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByLabel("Status").selectOption("Canceled");
  await expect(page.getByText("Nothing yet")).toBeVisible();
  await page.getByLabel("Platform").selectOption("web");
  await page.getByLabel("Status").selectOption("Completed");
  await table.getByRole("link", { name: QUESTION }).first().click();
  await expect(page.getByRole("article", { name: "Answer" })).toContainText("1931");
  await page.goBack();

  await page.goto(`${office}/admin?tab=providers`);
  const provider = (name: string): Locator => page.getByRole("main").getByRole("listitem").filter({ has: page.getByRole("button", { name: `Test ${name}`, exact: true }) });
  await expect(provider("exa")).toContainText("Working");
  await page.getByRole("button", { name: "Test exa" }).click();
  await expect(provider("exa").getByRole("status")).toContainText(/^Works It answered, with 1 result for .* ms$/);
  await expect(provider("tavily")).toContainText("Failing");
  await page.getByRole("button", { name: "Test tavily" }).click();
  await expect(provider("tavily").getByRole("status")).toContainText(/^Fails .*key/);
  await page.getByRole("button", { name: "Test reader" }).click();
  await expect(provider("reader").getByRole("status")).toContainText("It read a small page.");
  await expect(page.getByRole("button", { name: "Test brave" })).toBeDisabled();

  await page.getByRole("tab", { name: "Limits" }).click();
  await expect(page.getByText("All runs together in a month")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Quick \d+ sec \d \$0\.05 [\d,]+$/ })).toBeVisible();
  await page.getByRole("tab", { name: "Places" }).click();
  await expect(page.getByRole("row", { name: /^slack:T1:C1 slack 1 .* Depth: Quick/ })).toBeVisible();
  await page.getByRole("tab", { name: "Feedback" }).click();
  const said = page.getByRole("main").getByRole("listitem");
  await expect(said.filter({ hasText: "slack:T1:U2" })).toContainText(/^Not helpful.*It names no engineer\./s);
  await expect(said.filter({ hasText: "slack:T1:U1" })).toContainText(/^Helpful/);
  // Runs from chats are not open to a key, so nothing links to them.
  await expect(said.first()).toContainText(QUESTION);
  await expect(said.getByRole("link")).toHaveCount(0);
});
