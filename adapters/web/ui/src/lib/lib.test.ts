import { describe, expect, it } from "vitest";
import { atQuote, filePath, place, plain, safeUrl, seconds } from "./format";
import { rendered } from "./markdown";
import { href, match, threadHref } from "./router.svelte";
import { headingPath, slice, units } from "./spans";
import { Frames } from "./stream";
import { known, said } from "./text/index.svelte";

function html(fragment: DocumentFragment): string {
  const box = document.createElement("div");
  box.append(fragment);
  return box.innerHTML;
}

describe("events", () => {
  it("are emitted once complete, however they are split", () => {
    const text = ": gorkd\n\nid: job_1:2\nevent: status\ndata: {\"a\":1}\n\nevent: delta\r\ndata: x\r\ndata: y\r\n\r\nid: job_1:3\n";
    for (let size = 1; size < text.length; size += 1) {
      const frames = new Frames();
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...frames.take(text.slice(at, at + size)));
      expect(found).toEqual([
        { event: "status", data: "{\"a\":1}", id: "job_1:2" },
        { event: "delta", data: "x\ny", id: null },
      ]);
    }
  });
});

describe("paths", () => {
  it("lead to views with their parameters", () => {
    expect(match("/", "").name).toBe("ask");
    expect(match("/t/thr%201/log", "?job=j")).toMatchObject({ name: "log", params: { thread: "thr 1" } });
    expect(match("/t/thr/log", "?job=j").query.get("job")).toBe("j");
    expect(match("/jobs/job_1", "").params).toEqual({ job: "job_1" });
    for (const other of ["/t", "/t/a/b", "/threads/a", "/t/%E0%A4%A"]) expect(match(other, "").name).toBe("missing");
  });
  it("are made below the base", () => {
    expect(href("/threads")).toBe("/threads");
    expect(threadHref("a/b", "log", "j&k")).toBe("/t/a%2Fb/log?job=j%26k");
  });
});

describe("foreign text", () => {
  it("does not reverse the text around it", () => {
    expect(plain("a\u202eb\u2066c\u0007d\u200fe")).toBe("abcde");
  });
  it("becomes a link only if it leads to a web page", () => {
    for (const bad of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", " JaVaScRiPt:x", "//host", "x"]) expect(safeUrl(bad)).toBeNull();
    expect(safeUrl("https://a.example/b c")).toBe("https://a.example/b%20c");
    expect(atQuote("javascript:alert(1)", "words")).toBeNull();
  });
  it("is found on its page by its words", () => {
    expect(atQuote("https://a.example/", "A well-known `fact`, it is.")).toBe("https://a.example/#:~:text=A%20well%2Dknown%20fact%20%2C%20it%20is.");
    const long = atQuote("https://a.example/", "one two three four five six seven eight nine ten eleven twelve thirteen");
    expect(long).toBe("https://a.example/#:~:text=one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen");
    expect(atQuote("https://a.example/#part", "words")).toBe("https://a.example/#part");
  });
  it("and times are formatted in few words", () => {
    expect([seconds(1_240), seconds(59_000), seconds(60_000), seconds(90_000)]).toEqual(["1.2 sec", "59 sec", "1 min", "1 min 30 sec"]);
  });
  it("says where it comes from", () => {
    expect(place("https://www.a.example:81/b")).toBe("a.example:81");
    expect([place("file:///home/a%20b/c.md"), place("file:///a/c.md")]).toEqual(["…/a b/c.md", "/a/c.md"]);
    expect([filePath("file:///home/a%20b/c.md"), filePath("https://a.example/c.md"), filePath("x")]).toEqual(["/home/a b/c.md", null, null]);
    expect(place("no address")).toBe("no address");
  });
});

describe("positions in texts", () => {
  const text = "a😀b\u00e9\ud83dc";
  it("count code points", () => {
    expect(units(text, [0, 1, 2, 3, 4, 5, 6, 9])).toEqual([0, 1, 3, 4, 5, 6, 7, 7]);
    expect(slice(text, 1, 3)).toBe("😀b");
  });
  it("have headings above them", () => {
    const page = "# One\n\ntext\n\n## Two\n\n```\n# no heading\n```\n\n### Three ###\n\nhere\n\n## Four\n\nthere";
    expect(headingPath(page, page.indexOf("here"))).toEqual(["One", "Two", "Three"]);
    expect(headingPath(page, page.indexOf("there"))).toEqual(["One", "Four"]);
  });
});

describe("Markdown", () => {
  it("becomes nothing that runs, loads, or links anywhere", () => {
    const hostile = [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "[a](javascript:alert(1)) ![b](http://foreign.invalid/c.png) <http://foreign.invalid>",
      "<a href='https://evil.example' style='position:fixed'>x</a>",
      "| <svg onload=alert(1)> |\n| --- |\n| <iframe src=//evil.example> |",
      "```\n</code></pre><script>alert(1)</script>\n```",
      "<button data-cite='summary-0'>forged</button>",
      "- [x] <input autofocus onfocus=alert(1)>",
    ].join("\n\n");
    const box = document.createElement("div");
    box.append(rendered(hostile));
    expect(box.querySelectorAll("script, img, a, svg, iframe, input, style, form, [style], [href], [src], [data-cite], button")).toHaveLength(0);
    for (const element of box.querySelectorAll("*")) {
      for (const { name } of element.attributes) expect(name.startsWith("on")).toBe(false);
    }
    expect(box.textContent).toContain("<script>alert(1)</script>");
  });
  it("keeps its formatting", () => {
    expect(html(rendered("# A\n\n**b** and `c`\n\n- d\n\n1. e"))).toContain("<h3>A</h3>");
    expect(html(rendered("| a |\n| --- |\n| b |"))).toContain("<td>b</td>");
  });
  it("has a button for a citation only outside code", () => {
    const cite = (): { id: string; label: string; support: string; number: number } => ({ id: "summary-0", label: "Source 1, \"supported\"", support: "supported", number: 1 });
    const box = document.createElement("div");
    box.append(rendered("It was so. [1]\n\n`x[1]`\n\n```\ny[1]\n```", cite));
    const buttons = box.querySelectorAll("button");
    expect(buttons).toHaveLength(1);
    expect(buttons[0]?.getAttribute("aria-label")).toBe("Source 1, \"supported\"");
    expect(buttons[0]?.className).toBe("cite supported");
    expect(box.textContent).toContain("y [1]");
    expect(box.textContent).not.toMatch(/[\ue000\ue001]/);
  });
  it("is bold up to a citation, whatever the title ends with", () => {
    const cite = (): { id: string; label: string; support: string; number: number } => ({ id: "b1", label: "Source 1", support: "supported", number: 1 });
    expect(html(rendered("**Books (4 new)** [1]\n\nA list.", cite))).toContain("<strong>Books (4 new)</strong>");
  });
  it("cannot forge a citation with the placeholder characters", () => {
    expect(html(rendered("\ue0000\ue001"))).not.toContain("button");
  });
});

describe("page texts", () => {
  it("have values and plurals", () => {
    expect(said({ one: "{n} page", other: "{n} pages" }, { n: 1 }, "en")).toBe("1 page");
    expect(said({ one: "{n} страница", few: "{n} страницы", other: "{n} страниц" }, { n: 3 }, "ru")).toBe("3 страницы");
    expect(said("{a} and {b}", { a: "x" }, "en")).toBe("x and {b}");
  });
  it("are in the language that the browser requests", () => {
    expect(known("de-AT")).toBe("de");
    expect(known("pt")).toBeNull();
  });
});
