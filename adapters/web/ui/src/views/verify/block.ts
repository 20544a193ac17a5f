/** The block of a stored text that contains a quote. Pure. Positions count code points, as in citations. */

import { plain } from "$lib/format";
import { headingPath, units } from "$lib/spans";

export interface Shown {
  headings: string[];
  /** The block before the quote, the quote itself, and the block after it. */
  before: string;
  quote: string;
  after: string;
  /** Whether the text continues around the block. */
  more: boolean;
}

/** How much of a block to show on each side, in UTF-16 units, and how much if the reader asks for more. */
const NEAR = 1200;
const FAR = 6000;

/** What surrounds a position: its paragraph, list or table; with `wide`, also what surrounds that. */
export function around(text: string, start: number, end: number, wide = false): Shown {
  const [from = 0, to = 0] = units(text, [start, Math.max(start, end)]);
  const left = text.lastIndexOf("\n\n", Math.max(0, from - 1));
  const right = text.indexOf("\n\n", to);
  const block = { from: left < 0 ? 0 : left + 2, to: right < 0 ? text.length : right };
  const reach = wide ? FAR : NEAR;
  const first = Math.max(wide ? 0 : Math.min(block.from, from), from - reach);
  const last = Math.min(wide ? text.length : Math.max(block.to, to), to + reach);
  return {
    headings: headingPath(text, from),
    before: whole(text.slice(first, from)),
    quote: text.slice(from, to),
    after: text.slice(to, last),
    more: first > 0 || last < text.length,
  };
}

/** A cut never splits a surrogate pair. */
function whole(text: string): string {
  const code = text.charCodeAt(0);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(1) : text;
}

/** A statement for people: a table row without its bars, and code without its backticks. */
export function statement(text: string): string {
  const said = plain(text).replace(/`([^`]+)`/g, "$1").trim();
  const row = /^\|(.+)\|$/.exec(said)?.[1];
  return row === undefined ? said : row.split("|").map((cell) => cell.trim()).filter(Boolean).join(" · ");
}
