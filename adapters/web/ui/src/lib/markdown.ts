/** Markdown of answers, drafts and stored texts as nodes of the page: the one place where text becomes elements. */

import DOMPurify from "dompurify";
import { Marked, type Tokens } from "marked";
import { plain } from "./format";

/** A `[n]` of the text: where it stands (code units), and the number in it. */
export interface Marker { start: number; end: number; number: number }

/** What becomes of a marker: attributes of a button, or null to leave it as it is written. */
export interface Cite { id: string; label: string; support: string; number: number }

// Stand for a marker while Markdown is read. They are taken out of the text before.
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

/** Elements that Markdown makes. No links, pictures, frames or forms: a page's link is words here. */
const ELEMENTS = ["p", "br", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "hr", "button", "bdi"];
const ATTRIBUTES = ["start", "class", "type", "data-cite", "data-support", "aria-label", "dir", "scope", "tabindex"];

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** Nodes of a Markdown text. `cite` says what becomes of each `[n]`. */
export function rendered(source: string, cite: (marker: Marker) => Cite | null = () => null): DocumentFragment {
  const text = source.replaceAll(OPEN, "").replaceAll(CLOSE, "");
  const cites: Cite[] = [];
  const written: string[] = [];
  let held = "";
  let from = 0;
  for (const marker of markers(text)) {
    const made = cite(marker);
    if (!made) continue;
    // A marker does not begin a line: the break before it is forbidden.
    held += `${text.slice(from, marker.start).replace(/ +$/, "")}\u2060${OPEN}${cites.length}${CLOSE}`;
    from = marker.end;
    cites.push(made);
    written.push(text.slice(marker.start, marker.end));
  }
  held += text.slice(from);

  const asWritten = (code: string): string => code.replace(HOLDER, (_, at: string) => ` ${written[Number(at)] ?? ""}`).replaceAll("\u2060", "");
  const marked = new Marked({
    gfm: true,
    breaks: false,
    renderer: {
      html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => escaped(raw),
      link({ tokens }: Tokens.Link) {
        return this.parser.parseInline(tokens);
      },
      image: ({ text: words }: Tokens.Image) => escaped(words),
      heading({ tokens, depth }: Tokens.Heading) {
        // The page has the first two levels.
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
