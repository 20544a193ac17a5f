/** Monthly budgets: what admins see, and what is shown where people ask. */

import type { Locator } from "@playwright/test";
import type { Budget, Budgets } from "../src/lib/types";
import { asked, changed, expect, office, plain, root, seen, signIn, test, typed } from "./world";

// The end of a month is shown in the reader's time zone.
test.use({ timezoneId: "UTC" });

const MONTH = { period: "2026-11", endsAt: "2026-12-01T00:00:00Z" };
const ENDS = /Dec 1, 2026, 12:00.AM/;

function budget(kind: Budget["kind"], of: string | null, spentUsd: number, limitUsd: number | null, more: Partial<Budget> = {}): Budget {
  return { kind, of, spentUsd, reservedUsd: 0, limitUsd, usedUp: false, ...more };
}

test("an admin sees how much of each monthly budget is used", async ({ page }) => {
  const [number, kim] = [Date.now(), `kim-${Date.now()}`];
  const key = await typed(`gorkd key create ${kim} --budget-usd 2`);
  // These questions are new, so their searches are not cached. The first run may get the provider that rejects
  // its key; the second gets the paid one.
  for (const what of ["painted", "built"]) await asked(office, `Who ${what} the ferry house ${number} of Westholm?`, { force: true }, key);
  await signIn(page, office, root);
  await page.goto(`${office}/admin`);
  await page.getByRole("tab", { name: "Budgets" }).click();
  const table = page.getByRole("table", { name: "Budgets" });
  const row = (name: RegExp): Locator => table.getByRole("row", { name });
  // What a real run cost its asker; the key is shown by name.
  const cost = "\\$0\\.\\d*[1-9]\\d*";
  await expect(row(new RegExp(`^Person web:${kim} [\\d.]+% ${cost} \\$0\\.00 \\$5\\.00$`))).toBeVisible();
  await expect(row(new RegExp(`^API key ${kim} [\\d.]+% ${cost} \\$0\\.00 \\$2\\.00$`))).toBeVisible();
  await expect(page.getByRole("progressbar", { name: `API key ${kim}` })).toBeVisible();

  await changed<Budgets>(page, "/api/admin/budgets", (real) => ({
    ...real,
    ...MONTH,
    items: [
      budget("everything", null, 51.5, 50, { usedUp: true }),
      budget("person", "web:ada", 4.1, 5, { reservedUsd: 0.4 }),
      budget("channel", "slack:T1:C1", 6, 20),
      budget("workspace", "slack:T1", 0, 0, { usedUp: true }),
      budget("place", "article:blog:1", 3, null),
    ],
  }));
  await page.reload();
  await expect(page.getByText("The month ends on")).toHaveText(ENDS);
  // The amount is given in figures and words beside the bar.
  await expect(row(/^All runs together 103% Used up \$51\.50 \$0\.00 \$50\.00$/)).toBeVisible();
  await expect(row(/^Person web:ada 82% Nearly used up \$4\.10 \$0\.40 \$5\.00$/)).toBeVisible();
  await expect(row(/^Channel slack:T1:C1 30% \$6\.00 \$0\.00 \$20\.00$/)).toBeVisible();
  await expect(row(/^Workspace slack:T1 100% Used up \$0\.00 \$0\.00 \$0\.00$/)).toBeVisible();
  await expect(row(/^Place article:blog:1 – \$3\.00 \$0\.00 No limit$/)).toBeVisible();
  const bar = (name: string): Locator => page.getByRole("progressbar", { name, exact: true });
  await expect(bar("Person web:ada")).toHaveAttribute("aria-valuenow", "82");
  await expect(bar("All runs together")).toHaveAttribute("aria-valuenow", "100");
  await expect(bar("All runs together")).toHaveAttribute("aria-valuetext", "103%");
  await expect(page.getByRole("progressbar")).toHaveCount(4);
  await seen(page, "admin-budgets");
});

test("without budgets, the admin view names the settings that create them", async ({ page }) => {
  await page.goto(`${plain}/admin?tab=budgets`);
  const panel = page.getByRole("tabpanel", { name: "Budgets" });
  await expect(panel).toContainText("No budget is in use this month");
  await expect(panel.getByRole("code")).toHaveText("[budgets]\nmonth_usd = 50.0\nperson_usd = 5.0");
  await expect(panel.getByRole("progressbar")).toHaveCount(0);
  await seen(page, "admin-budgets-none");
});

