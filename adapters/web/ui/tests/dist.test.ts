import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const DIST = join(import.meta.dirname, "../dist");
/** Maximum bytes, compressed. A reader loads one language besides English. */
const MAX_BYTES = 150_000;
const LANGUAGES = /^(de|es|fr|ru|zh|ar)-/;
/** The chart library, loaded when a table has numbers and someone opens a chart. */
const CHART = /^draw-/;

// `make check` builds the page before running this.
describe.runIf(existsSync(join(DIST, "index.html")))("the built page", () => {
  const names = (): string[] => readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".js"));
  const size = (name: string): number => gzipSync(readFileSync(join(DIST, "assets", name)), { level: 9 }).length;

  it("keeps its scripts small", () => {
    const own = names().filter((name) => !CHART.test(name) && !LANGUAGES.test(name));
    const languages = names().filter((name) => LANGUAGES.test(name)).map(size);
    const all = own.map(size).reduce((sum, one) => sum + one, 0) + Math.max(...languages);
    console.log(`scripts: ${all} bytes compressed, with one language beside English`);
    expect(names().some((name) => CHART.test(name))).toBe(true);
    expect(all).toBeLessThan(MAX_BYTES);
  });

  it("runs under the content security policy", () => {
    const page = readFileSync(join(DIST, "index.html"), "utf8");
    expect(page).not.toMatch(/<script>|style=|\son\w+=|https?:/);
    expect(page).not.toMatch(/(src|href)="\//);
    for (const name of names()) {
      const script = readFileSync(join(DIST, "assets", name), "utf8");
      expect(script, name).not.toMatch(/\beval\(|new Function\(|document\.write\(/);
    }
  });
});
