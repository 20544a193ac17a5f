import { defineConfig } from "@playwright/test";

// The URLs come from the test that starts the servers (tests/web/page.rs). docs/page.md says how to run a
// single test by hand.
export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: "list",
  outputDir: "../../../target/page",
  use: {
    baseURL: process.env.GORKD_URL,
    locale: "en-US",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env.GORKD_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] },
  },
});
