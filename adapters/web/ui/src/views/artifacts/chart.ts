/** Which columns of a table can be charted, and how. Pure. */

import type { Grid } from "./table";

export interface Measure { value: number; unit: string }

const NUMBER =
  /^(?<before>[$€£¥₽]|USD|EUR|GBP)?\s*(?<sign>[-−–+])?\s*(?<before2>[$€£¥])?\s*(?<digits>\d[\d.,'’ \u00a0\u202f]*\d|\d)\s*(?<scale>thousand|million|billion|trillion|mio|mrd|bn|Tsd)?\.?\s*(?<unit>[^\d,;()]{0,14}?(?:[²³])?)$/iu;
const SCALE: Record<string, number> = { thousand: 1e3, tsd: 1e3, million: 1e6, mio: 1e6, billion: 1e9, bn: 1e9, mrd: 1e9, trillion: 1e12 };

/** Parses digits as written in English or in much of Europe; null if ambiguous or not a number. */
function digits(text: string): number | null {
  const bare = text.replace(/['’ \u00a0\u202f]/g, "");
  if (/^\d+$/.test(bare)) return Number(bare);
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(",", ""));
  if (/^\d{1,3}(\.\d{3}){2,}$/.test(bare) || /^\d{1,3}(\.\d{3})+,\d+$/.test(bare)) return Number(bare.replaceAll(".", "").replace(",", "."));
  if (/^\d+\.\d+$/.test(bare)) return Number(bare);
  if (/^\d+,\d+$/.test(bare)) return Number(bare.replace(",", "."));
  return null;
}

/** The number in a cell and its unit: "503 m", "$1,200", "12 %"; null for words, dates and ranges. */
export function measure(cell: string): Measure | null {
  const text = cell.replace(/\[\d+\]/g, "").replace(/[*_`]/g, "").trim();
  const found = NUMBER.exec(text)?.groups;
  if (!found) return null;
  const size = digits(found.digits ?? "");
  if (size === null) return null;
  const negative = found.sign !== undefined && found.sign !== "+";
  const scale = SCALE[(found.scale ?? "").toLowerCase()] ?? 1;
  const unit = (found.before ?? found.before2 ?? found.unit ?? "").trim().toLowerCase();
  return { value: (negative ? -size : size) * scale, unit: unit.length > 3 ? unit.replace(/s$/, "") : unit };
}

export interface Series { column: number; name: string; unit: string; values: (number | null)[] }

export interface Drawable {
  kind: "bar" | "line";
  /** The labels of the rows. */
  labels: string[];
  series: Series[];
}

function isYear(cell: string): boolean {
  return /^(1[5-9]|20|21)\d\d$/.test(cell.trim());
}

/** Numbers with the same unit in most rows, and in at least two; null for any other column. */
function series(grid: Grid, column: number): Series | null {
  const cells = grid.rows.map((row) => measure(row[column] ?? ""));
  const found = cells.filter((one) => one !== null);
  if (found.length < 2 || found.length * 3 < cells.length * 2) return null;
  const unit = found[0]?.unit ?? "";
  if (found.some((one) => one.unit !== unit)) return null;
  return { column, name: grid.columns[column] ?? "", unit, values: cells.map((one) => one?.value ?? null) };
}

/**
 * The parts of a table that can be charted; null if there are no numbers, or nothing to label the rows with.
 */
export function drawable(grid: Grid): Drawable | null {
  const all = grid.columns.map((_, column) => series(grid, column));
  const texts = (column: number): string[] => grid.rows.map((row) => (row[column] ?? "").trim());
  // Years and days are never quantities. In the first column, they are the axis for the rest.
  const times = grid.columns.map((_, column) => texts(column).length > 1 && texts(column).every((cell) => isYear(cell) || /^\d{4}-\d\d(-\d\d)?$/.test(cell)));
  const words = all.findIndex((one, column) => one === null && !times[column]);
  const inTime = times[0] === true || (words < 0 && times.includes(true));
  const over = inTime ? times.indexOf(true) : words;
  const drawn = all.filter((one) => one !== null && one.column !== over && !times[one.column]) as Series[];
  if (drawn.length === 0 || grid.rows.length < 2) return null;
  const labels = over >= 0 ? texts(over) : grid.rows.map((_, row) => String(row + 1));
  const ordered = labels.every((label, at) => at === 0 || (labels[at - 1] ?? "") < label);
  return { kind: inTime && ordered && labels.length > 2 ? "line" : "bar", labels, series: drawn };
}

/** Series that can share an axis: those with the same unit as the first one. */
export function together(chart: Drawable, column: number): Series[] {
  const first = chart.series.find((one) => one.column === column) ?? chart.series[0];
  return chart.series.filter((one) => one.unit === first?.unit);
}
