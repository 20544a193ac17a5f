/** The active time of a run, which goes on between the moments at which it is reported. Pure. */

import type { Progress } from "$lib/types";

export interface Clock {
  /** Active milliseconds at the time `at` of this page. */
  ms: number;
  at: number;
  /** Waiting runs and those that are over stand still. */
  runs: boolean;
}

/** Active milliseconds of a run. */
export function elapsed(clock: Clock, now: number): number {
  return clock.runs ? clock.ms + Math.max(0, now - clock.at) : clock.ms;
}

/** The clock after a report. Old events are reported again after a reload, so a running clock never goes back. */
export function heard(before: Clock | null, progress: Pick<Progress, "status" | "elapsed_ms">, now: number): Clock {
  const runs = progress.status === "running";
  const shown = before && runs ? elapsed(before, now) : 0;
  return { ms: Math.max(shown, progress.elapsed_ms), at: now, runs };
}
