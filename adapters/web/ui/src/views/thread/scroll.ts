/** Scrolls a text to a quote in it. */

/** Lines above the quote that stay visible. */
const CONTEXT = 2;

/** The tops of the lines that these boxes are in, in order. Boxes of one line differ by less than half of it. */
export function lineTops(boxes: Iterable<{ top: number; height: number }>): number[] {
  const tops: number[] = [];
  for (const { top, height } of boxes) {
    const last = tops.at(-1);
    if (height > 0 && (last === undefined || top - last > height / 2)) tops.push(top);
  }
  return tops;
}

/** Scrolls so that a whole line is at the top, a few lines above the mark. */
export function toLine(text: HTMLElement, mark: HTMLElement): void {
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEndAfter(mark.firstChild ?? mark);
  const quote = mark.getClientRects()[0];
  if (!quote) return;
  const tops = lineTops(range.getClientRects()).filter((top) => top < quote.top + quote.height / 2);
  const first = tops.at(-1 - CONTEXT);
  if (first === undefined) return;
  // A line is higher than its letters.
  const leading = (parseFloat(getComputedStyle(text).lineHeight) - quote.height) / 2;
  text.scrollTop += Math.floor(first - leading - text.getBoundingClientRect().top);
}
