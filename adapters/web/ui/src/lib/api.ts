/** The API client of the page: paths relative to the base, problems as sentences. */

import { base } from "./base";

/** A refusal in gorkd's own words (RFC 9457), or a sentence that says why there is no response. */
export class Problem extends Error {
  constructor(
    /** HTTP status; 0 if gorkd could not be reached. */
    readonly status: number,
    readonly code: string,
    detail: string,
    /** Seconds to wait before trying again. */
    readonly retryAfter: number | null = null,
    readonly requestId: string | null = null,
  ) {
    super(detail);
    this.name = "Problem";
  }
}

/** What requests include, and what to call if a key is missing. Set by the session. */
export const credentials: { csrf: string | null; missing: () => void } = {
  csrf: null,
  missing: () => undefined,
};

const OFFLINE = "gorkd does not answer. Is it running?";

export function address(path: string): string {
  return base + path.replace(/^\//, "");
}

export function headers(method: string, more: Record<string, string> = {}): Record<string, string> {
  const all = { ...more };
  if (credentials.csrf && method !== "GET") all["X-CSRF-Token"] = credentials.csrf;
  return all;
}

/** The problem that a response reports. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const text = (name: string): string | null => (typeof body[name] === "string" ? body[name] : null);
  const wait = Number(response.headers.get("retry-after"));
  return new Problem(
    response.status,
    text("code") ?? "unknown",
    text("detail") ?? `gorkd answered ${response.status}.`,
    Number.isFinite(wait) && wait > 0 ? wait : null,
    text("request_id"),
  );
}

/** A new idempotency key: a request repeated with the same key does nothing twice. */
export function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send(method: string, path: string, body: BodyInit | undefined, more: Record<string, string>): Promise<Response> {
  const request: RequestInit = { method, headers: headers(method, more), credentials: "same-origin" };
  if (body !== undefined) request.body = body;
  let response: Response;
  try {
    response = await fetch(address(path), request);
  } catch {
    throw new Problem(0, "offline", OFFLINE);
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (response.status === 401) credentials.missing();
  throw problem;
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const more: Record<string, string> = {};
  if (body !== undefined) more["Content-Type"] = "application/json";
  const once = method === "POST" || method === "PATCH";
  if (once) more["Idempotency-Key"] = fresh();
  const text = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await send(method, path, text, more);
  } catch (error) {
    // The request may have arrived; its key makes it safe to repeat.
    if (!(once && error instanceof Problem && error.status === 0)) throw error;
    await new Promise((resume) => setTimeout(resume, 800));
    response = await send(method, path, text, more);
  }
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

export const get = <T>(path: string): Promise<T> => json<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => json<T>("POST", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => json<T>("PATCH", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => json<T>("PUT", path, body);
export const del = <T = void>(path: string): Promise<T> => json<T>("DELETE", path);

export async function upload<T>(path: string, files: Iterable<File>): Promise<T> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  return (await send("POST", path, form, {})).json() as Promise<T>;
}

/** Offers a text as a file with this name. */
export function download(name: string, type: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Resolves to undefined if the item or route does not exist (404, 405), for optional parts of the page. */
export async function maybe<T>(wanted: Promise<T>): Promise<T | undefined> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 405)) return undefined;
    throw error;
  }
}

/** The error as a sentence for a person. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Encodes one segment of a path. */
export const part = encodeURIComponent;
