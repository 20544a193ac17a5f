/**
 * Sets up gorkd like someone who has just installed it. The tests run in order, because there is one server to
 * set up.
 */

import { readFileSync } from "node:fs";
import { expect, fresh, model, order, refuses, seen, test, works } from "./world";

test.describe.configure({ mode: "serial" });

test("provider keys are saved, take effect after a restart, and are never shown again", async ({ page }) => {
  const lines = `[search.tavily]\nbase_url = "${works}"\n\n[search.brave]\nbase_url = "${refuses}"\n`;
  await order("configure", 0, lines);
  await page.goto(`${fresh}/setup`);
  const step = page.getByRole("main").getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Search providers" }) });
  await expect(step).toContainText("To do");
  const provider = (name: string): import("@playwright/test").Locator => step.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Test ${name}` }) });
  for (const name of ["tavily", "brave"]) {
    const field = page.getByLabel(`Key of ${name}`, { exact: true });
    await field.fill(`sk-very-secret-of-${name}`);
    await field.press("Enter");
    await expect(provider(name)).toContainText("The key was saved and is not shown again. Restart gorkd to use it.");
    await expect(provider(name)).toContainText("Key set");
    await expect(field).toHaveValue("");
  }
  await expect(step).toContainText("Providers with a key: brave, tavily.");
  await page.getByRole("button", { name: "Test tavily" }).click();
  await expect(provider("tavily")).toContainText("tavily is not in use. If you have just saved its key, restart gorkd and test again.");

  await order("configure", 0, lines);
  await page.reload();
  await page.getByRole("button", { name: "Test tavily" }).click();
  await expect(provider("tavily")).toContainText("It answered, with 1 result for");
  await page.getByRole("button", { name: "Test brave" }).click();
  await expect(provider("brave")).toContainText("Fails");
  await expect(provider("brave")).toContainText(/key/);
  for (const path of ["/api/setup", "/api/admin/providers", "/setup"]) {
    expect(await (await fetch(fresh + path)).text()).not.toContain("sk-very-secret");
  }
  expect(await page.content()).not.toContain("sk-very-secret");
  await seen(page, "setup-keys");

  await page.getByRole("button", { name: "Remove the key of tavily" }).click();
  await expect(provider("tavily")).toContainText("The key was removed. Restart gorkd to stop using it.");
  await expect(provider("tavily")).toContainText("No key");
  await order("configure", 0, lines);
  await page.getByRole("button", { name: "Test tavily" }).click();
  await expect(provider("tavily")).toContainText("tavily is not in use.");
});

test("a model server on this machine is offered with its models", async ({ page }) => {
  // Model servers listen on the same ports on all machines, so a test cannot start its own.
  await page.route("**/api/setup", async (route) => {
    const response = await route.fetch();
    const real = (await response.json()) as { localModels: object[] };
    real.localModels = [{ baseUrl: "http://127.0.0.1:11434/", kind: "ollama", models: ["gpt-oss:20b", "qwen3:8b"] }];
    await route.fulfill({ response, json: real });
  });
  await order("configure");
  await page.goto(`${fresh}/setup`);
  await page.getByLabel("Found on this machine").selectOption({ index: 1 });
  await expect(page.getByRole("group", { name: "Lines of the settings file" }).filter({ hasText: "[models.planner]" })).toContainText('model = "qwen3:8b"');
});

test("a model is set up, a question asked, planned, read, branched, and exported, all by accessible names", async ({ page }) => {
  await order("configure");
  await page.goto(`${fresh}/setup`);
  const steps = page.getByRole("main").getByRole("listitem");
  const step = steps.filter({ has: page.getByRole("heading", { name: "A language model" }) });
  await expect(step).toContainText("To do");
  const lines = await step.getByRole("group", { name: "Lines of the settings file" }).first().innerText();
  // The lines that the page shows, with the URL and name of the reader's own model.
  const own = lines.replace(/provider = .*/, 'provider = "openai_compatible"').replace(/model = .*/, 'model = "sim-1"').replace(/base_url = .*/, `base_url = "${model}"`);
  expect(own).toContain("[models.writer]");
  await order("configure", 0, own);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(step).toContainText("A language model is in use.");
  await expect(step).toContainText("Done");

  await page.getByRole("link", { name: "Ask a question" }).click();
  await page.getByText("Options").click();
  await page.getByLabel("Clarifying questions").selectOption("Ask me first");
  await page.getByLabel("Depth").selectOption("Standard");
  await page.getByRole("textbox", { name: "Your question" }).fill("When was the Harbour Bridge of Eastmoor opened, and how long is it?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("button", { name: "A short answer" }).click();
  const plan = page.getByRole("region", { name: "The plan" });
  await expect(plan).toBeVisible();
  await plan.getByRole("textbox", { name: "Search 1", exact: true }).fill("Harbour Bridge of Eastmoor opened length");
  const sent = page.waitForRequest((request) => request.url().endsWith("/resume"));
  await plan.getByRole("button", { name: "Go ahead with these changes" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ answer: { queries: expect.arrayContaining(["Harbour Bridge of Eastmoor opened length"]) as unknown } });

  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText("1931", { timeout: 20_000 });
  await expect(answer).toContainText("sim-1");
  await page.getByRole("button", { name: /^Source 1,/ }).first().click();
  await expect(page.getByRole("article", { name: /^Source 1 / }).getByRole("region", { name: "Stored text" })).toContainText(/1931|412/);

  await page.getByRole("link", { name: "Checkpoints" }).click();
  await page.getByRole("button", { name: "Branch from here" }).click();
  const form = page.getByRole("dialog", { name: "Branch from here" });
  await form.getByLabel("Question").fill("How long is the Harbour Bridge of Eastmoor?");
  await form.getByRole("button", { name: "Start the branch" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How long is the Harbour Bridge of Eastmoor?");
  await expect(answer).toContainText("Eastmoor", { timeout: 20_000 });

  await answer.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Markdown" }).click()]);
  expect(file.suggestedFilename()).toMatch(/\.md$/);
  expect(readFileSync(await file.path(), "utf8")).toContain("# How long is the Harbour Bridge of Eastmoor?");
});
