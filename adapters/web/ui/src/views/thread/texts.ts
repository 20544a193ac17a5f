/** Stored texts of sources: fetched once, shown around a place. */

import { get, part } from "$lib/api";
import { headingPath, units } from "$lib/spans";
import type { Answer, Citation, SourceText } from "$lib/types";

const known = new Map<string, Promise<SourceText>>();

/** The text of a source as it was read. */
export function stored(job: string, source: string): Promise<SourceText> {
  const key = `${job}/${source}`;
  let text = known.get(key);
  if (!text) {
    text = get<SourceText>(`/api/jobs/${part(job)}/sources/${part(source)}`);
    // What failed is asked for again.
    text.catch(() => known.delete(key));
    known.set(key, text);
  }
  return text;
}

/** `focus`: the quote that is looked at; `marked`: another one of this source. */
export interface Piece { text: string; kind: "plain" | "marked" | "focus" }

export interface Passage {
  /** Headings above the passage, outermost first. */
  headings: string[];
  pieces: Piece[];
  /** Is there more of the text before it, and behind it? */
  before: boolean;
  after: boolean;
}

/** Units shown of a text that nothing is quoted from. */
const BEGINNING = 1_500;

/** A block longer than this many units is shown around its quote alone. */
const MOST = 6_000;

/**
 * The block of the stored text that a quote stands in, with all these quotes marked. `more`: units shown beyond it, on
 * each side.
 */
export function passage(
  text: string,
  focus: Citation | null,
  quotes: Citation[],
  block: { start: number; end: number; heading_path: string[] } | null,
  more: { before: number; after: number },
): Passage {
  const spans = quotes.map((one) => ({ start: one.start, end: one.end }));
  const points = [...new Set([...(focus ? [focus.start, focus.end] : []), ...spans.flatMap((one) => [one.start, one.end]), ...(block ? [block.start, block.end] : [])])].sort((a, b) => a - b);
  const places = new Map(units(text, points).map((unit, index) => [points[index], unit]));
  const at = (point: number): number => places.get(point) ?? 0;
  const quote = focus ? { start: at(focus.start), end: at(focus.end) } : { start: 0, end: 0 };
  let { start, end } = block ? { start: at(block.start), end: at(block.end) } : focus ? paragraph(text, quote.start, quote.end) : { start: 0, end: BEGINNING };
  start = Math.max(start, quote.start - MOST);
  end = Math.min(end, quote.end + MOST, text.length);
  const headings = block?.heading_path.length ? block.heading_path : headingPath(text, start);
  start = lineStart(text, Math.max(0, start - more.before));
  end = lineEnd(text, Math.min(text.length, end + more.after));
  const isFocus = (one: { start: number; end: number }): boolean => focus !== null && one.start === focus.start && one.end === focus.end;
  const marks = spans.map((one) => [at(one.start), at(one.end), isFocus(one)] as const).filter(([from, to]) => to > start && from < end).sort((a, b) => a[0] - b[0]);
  const pieces: Piece[] = [];
  let from = start;
  for (const [first, last, focused] of marks) {
    if (last <= from) continue;
    const begins = Math.max(from, first);
    if (begins > from) pieces.push({ text: text.slice(from, begins), kind: "plain" });
    pieces.push({ text: text.slice(begins, Math.min(last, end)), kind: focused ? "focus" : "marked" });
    from = Math.min(last, end);
  }
  if (from < end) pieces.push({ text: text.slice(from, end), kind: "plain" });
  return { headings, pieces, before: start > 0, after: end < text.length };
}

function paragraph(text: string, from: number, to: number): { start: number; end: number } {
  const before = text.lastIndexOf("\n\n", from);
  const behind = text.indexOf("\n\n", to);
  return { start: before < 0 ? 0 : before + 2, end: behind < 0 ? text.length : behind };
}

/** How far a line is looked for: a text may be one line of megabytes. */
const LINE = 400;

function lineStart(text: string, at: number): number {
  const found = text.lastIndexOf("\n", at - 1);
  return found >= 0 && at - found <= LINE ? found + 1 : at <= LINE && found < 0 ? 0 : at;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found >= 0 && found - at <= LINE ? found : found < 0 && text.length - at <= LINE ? text.length : at;
}

/** The quoted block of the answer that a citation lies in. */
export function blockOf(answer: Answer | null, citation: Citation): { start: number; end: number; heading_path: string[] } | null {
  return answer?.blocks?.find((one) => one.source_id === citation.source_id && one.start <= citation.start && citation.end <= one.end) ?? null;
}
