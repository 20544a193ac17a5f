/** Documents that a running gorkd would need a day of use, or other people, to give. Shapes as the interface has them. */

import type { Page } from "@playwright/test";

export const THREAD = "thr_0199f3a2c5d87b6ea1c0ffee00000001";
export const JOB = "job_0199f3a2c5d87b6ea1c0ffee00000002";
export const BRANCH = "job_0199f3a2c5d87b6ea1c0ffee00000003";
const SOURCE = "src_e9b036071f46";
const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 24, 10, 0, seconds)).toISOString();
const question = "Which bridges does Eastmoor have, and what did they cost?";
const tokens = { input: 1200, output: 340, cached: 0 };

const TEXT = `# Bridges of Eastmoor

Eastmoor lies where two rivers meet.

## The harbor

The Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt. It is 503 m long and carries four lanes.

| Bridge | Opened | Length | Cost |
| --- | --- | --- | --- |
| Harbour Bridge | 1931 | 503 m | $4.2 million |
| Mill Bridge | 1954 | 121 m | $1.1 million |
| Ferry Bridge | 1987 | 310 m | $9.8 million |

The old ferry ran until 1930.
`;
const place = (quote: string): { start: number; end: number } => ({ start: TEXT.indexOf(quote), end: TEXT.indexOf(quote) + quote.length });
const OPENED = "The Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt.";
const LONG = "It is 503 m long and carries four lanes.";
const FERRY = "The old ferry ran until 1930.";

export const thread = {
  threadId: THREAD, title: question, turns: 1, createdAt: at(0), updatedAt: at(50),
  jobs: [
    { jobId: JOB, turn: 1, status: "completed", question, createdAt: at(0), forkedFrom: null },
    { jobId: BRANCH, turn: 1, status: "completed", question: "Which bridges does Eastmoor have, and who built them?", createdAt: at(40), forkedFrom: `${JOB}:8` },
  ],
};

export const job = {
  job_id: JOB, thread_id: THREAD, turn: 1, status: "completed", stop_reason: "enough", question, profile: "standard", planning: "auto", privacy: "hybrid", domain: null, language: "en",
  answer: { summary: `${OPENED} [1] ${LONG} [1]`, detail: `${FERRY} [1] The bridge is the longest of the country. [1]`, confidence: "medium", confidence_reasons: [], limitations: [], questions: [] },
  error: null,
  claims: [
    { id: "c1", text: OPENED, part: "summary", support: "supported", citation_ids: ["k1"], derived: null, start: 0, end: OPENED.length },
    { id: "c2", text: LONG, part: "summary", support: "partly", citation_ids: ["k2"], derived: { expression: "310 + 193", value: 503 }, start: 75, end: 100 },
    { id: "c3", text: FERRY, part: "detail", support: "contradicted", citation_ids: ["k3"], derived: null, start: 0, end: 20 },
    { id: "c4", text: "The bridge is the longest of the country.", part: "detail", support: "unsupported", citation_ids: [], derived: null, start: 30, end: 60 },
  ],
  citations: [
    { id: "k1", claim_id: "c1", claim: OPENED, source_id: SOURCE, quote: OPENED, ...place(OPENED) },
    { id: "k2", claim_id: "c2", claim: LONG, source_id: SOURCE, quote: LONG, ...place(LONG) },
    { id: "k3", claim_id: "c3", claim: FERRY, source_id: SOURCE, quote: FERRY, ...place(FERRY) },
  ],
  conflicts: [],
  sources: [{
    id: SOURCE, number: 1, cited: true, url: "https://eastmoor.example/bridges", title: "Bridges of Eastmoor", author: null, site: null, domain: "eastmoor.example", type: "page", published_at: null, fetched_at: at(10),
    language: "en", word_count: 80, snippet: OPENED, excerpt: OPENED, why_used: "", relevance: 1, truncated: false, hash: "1187",
  }],
  unread: [], issues: [], warnings: [],
  metadata: { duration_ms: 52000, stages: [], rounds: 2, queries: [], providers_used: [], sources_considered: 3, sources_read: 1, cached: false, model: null, tokens, cost_usd: 0.0123, measures: null },
};

export const source = { id: SOURCE, url: "https://eastmoor.example/bridges", title: "Bridges of Eastmoor", hash: "1187", fetched_at: at(10), text: TEXT };

export const artifacts = {
  jobId: JOB,
  artifacts: [{
    id: "t1", kind: "table", part: "detail", title: "Bridges of Eastmoor › The harbor", columns: ["Bridge", "Opened", "Length", "Cost"],
    rows: [["Harbour Bridge", "1931", "503 m", "$4.2 million"], ["Mill Bridge", "1954", "121 m", "$1.1 million"], ["Ferry Bridge", "1987", "310 m", "$9.8 million"]],
    source_ids: [SOURCE], claim_ids: ["c1"], csv: `/api/jobs/${JOB}/export?format=csv&table=1`,
  }],
};

