/** The block of a stored text in which a quote stands. Pure; places count code points, as citations have them. */

import { plain } from "$lib/format";
import { headingPath, units } from "$lib/spans";

export interface Shown {
  headings: string[];
  /** The block before the quote, the quote itself, the block behind it. */
  before: string;
  quote: string;
  after: string;
  /** Does the text hold more around the block? */
  more: boolean;
}

/** How much of a block is shown on each side, in UTF-16 units, and how much when more is wished. */
const NEAR = 1200;
const FAR = 6000;

/** What stands around a place: its own paragraph, list or table; with `wide`, what lies around that as well. */
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

/** A cut never leaves half of a pair of units behind. */
function whole(text: string): string {
  const code = text.charCodeAt(0);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(1) : text;
}

/** A statement as people read it: a row without the bars of its table, and code without its marks. */
export function statement(text: string): string {
  const said = plain(text).replace(/`([^`]+)`/g, "$1").trim();
  const row = /^\|(.+)\|$/.exec(said)?.[1];
  return row === undefined ? said : row.split("|").map((cell) => cell.trim()).filter(Boolean).join(" · ");
}
