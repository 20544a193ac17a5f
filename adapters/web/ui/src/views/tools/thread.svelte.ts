/** The thread that a view belongs to, and which of its runs to show. */

import { get, part } from "$lib/api";
import type { JobEntry, Thread } from "$lib/types";

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
  private readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  async load(): Promise<void> {
    try {
      this.thread = await get<Thread>(`/api/threads/${part(this.id)}`);
      this.error = null;
    } catch (thrown) {
      this.error = thrown;
    }
  }
}
