/** Documents of the API, as described in `/openapi.json`. Times are ISO 8601; positions count code points. */

export type Status = "queued" | "running" | "waiting" | "completed" | "failed" | "cancelled";
export type Stage = "clarify" | "plan" | "search" | "read" | "evaluate" | "synthesize" | "verify";
export type Confidence = "high" | "medium" | "low" | "insufficient";
export type Support = "supported" | "partly" | "unsupported" | "contradicted";
export type Profile = "quick" | "standard" | "deep";
export type Privacy = "local_only" | "hybrid" | "cloud_allowed";
export type Mode = "auto" | "plan";
export const FORMS = ["brief", "report", "table", "comparison"] as const;
/** The format of an answer. */
export type Deliverable = (typeof FORMS)[number];

export interface Tokens { input: number; output: number; cached: number }

export interface Taken { threadId: string; jobId: string; status: Status; interrupt?: Interrupt; url?: string; message?: string }

export interface Interrupt {
  interruptId: string;
  jobId?: string;
  kind: "clarify" | "approve";
  about: string | null;
  text: string;
  options: string[];
  allOfTheAbove: boolean;
  until: string;
  plan?: { subQuestions: string[]; queries: string[] } | null;
  estimate?: { searches: number; pages: number; seconds: number; usd: number };
}

/** A position in the queue; `seconds` is null if the wait is unknown. */
export interface Line { place: number; seconds: number | null }

export interface Progress {
  status: Status;
  steps: { step: "plan" | "search" | "read" | "check" | "write"; state: "open" | "active" | "done" | "skipped" }[];
  now: string;
  /** Set while the run is queued. */
  line?: Line;
  round: number;
  rounds: number;
  queries: number;
  pages_read: number;
  pages_failed: number;
  pages_chosen: number;
  sources_considered: number;
  tokens: number;
  tokens_limit: number;
  cost_usd: number;
  cost_limit_usd: number;
  elapsed_ms: number;
  limit_ms: number;
}

export interface AnswerBlock {
  id: string;
  part: string;
  source_id: string;
  start: number;
  end: number;
  kind: "paragraph" | "list" | "table" | "code" | "definition" | "quotation";
  heading_path: string[];
  text: string;
  claim_ids: string[];
}

export interface Answer {
  summary: string;
  detail: string;
  confidence: Confidence;
  confidence_reasons: string[];
  limitations: string[];
  questions: string[];
  parts?: { question: string; answered: "yes" | "partly" | "no"; claim_ids: string[] }[];
  premise?: { said: string; found: string; source_ids: string[] };
  blocks?: AnswerBlock[];
  closest?: { source_id: string; quote: string; start: number; end: number; heading_path: string[] }[];
  only_closest?: boolean;
  deliverable?: Deliverable;
}

export interface Claim {
  id: string;
  text: string;
  part: "summary" | "detail";
  support: Support;
  citation_ids: string[];
  derived: { expression: string; value: number } | null;
  also_derived?: { expression: string; value: number }[];
  mark?: string;
  start: number | null;
  end: number | null;
}

export interface Citation { id: string; claim_id: string; claim: string; source_id: string; quote: string; start: number; end: number }

export interface Conflict { about: string; positions: { value: string; source_ids: string[]; date?: string | null }[]; preferred: string | null; why: string }

export interface Source {
  id: string;
  number: number | null;
  cited: boolean;
  url: string;
  title: string;
  author: string | null;
  site: string | null;
  domain: string;
  type: "page" | "paper" | "news" | "code" | "data" | "reference" | "forum";
  published_at: string | null;
  fetched_at: string;
  language: string | null;
  word_count: number;
  snippet: string;
  excerpt: string;
  why_used: string;
  relevance: number;
  truncated: boolean;
  hash: string;
}

export interface StageFigures { stage: Stage; round: number | null; ms: number; calls: number; failed: number; tokens: Tokens; cost_usd: number }

export interface Metadata {
  duration_ms: number;
  stages: StageFigures[];
  rounds: number;
  queries: string[];
  providers_used: string[];
  sources_considered: number;
  sources_read: number;
  cached: boolean;
  model: string | null;
  tokens: Tokens;
  cost_usd: number;
  measures: unknown;
}

