/** Stored texts of sources: fetched once, shown around a position. */

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
    // A failed request is repeated the next time.
    text.catch(() => known.delete(key));
    known.set(key, text);
  }
  return text;
}

/** `focus` is the quote being viewed; `marked` is another quote from this source. */
export interface Piece { text: string; kind: "plain" | "marked" | "focus" }

export interface Passage {
  /** Headings above the passage, outermost first. */
  headings: string[];
  pieces: Piece[];
  /** Whether there is more text before and after the passage. */
  before: boolean;
  after: boolean;
}

/** UTF-16 units to show of a text without quotes. */
const BEGINNING = 1_500;

/** Of a block with more UTF-16 units than this, only the part around its quote is shown. */
const MAX_BLOCK = 6_000;

/**
 * The block of the stored text that contains a quote, with all these quotes marked. `more` is the number of
 * UTF-16 units to show beyond it on each side.
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
  start = Math.max(start, quote.start - MAX_BLOCK);
  end = Math.min(end, quote.end + MAX_BLOCK, text.length);
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

/** How far to search for a line break: a text may be a single line of megabytes. */
const LINE = 400;

function lineStart(text: string, at: number): number {
  const found = text.lastIndexOf("\n", at - 1);
  return found >= 0 && at - found <= LINE ? found + 1 : at <= LINE && found < 0 ? 0 : at;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found >= 0 && found - at <= LINE ? found : found < 0 && text.length - at <= LINE ? text.length : at;
}

/** The quoted block of the answer that contains a citation. */
export function blockOf(answer: Answer | null, citation: Citation): { start: number; end: number; heading_path: string[] } | null {
  return answer?.blocks?.find((one) => one.source_id === citation.source_id && one.start <= citation.start && citation.end <= one.end) ?? null;
}
