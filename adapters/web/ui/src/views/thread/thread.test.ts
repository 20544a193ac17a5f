import { afterEach, describe, expect, it, vi } from "vitest";
import { Frame } from "../tools/thread.svelte";
import { cited } from "./cites";
import { elapsed, heard } from "./clock";
import { drafted, keepDraft } from "./draft";
import { Live, joined } from "./live.svelte";
import { lineTops } from "./scroll";
import { passage } from "./texts";
import type { Citation, Claim, Job } from "$lib/types";

function job(summary: string, detail: string, said: { part: "summary" | "detail"; text: string; source: string; support?: Claim["support"] }[]): Job {
  const claims: Claim[] = [];
  const citations: Citation[] = [];
  for (const [at, one] of said.entries()) {
    const whole = one.part === "summary" ? summary : detail;
    const start = Array.from(whole.slice(0, whole.indexOf(one.text))).length;
    claims.push({ id: `c${at}`, text: one.text, part: one.part, support: one.support ?? "supported", citation_ids: [`q${at}`], derived: null, start, end: start + Array.from(one.text).length });
    citations.push({ id: `q${at}`, claim_id: `c${at}`, claim: one.text, source_id: one.source, quote: one.text, start: 0, end: 4 });
  }
  const sources = ["s1", "s2"].map((id, at) => ({ id, number: at + 1 }));
  return { answer: { summary, detail }, claims, citations, sources } as unknown as Job;
}

describe("a citation", () => {
  it("belongs to the claim before it, around it, or below its heading", () => {
    const summary = "😀 First it was lit in 1877. [1] Then it burned [2].";
    const detail = "**The log** [2]\n\nKeepers wrote every evening. They wrote in ink.";
    const shown = cited(
      job(summary, detail, [
        { part: "summary", text: "First it was lit in 1877.", source: "s1" },
        { part: "summary", text: "Then it burned [2].", source: "s2", support: "partly" },
        { part: "detail", text: "Keepers wrote every evening.", source: "s2" },
        { part: "detail", text: "They wrote in ink.", source: "s2", support: "contradicted" },
      ]),
      (one) => `${one.number} ${one.support}`,
    );
    expect([...shown.all.values()].map((one) => [one.number, one.claims.map((claim) => claim.id), one.support])).toEqual([
      [1, ["c0"], "supported"],
      [2, ["c1"], "partly"],
      [2, ["c2", "c3"], "contradicted"],
    ]);
  });
});

describe("an answer", () => {
  const lead = "The Harbour Bridge of Eastmoor was opened in 1931.";
  it("repeats nothing, and its citations stay with their claims", () => {
    const detail = `**Bridges** [1]\n\n${lead} It is 412 metres long. [1]\n\n**Ferry** [2]\n\nA ferry crossed the harbour before. [2]`;
    const shown = cited(
      job(`${lead} [1]`, detail, [
        { part: "summary", text: lead, source: "s1" },
        { part: "detail", text: "It is 412 metres long.", source: "s1", support: "partly" },
        { part: "detail", text: "A ferry crossed the harbour before.", source: "s2" },
      ]),
      (one) => one.support,
    );
    expect(shown.detail.text).not.toContain("opened in 1931");
    expect(shown.detail.text).toContain("It is 412 metres long. [1]");
    const at = shown.detail.text.indexOf("long. [1]") + "long. ".length;
    expect(shown.detail.cite({ start: at, end: at + 3, number: 1 })?.support).toBe("partly");
    const last = shown.detail.text.lastIndexOf("[2]");
    expect(shown.detail.cite({ start: last, end: last + 3, number: 2 })?.support).toBe("supported");
  });
  it("leaves no empty sections and no empty code", () => {
    const code = "curl -s http://127.0.0.1:8484/api/threads";
    const detail = `**Ask** [1]\n\n\`\`\`\n${code}\n\`\`\`\n\n**Ferry** [2]\n\nA ferry crossed the harbour before. [2]`;
    const shown = cited(
      job(`\`\`\`\n${code}\n\`\`\`\n\n[1]`, detail, [
        { part: "summary", text: code, source: "s1" },
        { part: "detail", text: "A ferry crossed the harbour before.", source: "s2" },
      ]),
      (one) => one.support,
    );
    expect(shown.detail.text.trim()).toBe("**Ferry** [2]\n\nA ferry crossed the harbour before. [2]");
    expect([...shown.all.values()][0]?.claims[0]?.id).toBe("c0");
  });
});

