/** Finds the claim that a `[n]` belongs to, and the text of the answer without repetitions. */

import { type Cite, type Marker, markers } from "$lib/markdown";
import { units } from "$lib/spans";
import type { Citation, Claim, Job, Support } from "$lib/types";

/** What a `[n]` refers to. */
export interface Cited {
  id: string;
  number: number;
  sourceId: string;
  claims: Claim[];
  /** The quotes from this source that support the claims. */
  citations: Citation[];
  support: Support | "unknown";
}

/** A part of the answer as displayed. */
export interface Shown {
  text: string;
  cite: (marker: Marker) => Cite | null;
}

const WORST: (Support | "unknown")[] = ["contradicted", "unsupported", "partly", "supported", "unknown"];

/** Text between a claim and a marker that still belongs to that claim. */
const BETWEEN = /^(?:[\s\u2060.,;:!?)»”"'`|*_~]|\[\d{1,4}\])*$/;

interface Placed { claim: Claim; start: number; end: number }

/**
 * All citations in an answer, and its two parts as displayed. `label` describes a marker for people who cannot
 * see its color.
 */
export function cited(job: Job, label: (one: Cited) => string): { all: Map<string, Cited>; summary: Shown; detail: Shown } {
  const all = new Map<string, Cited>();
  const numbers = new Map(job.sources.filter((one) => one.number !== null).map((one) => [one.number, one.id]));
  const answer = job.answer;
  const parts = { summary: answer?.summary ?? "", detail: answer?.detail ?? "" };
  const quotes = new Quotes(job.citations);
  const make = (part: "summary" | "detail", cuts: [number, number][]): Shown => {
    const text = parts[part];
    const placed = place(text, job.claims.filter((one) => one.part === part));
    const found = new Map<number, Cited>();
    for (const [at, marker] of markers(text).entries()) {
      const sourceId = numbers.get(marker.number);
      if (sourceId === undefined) continue;
      const one = behind(quotes, `${part}-${at}`, marker, sourceId, text, placed);
      found.set(marker.start, one);
      all.set(one.id, one);
    }
    const kept = without(text, cuts);
    return {
      text: kept.text,
      cite: (marker) => {
        const one = found.get(kept.original(marker.start));
        return one ? { id: one.id, label: label(one), support: one.support, number: one.number } : null;
      },
    };
  };
  return { all, summary: make("summary", []), detail: make("detail", repeated(job)) };
}

function place(text: string, claims: Claim[]): Placed[] {
  const known = claims.filter((one): one is Claim & { start: number; end: number } => one.start !== null && one.end !== null);
  const points = [...new Set(known.flatMap((one) => [one.start, one.end]))].sort((a, b) => a - b);
  const at = new Map(units(text, points).map((unit, index) => [points[index], unit]));
  return known.map((claim) => ({ claim, start: at.get(claim.start) ?? 0, end: at.get(claim.end) ?? 0 })).sort((a, b) => a.start - b.start);
}

/** Indexes citations by source and claim: an answer may have hundreds of claims, and as many markers. */
class Quotes {
  private readonly all = new Map<string, Citation[]>();

  constructor(citations: Citation[]) {
    for (const one of citations) {
      for (const key of [one.source_id, `${one.source_id} ${one.claim_id}`]) {
        const known = this.all.get(key);
        if (known) known.push(one);
        else this.all.set(key, [one]);
      }
    }
  }

  of(sourceId: string): Citation[] {
    return this.all.get(sourceId) ?? [];
  }

  carrying(claim: Claim, sourceId: string): Citation[] {
    return this.all.get(`${sourceId} ${claim.id}`) ?? [];
  }
}

function behind(all: Quotes, id: string, marker: Marker, sourceId: string, text: string, placed: Placed[]): Cited {
  const quotes = (claim: Claim): Citation[] => all.carrying(claim, sourceId);
  const fitting = placed.filter((one) => quotes(one.claim).length > 0);
  const around = fitting.filter((one) => one.start <= marker.start && marker.start < one.end);
  const before = fitting.filter((one) => one.end <= marker.start && BETWEEN.test(text.slice(one.end, marker.start)));
  // A marker on a heading covers the quotes below it, up to the next heading.
  const next = text.indexOf("\n\n**", marker.end);
  const until = next < 0 ? text.length : next;
  const below = fitting.filter((one) => one.start >= marker.end && one.start < until);
  const chosen = around.length ? around : before.length ? before.slice(-1) : below;
  const claims = chosen.map((one) => one.claim);
  const support = WORST.find((one) => claims.some((claim) => claim.support === one)) ?? "unknown";
  const citations = claims.flatMap(quotes);
  return {
    id,
    number: marker.number,
    sourceId,
    claims,
    citations: citations.length ? citations : all.of(sourceId),
    support,
  };
}

/** The parts of the detail that the summary already contains word for word. */
function repeated(job: Job): [number, number][] {
  const answer = job.answer;
  if (!answer) return [];
  const cuts: [number, number][] = [];
  for (const { start, end } of place(answer.summary, job.claims.filter((one) => one.part === "summary"))) {
    const said = answer.summary.slice(start, end).trim();
    // A few words may be repeated, but not a sentence.
    if (said.length < 24) continue;
    const at = answer.detail.indexOf(said);
    if (at < 0 || cuts.some(([from, to]) => at < to && at + said.length > from)) continue;
    const marker = /^[ \t]*(?:\[\d{1,4}\])+/.exec(answer.detail.slice(at + said.length));
    cuts.push([at, at + said.length + (marker?.[0].length ?? 0)]);
  }
  cuts.sort((a, b) => a[0] - b[0]);
  return cuts.length ? emptied(answer.detail, cuts) : [];
}

/**
 * Extends cuts to everything that they leave empty: code fences, list items, quotations, and headings without
 * content.
 */
function emptied(text: string, cuts: [number, number][]): [number, number][] {
  const paragraphs = blocks(text);
  const left = paragraphs.map(({ start, end }) => {
    const inside = cuts.filter(([from, to]) => from < end && to > start);
    let rest = "";
    let from = start;
    for (const [cut, to] of inside) {
      rest += text.slice(from, Math.max(from, cut));
      from = Math.max(from, to);
    }
    rest += text.slice(Math.min(from, end), end);
    const touched = inside.length > 0;
    const bare = rest.replace(/```[^\n]*|~~~[^\n]*/g, "").replace(/\[\d{1,4}\]/g, "").replace(/[\s>|*_\-\u2060\d.]/g, "");
    return { start, end, gone: touched && bare === "", heading: /^(\*\*[^\n]+\*\*(?:\s*\[\d{1,4}\])*|#{1,6} [^\n]+)$/.test(text.slice(start, end).trim()) };
  });
  for (const [at, one] of left.entries()) {
    if (!one.heading) continue;
    const below = left.slice(at + 1);
    const end = below.findIndex((other) => other.heading);
    const under = end < 0 ? below : below.slice(0, end);
    if (under.length > 0 && under.every((other) => other.gone)) one.gone = true;
  }
  const whole = left.filter((one) => one.gone).map((one): [number, number] => [one.start, one.end]);
  const rest = cuts.filter(([from, to]) => !whole.some(([start, end]) => from >= start && to <= end));
  return [...whole, ...rest].sort((a, b) => a[0] - b[0]);
}

/** The paragraphs, each including the separator after it. A code fence is one paragraph. */
function blocks(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  let inCode = false;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode;
    at += line.length;
    if (!inCode && line.trim() === "" && at > start) {
      found.push({ start, end: at });
      start = at;
    }
  }
  if (start < text.length) found.push({ start, end: text.length });
  return found;
}

/** The text without the cuts, and a function that maps its positions to the original ones. */
function without(text: string, cuts: [number, number][]): { text: string; original: (at: number) => number } {
  let kept = "";
  let from = 0;
  const shifts: [number, number][] = [[0, 0]];
  for (const [start, end] of cuts) {
    if (start < from) continue;
    kept += text.slice(from, start);
    from = end;
    shifts.push([kept.length, end - kept.length]);
  }
  kept += text.slice(from);
  return {
    text: kept,
    original: (at) => at + (shifts.findLast(([place]) => place <= at)?.[1] ?? 0),
  };
}
