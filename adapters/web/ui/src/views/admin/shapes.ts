/** Documents for operators, as `/api/admin/` gives them, and how those without a fixed shape are shown. Pure. */

import type { Profile, Stage, Status } from "$lib/types";

export interface RunRow {
  jobId: string;
  threadId: string;
  owner: string;
  platform: string;
  place: string;
  status: Status;
  stage: Stage | null;
  profile: Profile;
  question: string | null;
  private?: boolean;
  createdAt: string;
  finishedAt: string | null;
  costUsd: number;
  /** Failures that the run met. */
  failures: number;
}
export interface RunPage { items: RunRow[]; next: string | null }

export interface Usage {
  byDay: { day: string; runs: number; costUsd: number; tokens: number }[];
  byPerson: { owner: string; runs: number; costUsd: number }[];
  byPlace: { place: string; runs: number; costUsd: number }[];
  byModel: { model: string; calls: number; costUsd: number; tokens: number }[];
  failures: { kind: string; count: number }[];
  cache: { hits: number; lookups: number };
}

export interface Provider {
  name: string;
  kind: "search" | "model" | "reader";
  enabled: boolean;
  health: "ok" | "cooling" | "failing" | "unknown";
  quota?: unknown;
  rate?: unknown;
  lastError?: unknown;
  lastUsedAt?: string | null;
}
export interface Tried { ok: boolean; ms: number; hits?: number; sentence: string }

/** `lastUsedAt`, `last_used_at` and `last-used-at` as words. */
export function words(name: string): string {
  const apart = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}

/** A value in one line. */
export function inLine(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "✓" : "✗";
  if (Array.isArray(value)) return value.length ? value.map(inLine).join(", ") : "–";
  if (typeof value === "object") {
    const all = value as Record<string, unknown>;
    if ("used" in all && "limit" in all) return `${inLine(all.used)} / ${inLine(all.limit)}`;
    return Object.entries(all)
      .map(([name, one]) => `${words(name)}: ${inLine(one)}`)
      .join(", ");
  }
  return String(value);
}

export type Sheet =
  | { kind: "table"; columns: string[]; rows: string[][] }
  | { kind: "facts"; facts: [string, string][]; parts: { name: string; sheet: Sheet }[] };

/** Any document: a list of things as a table, a thing as its facts with the lists in it below. */
export function sheet(value: unknown): Sheet {
  if (Array.isArray(value)) {
    const things = value.map((one: unknown) => (typeof one === "object" && one !== null ? (one as Record<string, unknown>) : { value: one }));
    const names = [...new Set(things.flatMap((one) => Object.keys(one)))];
    return { kind: "table", columns: names.map(words), rows: things.map((one) => names.map((name) => inLine(one[name]))) };
  }
  const facts: [string, string][] = [];
  const parts: { name: string; sheet: Sheet }[] = [];
  for (const [name, one] of Object.entries((typeof value === "object" && value !== null ? value : { value }) as Record<string, unknown>)) {
    const things = Array.isArray(one) && one.some((each) => typeof each === "object" && each !== null);
    const thing = typeof one === "object" && one !== null && !Array.isArray(one);
    if (things || (thing && Object.values(one).some((each) => typeof each === "object" && each !== null))) parts.push({ name: words(name), sheet: sheet(one) });
    else facts.push([words(name), inLine(one)]);
  }
  return { kind: "facts", facts, parts };
}

/** How many hundredths of the largest. */
export function share(value: number, largest: number): number {
  return largest > 0 ? Math.max(0, Math.min(100, (value / largest) * 100)) : 0;
}
