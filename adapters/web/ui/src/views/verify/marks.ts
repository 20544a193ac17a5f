/** A reader's verdict on each claim, stored only in this browser. */

export type Mark = "holds" | "fails" | "unsure";
export const MARKS: Mark[] = ["holds", "fails", "unsure"];

const key = (job: string): string => `gorkd-marks-${job}`;

export function kept(job: string): Record<string, Mark> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(job)) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((one): one is [string, Mark] => MARKS.includes(one[1] as Mark)));
  } catch {
    return {};
  }
}

export function keep(job: string, marks: Record<string, Mark>): void {
  try {
    if (Object.keys(marks).length) localStorage.setItem(key(job), JSON.stringify(marks));
    else localStorage.removeItem(key(job));
  } catch {
    // Private windows may refuse storage. Marks then last as long as the page.
  }
}