const STAGES = ["plan", "search", "read", "evaluate", "search", "read", "evaluate", "synthesize", "verify"] as const;
const rounds = [null, 0, 0, 0, 1, 1, 1, null, null];
export const points = STAGES.map((stage, n) => ({ checkpointId: `${JOB}:${4 + 2 * n}`, stage, round: rounds[n], at: at(n * 6), tokens: n * 420, costUsd: n * 0.0015 }));
export const checkpoints = {
  threadId: THREAD,
  jobs: [
    { jobId: JOB, turn: 1, status: "completed", question, forkedFrom: null, checkpoints: points },
    { jobId: BRANCH, turn: 1, status: "completed", question: thread.jobs[1]?.question, forkedFrom: `${JOB}:8`, checkpoints: points.slice(0, 3).map((one) => ({ ...one, checkpointId: one.checkpointId.replace(JOB, BRANCH) })) },
  ],
};

export function state(checkpointId: string): object {
  const n = points.findIndex((one) => one.checkpointId.split(":")[1] === checkpointId.split(":")[1]);
  const written = n >= 7 ? { text: `${OPENED} [1]\n\n${LONG} [1]`, citations: [], confidence: n >= 8 ? "medium" : null, checked: n >= 8 } : null;
  const results = n >= 1 ? [{ url: source.url, title: source.title, snippet: OPENED, publishedAt: null }] : [];
  const evidence = n >= 2 ? [{ url: source.url, title: source.title, snippet: OPENED, contentHash: "1187", chunks: [{ id: "e1", sourceId: SOURCE, text: OPENED, start: 0, end: 10, headingPath: [], subQuestion: "q1", relevance: 1, stance: "supports" }] }] : [];
  return {
    values: {
      threadId: THREAD, userInputs: { goal: question, modeOverride: "auto", gate: null, plannerAnswers: {} }, plan: null, queries: n >= 0 ? ["Harbour Bridge of Eastmoor opened", "Eastmoor bridges cost"] : [],
      searchResults: results, evidence, draft: written, issues: [],
    },
    next: [], checkpointId, jobId: JOB, turn: 1, status: "completed", mode: "auto", interrupt: null, progress: {}, checkpoints: points,
  };
}

/** Lines of a log, of all kinds. */
export function lines(count: number): object[] {
  return Array.from({ length: count }, (_, n) => {
    const call = n % 3 === 1;
    const failed = n % 50 === 7;
    return {
      seq: n + 1, at: at(n), kind: n === 0 ? "person" : call ? "call" : "step", stage: n === 0 ? null : STAGES[n % STAGES.length], round: n === 0 ? null : Math.floor(n / 1000),
      text: n === 0 ? `Asked: ${question}` : failed ? "The server did not answer in time." : call ? `Read page ${n} of Eastmoor's archive (1,204 words).` : `Enough for an answer, step ${n}.`,
      to: call ? "eastmoor.example" : null, ms: n === 0 ? null : 40 + (n % 900) * 3, attempt: call ? (n % 40 === 1 ? 2 : 1) : null, cached: call && n % 5 === 0,
      tokens: call ? { input: 10, output: 4, cached: 0 } : { input: 0, output: 0, cached: 0 }, cost_usd: call ? 0.0002 : 0, error: failed ? { reason: "timed_out", detail: "eastmoor.example gave nothing within 10 s." } : null,
    };
  });
}

const day = (n: number): string => new Date(Date.UTC(2026, 10, 24) - n * 86_400_000).toISOString().slice(0, 10);

