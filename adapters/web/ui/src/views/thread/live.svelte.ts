/** The live state of a thread: its stream, and the documents of its runs. */

import { get, maybe, part } from "$lib/api";
import { type Connection, follow } from "$lib/stream";
import type { Interrupt, Job, Progress, Stage, State, Status, Thread } from "$lib/types";
import type { Frame } from "../tools/thread.svelte";
import { type Clock, heard } from "./clock";

export class Run {
  question = $state("");
  status = $state<Status>("queued");
  stage = $state<Stage | null>(null);
  progress = $state.raw<Progress | null>(null);
  /** How long it has been active, once that is known. */
  clock = $state.raw<Clock | null>(null);
  interrupt = $state.raw<Interrupt | null>(null);
  warnings = $state<string[]>([]);
  /** The text that a model has written so far, unchecked. */
  draft = $state("");
  // Documents are replaced as a whole, and are too large for deep reactivity.
  /** The current document, also while the run is active: what was read, what it cost. */
  job = $state.raw<Job | null>(null);
  /** What was planned and found, while the run is active. */
  state = $state.raw<State | null>(null);

  constructor(readonly id: string) {}

  /** Notes how long the run has been active. */
  time(progress: Progress): void {
    this.clock = heard(this.clock, progress, performance.now());
  }
}

const OVER: Status[] = ["completed", "failed", "cancelled"];

export function isOver(status: Status): boolean {
  return OVER.includes(status);
}

/** Minimum milliseconds between requests for the document of an active run. */
const PACE = 700;
/** A queued run moves up without an event, so its position is polled at this interval. */
const LINE_PACE = 5000;
/** Before a thread is deleted, its runs are canceled. After this time it is gone. */
const ERASING = 1500;

export class Live {
  document = $state.raw<Thread | null>(null);
  runs = $state<Record<string, Run>>({});
  /** The stream was interrupted and will reconnect by itself. */
  cut = $state(false);
  error = $state<unknown>(null);

  private readonly stops: (() => void)[] = [];
  private readonly due = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** Runs that were over when the page loaded: their events in the stream bring nothing new. */
  private readonly known = new Set<string>();
  private over = false;

  constructor(
    readonly thread: string,
    private readonly frame: Frame,
  ) {}

  start(): () => void {
    void this.load().then(() => {
      if (this.over) return;
      for (const entry of this.document?.jobs ?? []) if (isOver(entry.status)) this.known.add(entry.jobId);
      const seen = (): void => {
        // It may have been deleted in another tab.
        if (!document.hidden) void this.load();
      };
      document.addEventListener("visibilitychange", seen);
      this.stops.push(
        () => document.removeEventListener("visibilitychange", seen),
        follow(this.thread, {
          kinds: ["status", "question", "warning", "delta", "done"],
          event: (name, data) => this.told(name, data),
          connection: (state) => this.connected(state),
        }),
      );
    });
    return () => {
      this.over = true;
      for (const stop of this.stops) stop();
      for (const timer of [...this.due.values(), ...this.waiting.values()]) clearTimeout(timer);
    };
  }

  private connected(state: Connection): void {
    if (state === "open") this.cut = false;
    else if (state === "cut") this.cut = true;
    // The stream was refused: the thread may be gone.
    else if (state === "ended" && !this.over) void this.load();
  }

  async load(): Promise<void> {
    try {
      this.document = await get<Thread>(`/api/threads/${part(this.thread)}`);
      this.frame.thread = this.document;
      this.error = null;
      for (const entry of this.document.jobs) {
        const run = this.run(entry.jobId);
        run.question = entry.question;
        if (!run.progress) run.status = entry.status;
      }
    } catch (error) {
      if (!this.frame.lost(error)) this.error = error;
    }
  }

  /** Fetches the document of a run now. */
  async fetch(id: string): Promise<void> {
    try {
      const job = await maybe(get<Job>(`/api/jobs/${part(id)}`));
      if (this.over) return;
      // A run is deleted only with its thread.
      if (!job) return void this.load();
      const run = this.run(id);
      // Responses may arrive out of order: a run that is over stays over until the stream says that it
      // continues.
      if (run.job && isOver(run.job.status) && !isOver(job.status)) return;
      run.job = job;
      run.question = job.question;
      // The stream reports that a run continues. An end is handled here as well, in case this response arrives
      // first.
      if (isOver(job.status)) {
        run.status = job.status;
        run.interrupt = null;
        run.draft = "";
      } else if (isOver(run.status)) {
        this.soon(id);
      } else {
        await this.fetchState(id);
      }
    } catch (error) {
      this.error = error;
    }
  }

  private async fetchState(id: string): Promise<void> {
    const state = await maybe(get<State>(`/api/threads/${part(this.thread)}/state`));
    if (!state || state.jobId !== id || this.over) return;
    const run = this.run(id);
    run.state = state;
    run.time(state.progress);
    if (state.interrupt && !isOver(run.status)) run.interrupt = state.interrupt;
    if (state.progress.line && run.status === "queued") {
      clearTimeout(this.waiting.get(id));
      this.waiting.set(id, setTimeout(() => void this.fetch(id), LINE_PACE));
    }
  }

  private soon(id: string): void {
    if (this.due.has(id) || this.over) return;
    this.due.set(
      id,
      setTimeout(() => {
        this.due.delete(id);
        void this.fetch(id);
      }, PACE),
    );
  }

  private run(id: string): Run {
    return (this.runs[id] ??= new Run(id));
  }

  private told(name: string, data: Record<string, unknown>): void {
    if (name === "gap") {
      this.runs = {};
      this.known.clear();
      void this.load();
      return;
    }
    const id = String(data.jobId ?? "");
    if (!id) return;
    if (this.known.has(id)) {
      if (name === "done") this.known.delete(id);
      return;
    }
    const known = id in this.runs;
    const run = this.run(id);
    if (name === "status") {
      run.question = String(data.question ?? run.question);
      run.status = data.status as Status;
      run.stage = (data.stage ?? null) as Stage | null;
      run.progress = data.progress as Progress;
      run.time(run.progress);
      if (run.status !== "waiting") run.interrupt = null;
      if (!isOver(run.status)) {
        // The run was resumed.
        if (run.job && isOver(run.job.status)) run.job = null;
        this.soon(id);
      }
      if (!known || !this.document?.jobs.some((entry) => entry.jobId === id)) void this.load();
    } else if (name === "question") {
      run.interrupt = data as unknown as Interrupt;
    } else if (name === "warning") {
      const text = String(data.text ?? "");
      if (text && !run.warnings.includes(text)) run.warnings.push(text);
    } else if (name === "delta") {
      run.draft = joined(run.draft, Number(data.offset ?? 0), String(data.text ?? ""));
    } else if (name === "done") {
      run.status = data.status as Status;
      run.interrupt = null;
      run.draft = "";
      clearTimeout(this.due.get(id));
      this.due.delete(id);
      void this.load();
      if (run.status === "cancelled") this.waiting.set(id, setTimeout(() => void this.load(), ERASING));
      // Only the displayed run needs its document now; the others are fetched when displayed.
      if (run.job || run.progress) void this.fetch(id);
    }
  }
}

/**
 * Inserts a piece into a draft at an offset in code points. Anything after it belongs to an earlier attempt.
 */
export function joined(draft: string, offset: number, text: string): string {
  return Array.from(draft).slice(0, offset).join("") + text;
}
