/** The events of a thread, in order and exactly once, however often the connection breaks. */

import { address, credentials, headers, part, problemOf, sentence } from "./api";

export interface Frame { event: string; data: string; id: string | null }

/** Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class Frames {
  private rest = "";

  /** Returns the frames that this chunk completes. */
  take(piece: string): Frame[] {
    this.rest += piece;
    const frames: Frame[] = [];
    for (;;) {
      const end = this.rest.search(/\r?\n\r?\n/);
      if (end < 0) return frames;
      const frame = this.rest.slice(0, end);
      this.rest = this.rest.slice(end).replace(/^\r?\n\r?\n/, "");
      const read = parse(frame);
      if (read) frames.push(read);
    }
  }
}

function parse(text: string): Frame | null {
  let event = "message";
  let id: string | null = null;
  const data: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(":")) continue;
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "id") id = value;
  }
  return data.length ? { event, data: data.join("\n"), id } : null;
}

export type Connection = "connecting" | "open" | "cut" | "ended";

export interface Followed {
  /** Kinds by name: status, section, citation, question, warning, delta, done. If missing, all of them. */
  kinds?: string[];
  event: (name: string, data: Record<string, unknown>) => void;
  connection?: (state: Connection, why: string | null) => void;
}

/** Milliseconds without a heartbeat after which the connection counts as dead. */
const SILENCE = 50_000;
const SHORTEST = 400;
const LONGEST = 15_000;

/** Follows a thread until the returned function is called. */
export function follow(thread: string, how: Followed): () => void {
  const kinds = how.kinds ? `?events=${how.kinds.join(",")}` : "";
  return followPath(`/api/stream/${part(thread)}${kinds}`, how);
}

/** Follows any event stream that supports `Last-Event-ID`. */
export function followPath(path: string, how: Followed): () => void {
  const over = new AbortController();
  const tell = how.connection ?? (() => undefined);
  let last = "";
  let wake: (() => void) | null = null;
  const online = (): void => wake?.();
  window.addEventListener("online", online);

  async function once(): Promise<"again" | "never" | number> {
    const more: Record<string, string> = { Accept: "text/event-stream" };
    if (last) more["Last-Event-ID"] = last;
    const mine = new AbortController();
    const stop = (): void => mine.abort();
    over.signal.addEventListener("abort", stop, { once: true });
    let watchdog = setTimeout(stop, SILENCE);
    try {
      const response = await fetch(address(path), { headers: headers("GET", more), signal: mine.signal, credentials: "same-origin" });
      if (!response.ok || !response.body) {
        const problem = await problemOf(response);
        if (response.status === 401) credentials.missing();
        tell("cut", problem.message);
        if ([400, 403, 404, 405, 422].includes(response.status)) return "never";
        return problem.retryAfter ?? "again";
      }
      tell("open", null);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const frames = new Frames();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(watchdog);
        watchdog = setTimeout(stop, SILENCE);
        for (const frame of frames.take(decoder.decode(value, { stream: true }))) {
          if (over.signal.aborted) return "never";
          how.event(frame.event, JSON.parse(frame.data) as Record<string, unknown>);
          if (frame.id !== null) last = frame.id;
          waited = 0;
        }
      }
      tell("cut", null);
      return "again";
    } catch (error) {
      if (!over.signal.aborted) tell("cut", mine.signal.aborted ? null : sentence(error));
      return "again";
    } finally {
      clearTimeout(watchdog);
      over.signal.removeEventListener("abort", stop);
    }
  }

  let waited = 0;
  void (async () => {
    while (!over.signal.aborted) {
      tell("connecting", null);
      const next = await once();
      if (next === "never" || over.signal.aborted) break;
      waited = Math.min(LONGEST, waited ? waited * 2 : SHORTEST);
      const pause = typeof next === "number" ? next * 1000 : waited * (0.75 + Math.random() / 2);
      await new Promise<void>((resume) => {
        wake = resume;
        over.signal.addEventListener("abort", () => resume(), { once: true });
        setTimeout(resume, pause);
      });
      wake = null;
    }
    tell("ended", null);
  })();

  return () => {
    over.abort();
    window.removeEventListener("online", online);
  };
}
