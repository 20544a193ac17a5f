import { describe, expect, it } from "vitest";
import { drawable, measure, together } from "./chart";
import { type Grid, csv, markdown, merge, withColumn, withRow, withoutColumn, withoutRow } from "./table";

const grid = (rows: string[][], columns = ["Bridge", "Length"], title = "Bridges"): Grid => ({ title, columns, rows });

describe("an exported table", () => {
  it("is CSV without executable formulas", () => {
    const odd = grid([["=1+1", "@SUM(A1),2"], ["-5", " +1"], ["5 - 3", "two\nlines"]], ["a", 'b, "c"']);
    expect(csv(odd)).toBe("a,\"b, \"\"c\"\"\"\r\n'=1+1,\"'@SUM(A1),2\"\r\n'-5,' +1\r\n5 - 3,\"two\nlines\"\r\n");
  });

  it("is Markdown whose cells stay cells", () => {
    expect(markdown(grid([["a|b", "one\ntwo"], ["\\", ""]]))).toBe("### Bridges\n\n| Bridge | Length |\n| --- | --- |\n| a\\|b | one<br>two |\n| \\\\ |  |\n");
    expect(markdown(grid([], ["x"], ""))).toBe("| x |\n| --- |\n");
  });

  it("grows and shrinks by whole rows and columns", () => {
    const small = grid([["Mill", "121 m"]]);
    expect(withoutColumn(withColumn(small), 0)).toEqual(grid([["121 m", ""]], ["Length", ""]));
    expect(withoutRow(withRow(small), 0).rows).toEqual([["", ""]]);
  });
});

describe("two people who edit one table", () => {
  const base = grid([["Harbour", "503 m"], ["Mill", "121 m"]]);

  it("keep their changes in different cells", () => {
    const theirs = grid([["Harbour", "504 m"], ["Mill", "121 m"]]);
    const mine = grid([["Harbour", "503 m"], ["Mill Bridge", "121 m"]], ["Bridge", "Length in m"]);
    expect(merge(base, theirs, mine)).toEqual({ grid: grid([["Harbour", "504 m"], ["Mill Bridge", "121 m"]], ["Bridge", "Length in m"]), clashes: [] });
  });

  it("see where they conflict, and mine is shown there", () => {
    const merged = merge(base, grid([["Harbour", "504 m"], ["Mill", "121 m"]]), grid([["Harbour", "505 m"], ["Mill", "121 m"]]));
    expect(merged?.grid.rows[0]).toEqual(["Harbour", "505 m"]);
    expect(merged?.clashes).toEqual([{ row: 0, column: 1, theirs: "504 m", mine: "505 m" }]);
  });

  it("must choose if rows were added or removed, unless only one of them changed anything", () => {
    const longer = withRow(base);
    const changed = grid([["Harbour", "504 m"], ["Mill", "121 m"]]);
    expect(merge(base, longer, changed)).toBeNull();
    expect(merge(base, base, longer)?.grid).toEqual(longer);
    expect(merge(base, longer, base)?.grid).toEqual(longer);
  });
});

describe("numbers of a table", () => {
  it.each([
    ["503 m", 503, "m"],
    ["$4.2 million", 4.2e6, "$"],
    ["1,234.5", 1234.5, ""],
    ["1.234.567 €", 1234567, "€"],
    ["12,5 %", 12.5, "%"],
    ["−17 [3]", -17, ""],
    ["1 204", 1204, ""],
    ["3 years", 3, "year"],
  ])("%s is read", (cell, value, unit) => {
    expect(measure(cell)).toEqual({ value, unit });
  });

  it.each(["", "about five", "5–7", "2024-05-01", "Room 5", "1,2,3"])("%s is not a number", (cell) => {
    expect(measure(cell)).toBeNull();
  });

  it("are charted by name, years are not amounts, and different units do not share an axis", () => {
    const chart = drawable(grid([["Harbour", "1931", "503 m", "$4"], ["Mill", "1954", "121 m", "$1"], ["Ferry", "1987", "", "$9"]], ["Bridge", "Opened", "Length", "Cost"]));
    expect(chart?.kind).toBe("bar");
    expect(chart?.labels).toEqual(["Harbour", "Mill", "Ferry"]);
    expect(chart?.series.map((one) => [one.name, one.values])).toEqual([["Length", [503, 121, null]], ["Cost", [4, 1, 9]]]);
    expect(chart && together(chart, 3).map((one) => one.name)).toEqual(["Cost"]);
  });

  it("are charted over years if those come first", () => {
    const chart = drawable(grid([["2021", "5"], ["2022", "7"], ["2023", "6"]], ["Year", "Ferries"]));
    expect([chart?.kind, chart?.labels, chart?.series.length]).toEqual(["line", ["2021", "2022", "2023"], 1]);
  });

  it("are not charted if there are none, or if a column mixes units", () => {
    expect(drawable(grid([["Harbour", "long"], ["Mill", "short"]]))).toBeNull();
    expect(drawable(grid([["Harbour", "503 m"], ["Mill", "1 km"]]))).toBeNull();
    expect(drawable(grid([["Harbour", "503 m"]]))).toBeNull();
  });
});