const SAID = {
  en: ["Most of a monthly budget is spent (yours): $4.10 of $5.00.", "A monthly budget is used up (everybody together): $50.00 of $50.00 is spent."],
  de: ["Ein Monatsbudget ist zum größten Teil verbraucht (deins)", "Ein Monatsbudget ist aufgebraucht (alle zusammen)"],
  es: ["Un presupuesto mensual está casi agotado (el tuyo)", "Un presupuesto mensual está agotado (todos juntos)"],
  fr: ["Un budget mensuel est presque épuisé (le vôtre)", "Un budget mensuel est épuisé (tout le monde ensemble)"],
  ru: ["Месячный бюджет почти исчерпан (ваш)", "Месячный бюджет исчерпан (все вместе)"],
  zh: ["本月预算已大部分用完（你的）", "本月预算已用完（所有人合计）"],
  ar: ["أُنفق معظم ميزانية الشهر (ميزانيتك)", "نفدت ميزانية الشهر (الجميع معًا)"],
};

for (const [language, sentences] of Object.entries(SAID)) {
  test(`before asking, nearly and fully used budgets are shown: ${language}`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("gorkd-language", chosen), language);
    await changed<Budgets>(page, "/api/budgets", (real) => ({
      ...real,
      ...MONTH,
      items: [budget("everything", null, 50, 50, { usedUp: true }), budget("person", "web:local", 4.1, 5), budget("place", "web:local", 4.1, 20)],
    }));
    await page.goto(plain);
    const notes = page.getByRole("main").getByRole("paragraph").filter({ hasText: /[(（].*[)）]\s?[:：]/ });
    await expect(notes).toHaveCount(2);
    for (const sentence of sentences) {
      await expect(notes.filter({ hasText: sentence })).toBeVisible();
      // People who reach the field by keyboard hear it too.
      await expect(page.getByRole("textbox")).toHaveAccessibleDescription(new RegExp(sentence.replace(/[()$.]/g, "\\$&")));
    }
    if (language === "en") await expect(notes.first()).toContainText(ENDS);
    if (language === "en" || language === "ar") await seen(page, `ask-budgets-${language}`);
  });
}

test("budgets with room left are not mentioned", async ({ page }) => {
  let looked = 0;
  await changed<Budgets>(page, "/api/budgets", (real) => {
    looked += 1;
    return { ...real, ...MONTH, items: [budget("person", "web:local", 3.9, 5, { reservedUsd: 1 })] };
  });
  await page.goto(plain);
  await expect(page.getByRole("heading", { name: "Your library" })).toBeVisible();
  await expect.poll(() => looked).toBeGreaterThan(0);
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveAccessibleDescription("Ctrl Enter to ask");
});

test("a question refused for lack of budget says so, and until when", async ({ page }) => {
  let items = [budget("person", "web:local", 3, 5)];
  await changed<Budgets>(page, "/api/budgets", (real) => ({ ...real, ...MONTH, items }));
  const wait = Math.ceil((Date.parse("2031-05-01T00:00:00Z") - Date.now()) / 1000);
  await page.route("**/api/threads/start", (route) =>
    route.fulfill({
      status: 429,
      contentType: "application/problem+json",
      headers: { "Retry-After": String(wait) },
      body: JSON.stringify({
        type: "urn:gorkd:problem:over_budget", title: "over budget", status: 429, detail: "The budget for this period is used up.", code: "over_budget", retry_after: wait, request_id: "req_1",
      }),
    }),
  );
  await page.goto(plain);
  const field = page.getByRole("textbox", { name: "Your question" });
  await field.fill("When was the Harbour Bridge of Eastmoor opened?");
  items = [budget("person", "web:local", 5, 5, { usedUp: true })];
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The budget for this period is used up.");
  await expect(alert).toContainText(/It resets on (May 1, 2031, 12:00|Apr 30, 2031, 11:59).[AP]M\./);
  await expect(alert).toContainText("Request ID: req_1");
  // The remaining budget is reloaded, and the question is still there.
  await expect(page.getByText("A monthly budget is used up (yours): $5.00 of $5.00 is spent.")).toBeVisible();
  await expect(field).toHaveValue("When was the Harbour Bridge of Eastmoor opened?");
  await seen(page, "ask-refused");
});