export interface Job {
  job_id: string;
  thread_id: string;
  turn: number;
  status: Status;
  stop_reason: string | null;
  question: string;
  /** The question, including the replies to clarifying questions. */
  refined_question?: string | null;
  profile: Profile;
  planning: "auto" | "interactive";
  privacy: Privacy;
  domain: string | null;
  language: string;
  answer: Answer | null;
  error: { code: string; message: string } | null;
  claims: Claim[];
  citations: Citation[];
  conflicts: Conflict[];
  sources: Source[];
  unread: { url: string; reason: string; detail: string }[];
  issues: string[];
  warnings: string[];
  known?: { job_id: string; researched_at: string } | null;
  changes?: { job_id: string; since: string; claims: { kind: "changed" | "new" | "gone"; before?: string; after?: string }[] } | null;
  metadata: Metadata;
}

export interface SourceText { id: string; url: string; title: string; hash: string; fetched_at: string; text: string }

export interface ThreadEntry { threadId: string; title: string; turns: number; createdAt: string; updatedAt: string; waiting?: boolean }
export interface JobEntry { jobId: string; turn: number; status: Status; question: string; createdAt: string; forkedFrom: string | null }
export interface Thread extends ThreadEntry { jobs: JobEntry[] }
export interface ThreadList { threads: ThreadEntry[]; nextCursor?: string }

export interface Checkpoint { checkpointId: string; stage: Stage; round: number | null; at: string; tokens: number; costUsd: number }

export interface EvidenceChunk {
  id: string;
  sourceId: string;
  text: string | null;
  start: number;
  end: number;
  headingPath: string[];
  subQuestion: string;
  relevance: number;
  stance: "supports" | "contradicts" | "neutral";
  scores: Scores | null;
}

/** The scores of a passage, each from 0 to 1. */
export interface Scores {
  relevance: number;
  source_quality: number;
  recency: number | null;
  completeness: number;
  corroboration: number;
  contradiction: number;
}

export interface Draft {
  text: string;
  citations: { sourceId: string; number: number | null; url: string | null; title: string | null; claim: string; quote: string; start: number | null; end: number | null }[];
  confidence: Confidence | null;
  checked: boolean;
}

export interface State {
  values: {
    threadId: string;
    userInputs: { goal: string; modeOverride: Mode; gate: { clarity?: number; coherence?: number; usd?: number; auto?: boolean } | null; refinedGoal?: string | null; plannerAnswers: Record<string, string> };
    plan: { goal: string; constraints: string[]; deliverable: Deliverable; dag: { id: string; text: string; queries: string[]; dependsOn: string[] }[] } | null;
    queries: string[];
    searchResults: { url: string; title: string; snippet: string; publishedAt: string | null }[];
    evidence: { url: string; title: string; snippet: string; contentHash: string; chunks: EvidenceChunk[] }[];
    draft: Draft | null;
    issues: string[];
  };
  next: Stage[];
  checkpointId: string | null;
  jobId: string;
  turn: number;
  status: Status;
  mode: Mode;
  interrupt: Interrupt | null;
  progress: Progress;
  checkpoints: Checkpoint[];
}

export interface LogEntry {
  seq: number;
  at: string;
  kind: "step" | "call" | "person";
  stage: Stage | null;
  round: number | null;
  text: string;
  to: string | null;
  ms: number | null;
  attempt: number | null;
  cached: boolean;
  tokens: Tokens;
  cost_usd: number;
  error: { reason: string; detail: string } | null;
}
export interface Log { jobId: string; entries: LogEntry[]; nextCursor?: string }

export interface Artifact {
  id: string;
  kind: "table";
  part: "summary" | "detail";
  title: string | null;
  columns: string[];
  rows: string[][];
  source_ids: string[];
  claim_ids: string[];
  csv: string;
}
export interface Artifacts { jobId: string; artifacts: Artifact[] }

/** A budget for a calendar month. `of` is the person, key or place; null for all runs together. */
export interface Budget {
  kind: "person" | "key" | "place" | "channel" | "workspace" | "everything";
  of: string | null;
  spentUsd: number;
  /** Reserved for active calls. */
  reservedUsd: number;
  limitUsd: number | null;
  usedUp: boolean;
}
export interface Budgets { period: string; endsAt: string; items: Budget[] }

export interface Library { documents: number; folders: { path: string; documents: number; syncedAt: string | null }[]; examples: string[] }
