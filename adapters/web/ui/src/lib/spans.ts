/** Positions in stored texts. They count Unicode code points; JavaScript strings count UTF-16 units. */

/** The UTF-16 offsets of these code points. `points` must be sorted. */
export function units(text: string, points: number[]): number[] {
  const found: number[] = [];
  let point = 0;
  let unit = 0;
  for (const wanted of points) {
    while (point < wanted && unit < text.length) {
      unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
      point += 1;
    }
    found.push(unit);
  }
  return found;
}

/** A slice by code points. */
export function slice(text: string, start: number, end: number): string {
  const [from = 0, to = 0] = units(text, [start, end]);
  return text.slice(from, to);
}

/** The headings above a position in a Markdown text, outermost first. `unit` counts UTF-16 units. */
export function headingPath(text: string, unit: number): string[] {
  const path: { level: number; title: string }[] = [];
  let inCode = false;
  for (const line of text.slice(0, unit).split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode;
    const heading = inCode ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line);
    if (!heading) continue;
    const level = heading[1]?.length ?? 1;
    while (path.length && (path[path.length - 1]?.level ?? 0) >= level) path.pop();
    path.push({ level, title: heading[2] ?? "" });
  }
  return path.map((one) => one.title);
}
