/** Formats numbers, times and foreign text for people. */

import { type Key, t, words } from "./text/index.svelte";

// Characters that reverse the text around them, and other invisible control characters.
// eslint-disable-next-line no-control-regex -- these are removed
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text from others without control characters that affect how surrounding text reads. */
export function plain(text: string): string {
  return text.replace(HIDDEN, "");
}

function unit(value: number, name: "second" | "minute", digits = 0): string {
  return new Intl.NumberFormat(words.language, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: digits }).format(value);
}

/** A duration given in milliseconds. */
export function seconds(ms: number): string {
  const all = ms / 1000;
  if (all < 60) return unit(all, "second", all < 10 ? 1 : 0);
  const whole = Math.round(all);
  const minutes = unit(Math.floor(whole / 60), "minute");
  return whole % 60 ? `${minutes} ${unit(whole % 60, "second")}` : minutes;
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(words.language, { maximumFractionDigits: digits });
}

/** A fraction as a percentage. */
export function percent(share: number): string {
  return share.toLocaleString(words.language, { style: "percent", maximumFractionDigits: 1 });
}

/** US dollars. Small amounts keep enough digits to differ from zero. */
export function usd(value: number): string {
  const digits = value > 0 && value < 0.1 ? 4 : 2;
  return value.toLocaleString(words.language, { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: digits });
}

export function day(at: string): string {
  return shown(at, { dateStyle: "medium" });
}

export function moment(at: string): string {
  return shown(at, { dateStyle: "medium", timeStyle: "short" });
}

/** Hours and minutes. */
export function hour(at: string): string {
  return shown(at, { timeStyle: "short" });
}

export function clock(at: string): string {
  return shown(at, { timeStyle: "medium" });
}

function shown(at: string, how: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return plain(at);
  // A date without a time is the same day everywhere.
  const zone = /^\d{4}-\d\d-\d\d$/.test(at) ? { timeZone: "UTC" } : {};
  return new Intl.DateTimeFormat(words.language, { ...how, ...zone }).format(date);
}

/** A URL that is safe to link to, otherwise null: no scripts, no data, no files on this machine. */
export function safeUrl(url: string): string | null {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

/** The full path of a file on this machine, otherwise null. */
export function filePath(url: string): string | null {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "file:" ? plain(decodeURIComponent(parsed.pathname)) : null;
  } catch {
    return null;
  }
}

/** A short name for the location of a source: its host, or a file with its folder. */
export function place(url: string): string {
  const path = filePath(url);
  if (path !== null) return path.split("/").length > 3 ? `…/${path.split("/").slice(-2).join("/")}` : path;
  try {
    return new URL(url).host.replace(/^www\./, "");
  } catch {
    return plain(url);
  }
}

/** The live page, scrolled to the quote (https://wicg.github.io/scroll-to-text-fragment/). */
export function atQuote(url: string, quote: string): string | null {
  const safe = safeUrl(url);
  if (!safe) return null;
  const all = quote.replace(/[*_`#|[\]]/g, " ").trim().split(/\s+/).filter(Boolean);
  if (!all.length || safe.includes("#")) return safe;
  const encoded = (some: string[]): string => encodeURIComponent(some.join(" ")).replaceAll("-", "%2D");
  const text = all.length > 12 ? `${encoded(all.slice(0, 5))},${encoded(all.slice(-5))}` : encoded(all);
  return `${safe}#:~:text=${text}`;
}

/** The reason for a failed call, in a few words. */
export function failure(reason: string): string {
  const key = `failure.${reason}`;
  return key in words.all ? t(key as Key) : plain(reason.replaceAll("_", " "));
}
