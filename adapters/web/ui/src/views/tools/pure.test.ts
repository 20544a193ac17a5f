import { afterEach, describe, expect, it } from "vitest";
import { share } from "../admin/shapes";
import { type Run, lines, placeOf, tree } from "../checkpoints/tree";
import { asTable, found, totals } from "../log/lines";
import { createCommand, ended } from "../settings/keys";
import { modelLines, toml } from "../setup/steps";
import { expired, onlyHere } from "../threads/shares";
import { around, statement } from "../verify/block";
import { keep, kept } from "../verify/marks";
import { level, share as used } from "./budgets";
import { fileName } from "./files";
import { shownJob } from "./thread.svelte";
import type { Checkpoint, LogEntry, Thread } from "$lib/types";

describe("the tree of branches", () => {
  const point = (id: string, stage: Checkpoint["stage"]): Checkpoint => ({ checkpointId: id, stage, round: null, at: "", tokens: 0, costUsd: 0 });
  const run = (jobId: string, turn: number, forkedFrom: string | null, checkpoints: Checkpoint[] = []): Run => ({ jobId, turn, status: "completed", question: jobId, forkedFrom, checkpoints });

  it("puts branches below their original run, with the checkpoint", () => {
    const roots = tree([
      run("a", 1, null, [point("a:4", "plan"), point("a:8", "read")]),
      run("b", 1, "a:8"),
      run("c", 1, "b:3"),
      run("d", 2, null),
      run("e", 1, "gone:3"),
    ]);
    expect(roots.map((one) => one.run.jobId)).toEqual(["a", "d", "e"]);
    expect(roots[0]?.branches[0]?.at?.stage).toBe("read");
    expect(roots[0]?.branches[0]?.branches[0]?.run.jobId).toBe("c");
  });

  it("terminates even if runs refer to each other", () => {
    expect(tree([run("a", 1, "b:1"), run("b", 1, "a:1")]).length).toBe(1);
    expect(tree([run("a", 1, "a:1")]).length).toBe(1);
  });

  it("parses positions, and the lines of a form", () => {
    expect(placeOf("job_1:22")).toEqual({ job: "job_1", seq: 22 });
    expect([placeOf("job"), placeOf(":3"), placeOf("a:b")]).toEqual([null, null, null]);
    expect(lines(" one \n\n two")).toEqual(["one", "two"]);
  });
});

describe("the log", () => {
  const entry = (more: Partial<LogEntry>): LogEntry => ({
    seq: 1, at: "2026-11-24T10:00:00Z", kind: "step", stage: "plan", round: null, text: "Planned.", to: null, ms: 1, attempt: 1, cached: false,
    tokens: { input: 0, output: 0, cached: 0 }, cost_usd: 0, error: null, ...more,
  });
  const all = [
    entry({}),
    entry({ kind: "call", to: "eastmoor.example", cached: true, cost_usd: 0.5, tokens: { input: 3, output: 2, cached: 0 }, text: "Read the Bridges." }),
    entry({ kind: "call", error: { reason: "timed_out", detail: "Nothing came." } }),
  ];

  it("is searched by all words, including calls and errors", () => {
    expect(found(all, "BRIDGES eastmoor", "all")).toEqual([all[1]]);
    expect(found(all, "nothing came", "all")).toEqual([all[2]]);
    expect(found(all, "", "error")).toEqual([all[2]]);
    expect(found(all, "planned", "call")).toEqual([all[2]]);
    expect(found(all, "", "cached")).toEqual([all[1]]);
    expect(found(all, "", "all")).toBe(all);
  });

  it("has totals and can be exported as a table", () => {
    expect(totals(all)).toEqual({ lines: 3, calls: 2, cached: 1, errors: 1, tokens: 5, costUsd: 0.5 });
    const table = asTable(all);
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
    expect(table.rows[2]?.at(-1)).toBe("timed_out: Nothing came.");
  });
});

describe("a statement", () => {
  it("from a table row is shown without its bars", () => {
    expect(statement("| Child, under 12 | `5` |")).toBe("Child, under 12 · 5");
    expect(statement("It is 412 metres | long.")).toBe("It is 412 metres | long.");
  });
});

describe("a quote in its block", () => {
  const text = "# Bridges\n\nFirst 🌉 one.\n\n## Harbor\n\nIt opened in 1931. It is long.\n\nThe end.";

  it("is shown under its headings, and positions count code points", () => {
    const start = [...text].join("").indexOf("It opened") - 1; // one pair of units before it
    const shown = around(text, start, start + "It opened in 1931.".length);
    expect(shown).toEqual({ headings: ["Bridges", "Harbor"], before: "", quote: "It opened in 1931.", after: " It is long.", more: true });
  });

  it("shows its surroundings on request", () => {
    const start = text.indexOf("It is long") - 1;
    const shown = around(text, start, start + 11, true);
    expect([shown.before.startsWith("# Bridges"), shown.after.endsWith("The end."), shown.more]).toEqual([true, true, false]);
  });
});

