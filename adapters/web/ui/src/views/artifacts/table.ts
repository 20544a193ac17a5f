/** Editing, comparing, merging and exporting tables. Pure. */

export interface Grid { title: string; columns: string[]; rows: string[][] }

export function copyOf(grid: Grid): Grid {
  return { title: grid.title, columns: [...grid.columns], rows: grid.rows.map((row) => [...row]) };
}

export function same(one: Grid, other: Grid): boolean {
  return one.title === other.title && JSON.stringify([one.columns, one.rows]) === JSON.stringify([other.columns, other.rows]);
}

// Text that a spreadsheet would treat as a formula, the same as in gorkd's own CSV.
const RUNS = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

function csvCell(text: string): string {
  const safe = RUNS.test(text) ? `'${text}` : text;
  return /[,"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180, with the column names first. A cell that a spreadsheet would execute gets a leading apostrophe. */
export function csv(grid: Grid): string {
  return [grid.columns, ...grid.rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function markdownCell(text: string): string {
  return text.trim().replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/\r?\n|\r/g, "<br>");
}

/** A Markdown table, below its title if there is one. */
export function markdown(grid: Grid): string {
  const line = (cells: string[]): string => `| ${cells.map(markdownCell).join(" | ")} |\n`;
  const head = line(grid.columns) + line(grid.columns.map(() => "---"));
  const title = grid.title.trim().replace(/\s+/g, " ");
  return (title ? `### ${title}\n\n` : "") + head + grid.rows.map(line).join("");
}

/** A cell that two people changed differently. `row` is -1 for column names, -2 for the title. */
export interface Clash { row: number; column: number; theirs: string; mine: string }

export interface Merged { grid: Grid; clashes: Clash[] }

function alike(one: Grid, other: Grid): boolean {
  return one.columns.length === other.columns.length && one.rows.length === other.rows.length;
}

/**
 * Merges both changes of `base`, cell by cell. Where they conflict, the result contains mine. Null if rows or
 * columns were added or removed on one side while the other changed something: then a person must choose.
 */
export function merge(base: Grid, theirs: Grid, mine: Grid): Merged | null {
  if (same(base, theirs) || same(theirs, mine)) return { grid: copyOf(mine), clashes: [] };
  if (same(base, mine)) return { grid: copyOf(theirs), clashes: [] };
  if (!alike(base, theirs) || !alike(base, mine)) return null;
  const clashes: Clash[] = [];
  const cell = (row: number, column: number, was: string, there: string, here: string): string => {
    if (here === was) return there;
    if (there !== was && there !== here) clashes.push({ row, column, theirs: there, mine: here });
    return here;
  };
  const line = (row: number, was: string[], there: string[], here: string[]): string[] =>
    was.map((text, column) => cell(row, column, text, there[column] ?? "", here[column] ?? ""));
  const grid = {
    title: cell(-2, 0, base.title, theirs.title, mine.title),
    columns: line(-1, base.columns, theirs.columns, mine.columns),
    rows: base.rows.map((was, row) => line(row, was, theirs.rows[row] ?? [], mine.rows[row] ?? [])),
  };
  return { grid, clashes };
}

export function withRow(grid: Grid): Grid {
  return { ...grid, rows: [...grid.rows, grid.columns.map(() => "")] };
}

export function withColumn(grid: Grid): Grid {
  return { ...grid, columns: [...grid.columns, ""], rows: grid.rows.map((row) => [...row, ""]) };
}

export function withoutRow(grid: Grid, at: number): Grid {
  return { ...grid, rows: grid.rows.filter((_, row) => row !== at) };
}

export function withoutColumn(grid: Grid, at: number): Grid {
  const rest = (row: string[]): string[] => row.filter((_, column) => column !== at);
  return { ...grid, columns: rest(grid.columns), rows: grid.rows.map(rest) };
}
