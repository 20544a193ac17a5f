/** Searching, totaling and exporting the lines of a run log. Pure. */

import type { LogEntry } from "$lib/types";

export type Filter = "all" | "call" | "step" | "person" | "error" | "cached";

function fits(entry: LogEntry, filter: Filter): boolean {
  if (filter === "all") return true;
  if (filter === "error") return entry.error !== null;
  if (filter === "cached") return entry.cached;
  return entry.kind === filter;
}

/** Lines of this kind that contain all the words, in any case and order. */
export function found(entries: LogEntry[], search: string, filter: Filter): LogEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && filter === "all") return entries;
  return entries.filter((entry) => {
    if (!fits(entry, filter)) return false;
    if (words.length === 0) return true;
    const text = `${entry.text} ${entry.to ?? ""} ${entry.stage ?? ""} ${entry.error?.reason ?? ""} ${entry.error?.detail ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface Totals { lines: number; calls: number; cached: number; errors: number; tokens: number; costUsd: number }

export function totals(entries: LogEntry[]): Totals {
  const sum: Totals = { lines: entries.length, calls: 0, cached: 0, errors: 0, tokens: 0, costUsd: 0 };
  for (const entry of entries) {
    if (entry.kind === "call") sum.calls += 1;
    if (entry.cached) sum.cached += 1;
    if (entry.error) sum.errors += 1;
    sum.tokens += entry.tokens.input + entry.tokens.output;
    sum.costUsd += entry.cost_usd;
  }
  return sum;
}

/** Rows for a spreadsheet. `csv` in artifacts/table.ts turns them into text. */
export function asTable(entries: LogEntry[]): { title: string; columns: string[]; rows: string[][] } {
  const columns = ["seq", "at", "kind", "stage", "round", "text", "to", "ms", "attempt", "cached", "tokens_in", "tokens_out", "cost_usd", "error"];
  const text = (value: string | number | null): string => (value === null ? "" : String(value));
  const rows = entries.map((one) => [
    text(one.seq), one.at, one.kind, text(one.stage), text(one.round), one.text, text(one.to), text(one.ms), text(one.attempt), one.cached ? "yes" : "",
    text(one.tokens.input), text(one.tokens.output), text(one.cost_usd), one.error ? `${one.error.reason}: ${one.error.detail}` : "",
  ]);
  return { title: "", columns, rows };
}
