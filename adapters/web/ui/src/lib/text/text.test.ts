import { describe, expect, it } from "vitest";
import ar from "./ar/index";
import de from "./de/index";
import { ops } from "./en/ops";
import { page } from "./en/page";
import { tools } from "./en/tools";
import es from "./es/index";
import fr from "./fr/index";
import ru from "./ru/index";
import type { Catalogue, Key, Text } from "./shape";
import zh from "./zh/index";

const english: Catalogue = { ...page, ...tools, ...ops };

const forms = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const values = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((one) => one[1] ?? "").sort();

describe.each(Object.entries({ en: english, ar, de, es, fr, ru, zh }))("the catalogue in %s", (language, catalogue) => {
  it("has the values of the English one, and every plural form of its language", () => {
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(catalogue) as [Key, Text][]) {
      const wanted = new Set(forms(english[key]).flatMap(values));
      for (const form of forms(text)) {
        // A form for exactly one or two may spell out the number.
        for (const value of values(form)) expect(wanted, `${key}: ${form}`).toContain(value);
      }
      const most = typeof text === "string" ? text : text.other;
      expect(values(most), `${key}: ${most}`).toEqual([...wanted].sort());
      expect(forms(text).some((form) => form.trim() !== ""), key).toBe(true);
      if (typeof text === "string") continue;
      // Pages are never counted in fractions, and zero is not shown.
      const needed = plurals.filter((form) => form !== "other" && form !== "zero");
      for (const form of needed) expect(Object.keys(text), `${key} in ${language}`).toContain(form);
    }
  });
});

it("keeps French signs on the line of their word", () => {
  for (const [key, text] of Object.entries(fr)) {
    for (const form of forms(text)) expect(form, key).not.toMatch(/ [:;?!»]|« |'/);
  }
});
