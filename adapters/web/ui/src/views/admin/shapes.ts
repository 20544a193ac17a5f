/** Documents for operators, as returned by `/api/admin/`, and how to display them. Pure. */

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
  /** Number of failed calls. */
  failures: number;
}
export interface RunPage { items: RunRow[]; nextCursor: string | null }

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
  /** Today's usage. A limit of 0 means no limit. */
  quota: { calls: number; credits: number; dailyCalls: number; dailyCredits: number } | null;
  /** Calls per second. */
  rate: number | null;
  lastError: string | null;
  lastUsedAt: string | null;
}
export interface Tried { ok: boolean; ms: number; hits?: number; sentence: string }

export interface Limits {
  requestsPerMinute: number;
  streams: number;
  runs: number;
  perMinutes: number;
  exempt: string[];
  jobs: number;
  profiles: Record<string, { seconds: number; rounds: number; usd: number; tokens: number }>;
  chat: { channelRunsPerHour: number; workspaceRunsPerHour: number };
  /** Per month. */
  budgets: { monthUsd: number; personUsd: number; placeUsd: number; channelUsd: number; workspaceUsd: number };
}

export interface PlaceRow { place: string; platform: string; runs: number; lastAskedAt: string; settings: { name: string; value: string }[] }
export interface PlaceList { items: PlaceRow[] }

export interface FeedbackRow { jobId: string; owner: string; good: boolean; reason: string | null; question: string | null; private: boolean; at: string }
export interface FeedbackPage { items: FeedbackRow[]; nextCursor: string | null }

/** The place without its thread: `slack:T1:C1:1700000000.000100` becomes the channel `slack:T1:C1`. */
export const channel = (place: string): string => place.split(":").slice(0, 3).join(":");

/** The percentage of the largest value. */
export function share(value: number, largest: number): number {
  return largest > 0 ? Math.max(0, Math.min(100, (value / largest) * 100)) : 0;
}