describe("marks", () => {
  afterEach(() => localStorage.clear());

  it("are stored per run, and invalid marks are ignored", () => {
    keep("a", { c1: "holds", c2: "unsure" });
    expect([kept("a"), kept("b")]).toEqual([{ c1: "holds", c2: "unsure" }, {}]);
    keep("a", {});
    expect(localStorage.length).toBe(0);
    localStorage.setItem("gorkd-marks-a", '{"c1":"odd","c2":"fails"}');
    expect(kept("a")).toEqual({ c2: "fails" });
    localStorage.setItem("gorkd-marks-a", "{");
    expect(kept("a")).toEqual({});
  });
});

describe("small things", () => {
  it("bars are percentages of the largest", () => {
    expect([share(1, 4), share(5, 0), share(9, 3)]).toEqual([25, 0, 100]);
  });

  it("file names are plain", () => {
    expect(fileName('attachment; filename="job_1.md"')).toBe("job_1.md");
    expect([fileName(null), fileName('attachment; filename="../x"')]).toEqual([null, null]);
  });

  it("links to this machine are useless elsewhere", () => {
    const local = ["http://127.0.0.1:8484/s/x", "http://localhost/s/x", "https://gorkd.localhost/s/x", "http://[::1]:8484/s/x"];
    expect(local.every(onlyHere)).toBe(true);
    const others = ["https://research.example.org/s/x", "http://192.168.0.7:8484/s/x", "https://127.example.org/s/x", "https://localhost.example.org/", "no link"];
    expect(others.some(onlyHere)).toBe(false);
  });

  it("links and keys expire", () => {
    const link = { id: "s", url: "", createdAt: "", expiresAt: "2026-01-01T00:00:00Z" };
    expect([expired(link, Date.parse("2026-01-02")), expired(link, Date.parse("2025-12-31")), expired({ ...link, expiresAt: null })]).toEqual([true, false, false]);
    const key = { id: "k", name: "a", prefix: "", role: "user" as const, createdAt: "", lastUsedAt: null, expiresAt: "2026-01-01T00:00:00Z", revokedAt: null, budgetUsd: null, usedUsd: 0 };
    expect([ended(key, Date.parse("2026-02-01")), ended(key, 0), ended({ ...key, revokedAt: "x" }, 0)]).toEqual(["expired", null, "revoked"]);
  });

  it("a budget notice appears at 80 % and when nothing is left", () => {
    const budget = { kind: "person" as const, of: "web:ada", reservedUsd: 0, limitUsd: 5, usedUp: false };
    expect([3.99, 4, 5.2].map((spentUsd) => level({ ...budget, spentUsd }))).toEqual([null, "near", "near"]);
    expect(level({ ...budget, spentUsd: 4.9, usedUp: true })).toBe("full");
    expect(level({ ...budget, spentUsd: 9, limitUsd: null })).toBe(null);
    expect([used({ ...budget, spentUsd: 1 }, 1), used({ ...budget, spentUsd: 0, limitUsd: 0 }, 0), used({ ...budget, spentUsd: 1, limitUsd: null }, 1)]).toEqual([0.2, 1, null]);
  });

  it("commands and settings contain the input, escaped", () => {
    expect(createCommand({ name: "it's $(x)", role: "reader", expiresInDays: 30, budgetUsd: 5 })).toBe("gorkd key create 'it'\\''s $(x)' --role reader --expires 30d --budget-usd 5");
    expect(createCommand({ name: "ada", role: "user" })).toBe("gorkd key create ada");
    expect(toml('a"b')).toBe('"a\\"b"');
    expect(modelLines({ baseUrl: "http://127.0.0.1:1", kind: "openai_compatible", models: [] }, "m")).toContain('[models.checker]\nprovider = "openai_compatible"\nmodel = "m"\nbase_url = "http://127.0.0.1:1"');
  });

  it("the run to show is the named one, or else the newest", () => {
    const job = (jobId: string, createdAt: string): Thread["jobs"][number] => ({ jobId, turn: 1, status: "completed", question: "", createdAt, forkedFrom: null });
    const thread: Thread = { threadId: "t", title: "", turns: 1, createdAt: "", updatedAt: "", jobs: [job("a", "2"), job("b", "3"), job("c", "1")] };
    expect([shownJob(thread, "c")?.jobId, shownJob(thread, null)?.jobId, shownJob({ ...thread, jobs: [] }, null)]).toEqual(["c", "b", null]);
  });
});
