/**
 * Renders the Markdown of answers, drafts and stored texts as DOM nodes. The only place where text becomes
 * elements.
 */

import DOMPurify from "dompurify";
import { Marked, type Tokens } from "marked";
import { plain } from "./format";

/** A `[n]` in the text: its position in code units, and its number. */
export interface Marker { start: number; end: number; number: number }

/** The attributes of a marker's button; null leaves the marker as text. */
export interface Cite { id: string; label: string; support: string; number: number }

// Placeholders for markers while Markdown is parsed. They are first removed from the text.
const OPEN = "\ue000";
const CLOSE = "\ue001";
const HOLDER = /\ue000(\d+)\ue001/g;

export function markers(text: string): Marker[] {
  return Array.from(text.matchAll(/\[(\d{1,4})\]/g), (one) => ({
    start: one.index,
    end: one.index + one[0].length,
    number: Number(one[1]),
  }));
}

/**
 * Elements that Markdown can produce. No links, images, frames or forms: links in a text are shown as plain
 * text.
 */
const ELEMENTS = ["p", "br", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "hr", "button", "bdi"];
const ATTRIBUTES = ["start", "class", "type", "data-cite", "data-support", "aria-label", "dir", "scope", "tabindex"];

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** Renders Markdown as nodes. `cite` decides what each `[n]` becomes. */
export function rendered(source: string, cite: (marker: Marker) => Cite | null = () => null): DocumentFragment {
  const text = source.replaceAll(OPEN, "").replaceAll(CLOSE, "");
  const cites: Cite[] = [];
  const written: string[] = [];
  let held = "";
  let from = 0;
  for (const marker of markers(text)) {
    const made = cite(marker);
    if (!made) continue;
    // A marker doesn't start a line. Behind asterisks it takes a space: "**Books (2)**" ends only before one.
    const before = text.slice(from, marker.start).replace(/ +$/, "");
    held += `${before}${before.endsWith("*") ? "\u00a0" : "\u2060"}${OPEN}${cites.length}${CLOSE}`;
    from = marker.end;
    cites.push(made);
    written.push(text.slice(marker.start, marker.end));
  }
  held += text.slice(from);

  const asWritten = (code: string): string => code.replace(HOLDER, (_, at: string) => ` ${written[Number(at)] ?? ""}`).replaceAll("\u2060", "");
  const marked = new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => escaped(raw),
      link({ tokens }: Tokens.Link) {
        return this.parser.parseInline(tokens);
      },
      image: ({ text: words }: Tokens.Image) => escaped(words),
      heading({ tokens, depth }: Tokens.Heading) {
        // The page itself uses the first two levels.
        const level = Math.min(6, depth + 2);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
      },
      code: ({ text: code }: Tokens.Code) => `<pre tabindex="0" dir="ltr"><code>${escaped(asWritten(code))}</code></pre>`,
      codespan: ({ text: code }: Tokens.Codespan) => `<code>${escaped(asWritten(code))}</code>`,
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
    },
  });
  const html = marked.parse(plain(held), { async: false }).replace(HOLDER, (_, at: string) => {
    const one = cites[Number(at)];
    if (!one) return "";
    return `<button type="button" class="cite ${escaped(one.support)}" data-cite="${escaped(one.id)}" aria-label="${escaped(one.label)}">${one.number}</button>`;
  });
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