export const usage = {
  byDay: Array.from({ length: 14 }, (_, n) => ({ day: day(13 - n), runs: 3 + ((n * 7) % 11), costUsd: 0.05 + ((n * 13) % 17) / 50, tokens: 12000 + n * 900 })),
  byPerson: [{ owner: "web:ada", runs: 61, costUsd: 2.1 }, { owner: "slack:T1:U1", runs: 22, costUsd: 0.9 }],
  byPlace: [{ place: "web", runs: 61, costUsd: 2.1 }, { place: "slack:T1:C1", runs: 22, costUsd: 0.9 }],
  byModel: [{ model: "gpt-oss:20b", calls: 240, costUsd: 0, tokens: 410000 }, { model: "mistral-small", calls: 80, costUsd: 3, tokens: 99000 }],
  failures: [{ kind: "timed_out", count: 12 }, { kind: "blocked_by_robots", count: 5 }],
  cache: { hits: 312, lookups: 901 },
};
export const runs = {
  items: [
    { jobId: JOB, threadId: THREAD, owner: "web:ada", platform: "web", place: "web", status: "completed", stage: "verify", profile: "standard", question, createdAt: at(0), finishedAt: at(52), costUsd: 0.0123, failures: 1 },
    { jobId: "job_2", threadId: "thr_2", owner: "slack:T1:U1", platform: "slack", place: "slack:T1:C1", status: "running", stage: "read", profile: "deep", question: null, private: true, createdAt: at(20), finishedAt: null, costUsd: 0.2, failures: 0 },
    { jobId: "job_3", threadId: "thr_3", owner: "discord:42", platform: "discord", place: "discord:1:2", status: "failed", stage: "search", profile: "quick", question: "Is the ferry of Westholm free?", createdAt: at(30), finishedAt: at(40), costUsd: 0, failures: 4 },
  ],
  next: null,
};
export const providers = [
  { name: "wikipedia", kind: "search", enabled: true, health: "ok", quota: null, rate: 2, lastError: null, lastUsedAt: at(10) },
  { name: "brave", kind: "search", enabled: true, health: "cooling", quota: { calls: 120, credits: 0, dailyCalls: 2000, dailyCredits: 0 }, rate: 1, lastError: "Brave was asked too often.", lastUsedAt: at(12) },
  { name: "writer", kind: "model", enabled: true, health: "failing", quota: null, rate: null, lastError: "Nothing answers at http://127.0.0.1:11434.", lastUsedAt: at(13) },
  { name: "tavily", kind: "search", enabled: false, health: "unknown", quota: null, rate: 1, lastError: null, lastUsedAt: null },
];
export const limits = {
  requestsPerMinute: 300, streams: 2000, runs: 20, perMinutes: 60, exempt: ["cli:ada"], jobs: 4,
  profiles: { deep: { seconds: 600, rounds: 4, usd: 1, tokens: 400000 }, quick: { seconds: 25, rounds: 1, usd: 0.05, tokens: 20000 }, standard: { seconds: 90, rounds: 3, usd: 0.3, tokens: 0 } },
  chat: { channelRunsPerHour: 30, workspaceRunsPerHour: 0, personUsd: 5, channelUsd: 0, workspaceUsd: 50 },
};
export const places = {
  items: [
    { place: "slack:T1:C1", platform: "slack", runs: 22, lastAskedAt: at(50), settings: [{ name: "profile", value: "quick" }, { name: "month_usd", value: "20" }] },
    { place: "discord:1:2", platform: "discord", runs: 3, lastAskedAt: at(20), settings: [] },
  ],
};
export const feedback = {
  items: [
    { jobId: "job_3", owner: "discord:42", good: false, reason: "It missed the ferry of 1930.", question: "Is the ferry of Westholm free?", private: false, at: at(60) },
    { jobId: "job_2", owner: "slack:T1:U1", good: true, reason: null, question: null, private: true, at: at(40) },
  ],
  next: null,
};
export const setup = {
  steps: [
    { id: "library", done: true, sentence: "The library holds 12 documents.", commands: [], settings: "" },
    { id: "ranking", done: false, sentence: "Without ranking models, passages are compared by their words alone.", commands: ["gorkd models get multilingual", "gorkd models get reranker"], settings: "" },
    { id: "model", done: false, sentence: "A model server answers at http://127.0.0.1:11434/ and is not used.", commands: [], settings: "[models.writer]\nprovider = \"ollama\"\nmodel = \"gpt-oss:20b\"\nbase_url = \"http://127.0.0.1:11434/\"\n" },
    { id: "providers", done: true, sentence: "Providers with a key: brave.", commands: [], settings: "" },
    { id: "slack", done: false, sentence: "In Slack, gorkd answers mentions.", commands: ["gorkd slack manifest"], settings: "[slack]\nbot_token = \"xoxb-…\"\napp_token = \"xapp-…\"\n" },
    { id: "discord", done: false, sentence: "In Discord, people ask with /research.", commands: ["gorkd discord invite"], settings: "[discord]\ntoken = \"…\"\napplication_id = \"…\"\n" },
  ],
  localModels: [{ baseUrl: "http://127.0.0.1:11434/", kind: "ollama", models: ["gpt-oss:20b", "qwen3:8b"] }],
  library: { documents: 12, folders: ["/home/ann/documents"] },
  providers: [{ name: "brave", needsKey: true, keySet: true }, { name: "crossref", needsKey: false, keySet: false }, { name: "tavily", needsKey: true, keySet: false }],
};
export const keys = {
  keys: [
    { id: "gork_4f1c2a9", name: "ada", prefix: "gork_4f1c2a9", role: "user", createdAt: at(0), lastUsedAt: at(40), expiresAt: null, revokedAt: null, budgetUsd: 5, usedUsd: 1.25 },
    { id: "gork_77aa", name: "dashboard", prefix: "gork_77aa", role: "reader", createdAt: at(0), lastUsedAt: null, expiresAt: "2027-01-01T00:00:00Z", revokedAt: null, budgetUsd: null, usedUsd: 0 },
    { id: "gork_91bb", name: "old", prefix: "gork_91bb", role: "admin", createdAt: at(0), lastUsedAt: null, expiresAt: null, revokedAt: at(9), budgetUsd: null, usedUsd: 0 },
  ],
};
export const session = { signedIn: false, owner: null, role: null, local: true, keyNeeded: false, csrf: null };
export const threads = {
  threads: [
    { threadId: THREAD, title: question, turns: 2, createdAt: at(0), updatedAt: at(50) },
    { threadId: "thr_2", title: "How do tides work in the harbor of Westholm, and when is the next spring tide?", turns: 1, createdAt: at(0), updatedAt: at(20) },
    { threadId: "thr_3", title: "Kann man die Fähre reservieren?", turns: 5, createdAt: at(0), updatedAt: at(10) },
  ],
};
export const shares = [
  { id: "shr_1", url: "https://research.example.org/s/job_1.19a.404870e4", createdAt: at(0), expiresAt: "2099-12-24T00:00:00Z", jobId: JOB, question },
  { id: "shr_2", url: "https://research.example.org/s/job_1.19b.11aa", createdAt: at(5), expiresAt: "2026-01-01T00:00:00Z", jobId: JOB, question },
];
export const memory = { remembered: [{ name: "profile", value: "quick", since: at(0) }] };

