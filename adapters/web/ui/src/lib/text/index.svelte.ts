/** The text of the page. English is always available; other languages are loaded when needed. */

import { ops } from "./en/ops";
import { page } from "./en/page";
import { tools } from "./en/tools";
import type { Catalogue, Key, Text } from "./shape";

export type { Key } from "./shape";

/** Languages by their own names. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ru: "Русский",
  zh: "中文",
  ar: "العربية",
} as const;

export type Language = keyof typeof LANGUAGES;

const english: Catalogue = { ...page, ...tools, ...ops };

const load: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  de: () => import("./de/index"),
  es: () => import("./es/index"),
  fr: () => import("./fr/index"),
  ru: () => import("./ru/index"),
  zh: () => import("./zh/index"),
  ar: () => import("./ar/index"),
};

const KEPT = "gorkd-language";

class Words {
  language = $state<Language>("en");
  all = $state.raw<Catalogue>(english);

  async use(language: Language): Promise<void> {
    this.all = language === "en" ? english : (await load[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
    document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  }
}

export const words = new Words();

/** The catalogue language for a tag such as `de-AT`. */
export function known(tag: string): Language | null {
  const short = tag.toLowerCase().split("-")[0] ?? "";
  return short in LANGUAGES ? (short as Language) : null;
}

/** Starts with the language chosen here, or else with the browser's first supported language. */
export async function begin(): Promise<void> {
  const wanted = [chosen() ?? "", ...navigator.languages].map(known).find((language) => language !== null) ?? "en";
  try {
    await words.use(wanted);
  } catch {
    await words.use("en");
  }
}

/** The language chosen here; null to use the browser's. */
export function chosen(): Language | null {
  try {
    return known(localStorage.getItem(KEPT) ?? "");
  } catch {
    return null;
  }
}

export async function choose(language: Language | null): Promise<void> {
  try {
    if (language === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, language);
  } catch {
    // Private windows may refuse storage. The choice then lasts as long as this page.
  }
  if (language === null) await begin();
  else await words.use(language);
}

export type Values = Record<string, string | number>;

/** A text with its values inserted. The value `n` selects the plural. */
export function said(text: Text, values: Values, language: string): string {
  let form: string;
  if (typeof text === "string") {
    form = text;
  } else {
    const count = typeof values.n === "number" ? values.n : Number(values.n ?? 0);
    form = text[new Intl.PluralRules(language).select(count)] ?? text.other;
  }
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

/** A text of the page in the reader's language. */
export function t(key: Key, values: Values = {}): string {
  return said(words.all[key], values, words.language);
}