describe("a stored text", () => {
  const text = "# One\n\nfirst\n\n## Two\n\nbefore 😀 the quote stands here. after\n\nlast";
  const point = (words: string): number => Array.from(text.slice(0, text.indexOf(words))).length;
  const quote: Citation = { id: "q", claim_id: "c", claim: "", source_id: "s", quote: "the quote", start: point("the quote"), end: point("the quote") + 9 };
  it("is shown as the block around a quote, marked, under its headings", () => {
    const shown = passage(text, quote, [quote], null, { before: 0, after: 0 });
    expect(shown.headings).toEqual(["One", "Two"]);
    expect(shown.pieces).toEqual([
      { text: "before 😀 ", kind: "plain" },
      { text: "the quote", kind: "focus" },
      { text: " stands here. after", kind: "plain" },
    ]);
    expect([shown.before, shown.after]).toEqual([true, true]);
  });
  it("is shown further on demand, and in pieces when it is long", () => {
    const more = passage(text, quote, [quote], null, { before: 1000, after: 1000 });
    expect(more.pieces.map((one) => one.text).join("")).toBe(text);
    const long = `${"x".repeat(5_000_000)}the quote${"y".repeat(5_000_000)}`;
    const shown = passage(long, { ...quote, start: 5_000_000, end: 5_000_009 }, [{ ...quote, start: 5_000_000, end: 5_000_009 }], null, { before: 0, after: 0 });
    expect(shown.pieces.map((one) => one.text).join("").length).toBeLessThan(20_000);
    expect(shown.pieces.find((one) => one.kind === "focus")?.text).toBe("the quote");
  });
});

describe("a draft", () => {
  it("inserts pieces where they belong", () => {
    expect(joined("", 0, "ab😀")).toBe("ab😀");
    expect(joined("ab😀cd", 3, "x")).toBe("ab😀x");
  });
});

describe("the time of a run", () => {
  it("goes on while the run is active", () => {
    const clock = heard(null, { status: "running", elapsed_ms: 700 }, 1_000);
    expect([elapsed(clock, 1_000), elapsed(clock, 4_000), elapsed(clock, 500)]).toEqual([700, 3_700, 700]);
  });
  it("stands still while the run waits or is over", () => {
    const clock = heard(heard(null, { status: "running", elapsed_ms: 700 }, 0), { status: "waiting", elapsed_ms: 900 }, 300);
    expect(elapsed(clock, 60_000)).toBe(900);
    expect(elapsed(heard(clock, { status: "completed", elapsed_ms: 950 }, 60_000), 90_000)).toBe(950);
  });
  it("does not go back when an old event is repeated", () => {
    const clock = heard(heard(null, { status: "running", elapsed_ms: 30_000 }, 0), { status: "running", elapsed_ms: 700 }, 2_000);
    expect(elapsed(clock, 3_000)).toBe(33_000);
  });
});

describe("a question that is not sent yet", () => {
  afterEach(() => sessionStorage.clear());

  it("is kept for each thread", () => {
    keepDraft(undefined, "When was");
    keepDraft("thr_1", "How long");
    expect([drafted(undefined), drafted("thr_1"), drafted("thr_2")]).toEqual(["When was", "How long", ""]);
    keepDraft("thr_1", "");
    expect([drafted("thr_1"), sessionStorage.length]).toEqual(["", 1]);
  });
});

describe("the lines of a text", () => {
  it("are those of its boxes, some of which are in the same line or empty", () => {
    const box = (top: number, height = 16): { top: number; height: number } => ({ top, height });
    expect(lineTops([box(0), box(1), box(0, 0), box(22.3), box(22.3), box(44.6)])).toEqual([0, 22.3, 44.6]);
  });
});

describe("a thread", () => {
  afterEach(() => vi.unstubAllGlobals());

  const entry = { jobId: "job_1", turn: 1, status: "running", question: "?", createdAt: "2026-11-24T10:00:00Z", forkedFrom: null };
  const answers = (found: boolean): void => {
    vi.stubGlobal("fetch", (path: string) => {
      const body = found && path.includes("/threads/") ? { threadId: "thr_1", jobs: [entry] } : { detail: "There is none.", code: "not_found" };
      return Promise.resolve(new Response(JSON.stringify(body), { status: "jobs" in body ? 200 : 404 }));
    });
  };

  it("that was never found is missing, and one that was open is deleted", async () => {
    const frame = new Frame();
    const live = new Live("thr_1", frame);
    answers(false);
    await live.load();
    expect([frame.gone, live.error]).toEqual(["missing", null]);
    const later = new Frame();
    const open = new Live("thr_1", later);
    answers(true);
    await open.load();
    expect([later.gone, later.thread?.jobs.length]).toEqual([null, 1]);
    answers(false);
    await open.fetch("job_1");
    await vi.waitFor(() => expect(later.gone).toBe("deleted"));
  });
});