/** What a route answers: a document, or a function of the request that may give a status as well. */
export type Reply = object | ((request: { url: URL; method: string; body: unknown }) => { status?: number; body?: unknown });

/** Answers requests whose `METHOD path` fits a pattern; `*` stands for one part of a path. */
export async function answered(page: Page, routes: Record<string, Reply>): Promise<void> {
  const all = Object.entries(routes).map(([pattern, reply]) => ({
    fits: new RegExp(`^${pattern.replace(/[.?+^$()[\]{}|\\]/g, "\\$&").replaceAll("*", "[^/]+")}$`),
    reply,
  }));
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const found = all.find((one) => one.fits.test(`${request.method()} ${url.pathname}`));
    if (!found) return route.fallback();
    const given = typeof found.reply === "function" ? found.reply({ url, method: request.method(), body: request.postDataJSON() as unknown }) : { body: found.reply };
    const status = given.status ?? (given.body === undefined ? 204 : 200);
    await route.fulfill({ status, contentType: status >= 400 ? "application/problem+json" : "application/json", body: given.body === undefined ? "" : JSON.stringify(given.body) });
  });
}

/** A problem document. */
export function problem(status: number, code: string, detail: string): { status: number; body: object } {
  return { status, body: { type: `urn:gorkd:problem:${code}`, title: code, status, code, detail, request_id: "req_1" } };
}

/** Everything that the views beside the answer ask for. */
export const everything: Record<string, Reply> = {
  "GET /api/session": session,
  "GET /api/threads": threads,
  "GET /api/threads/*": thread,
  "GET /api/threads/*/checkpoints": checkpoints,
  "GET /api/threads/*/state": ({ url }) => ({ body: state(url.searchParams.get("checkpointId") ?? `${JOB}:20`) }),
  "GET /api/jobs/*": job,
  "GET /api/jobs/*/artifacts": artifacts,
  "GET /api/jobs/*/edits": { jobId: JOB, edits: [] },
  "GET /api/jobs/*/sources/*": source,
  "GET /api/jobs/*/log": ({ url }) => {
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const all = lines(5000);
    return { body: { jobId: JOB, entries: all.slice(from, from + 1000), ...(from + 1000 < all.length ? { nextCursor: String(from + 1000) } : {}) } };
  },
  "GET /api/jobs/*/shares": shares,
  "GET /api/shares": { items: shares, next: null },
  "GET /api/memory": memory,
  "GET /api/admin/usage": usage,
  "GET /api/admin/runs": runs,
  "GET /api/admin/providers": providers,
  "POST /api/admin/providers/*/test": { ok: true, ms: 182, hits: 10, sentence: "It gave 10 results." },
  "GET /api/admin/limits": limits,
  "GET /api/admin/places": places,
  "GET /api/admin/feedback": feedback,
  "GET /api/admin/keys": keys,
  "GET /api/setup": setup,
};
