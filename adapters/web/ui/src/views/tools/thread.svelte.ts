/** The thread that a view belongs to, and which of its runs to show. */

import { getContext, setContext } from "svelte";
import { Problem, get, part } from "$lib/api";
import type { JobEntry, Thread } from "$lib/types";

/** What the views of a thread tell the frame around them. */
export class Frame {
  thread = $state.raw<Thread | null>(null);
  /** Why nothing can be shown: there is no such thread, or it was deleted while it was open. */
  gone = $state<"missing" | "deleted" | null>(null);

  /** Whether this error means that the thread is gone. */
  lost(error: unknown): boolean {
    if (!(error instanceof Problem) || error.status !== 404) return false;
    this.gone = this.thread ? "deleted" : "missing";
    return true;
  }
}

const FRAME = Symbol("frame");

export const makeFrame = (): Frame => setContext(FRAME, new Frame());

/** The frame around this view. */
export const frame = (): Frame => getContext<Frame>(FRAME);

/** The named run, or else the newest; null in an empty thread. */
export function shownJob(thread: Thread, named: string | null): JobEntry | null {
  const found = thread.jobs.find((job) => job.jobId === named);
  return found ?? thread.jobs.reduce<JobEntry | null>((newest, job) => (!newest || job.createdAt >= newest.createdAt ? job : newest), null);
}

export function over(job: JobEntry): boolean {
  return job.status === "completed" || job.status === "failed" || job.status === "cancelled";
}

/** A thread that is being loaded, and the error if that failed. */
export class OpenThread {
  thread = $state.raw<Thread | null>(null);
  error = $state.raw<unknown>(null);

  /** `frame` is missing in dialogs, which show the error themselves. */
  constructor(
    private readonly id: string,
    private readonly frame?: Frame,
  ) {}

  async load(): Promise<void> {
    try {
      this.thread = await get<Thread>(`/api/threads/${part(this.id)}`);
      this.error = null;
      if (this.frame) this.frame.thread = this.thread;
    } catch (thrown) {
      if (!this.frame?.lost(thrown)) this.error = thrown;
    }
  }
}
