/** Runs of a thread as a tree of branches. Pure. */

import type { Checkpoint, Status } from "$lib/types";

/** A run with its checkpoints, as `/api/threads/{id}/checkpoints` gives it. */
export interface Run {
  jobId: string;
  turn: number;
  status: Status;
  question: string;
  /** `<jobId>:<seq>`: where it branched off. */
  forkedFrom: string | null;
  checkpoints: Checkpoint[];
}

export interface Branch {
  run: Run;
  /** The checkpoint that it left its origin at; null for a turn of its own. */
  at: Checkpoint | null;
  branches: Branch[];
}

/** Where a checkpoint's id leads: the run, and the number of its event. */
export function placeOf(checkpoint: string): { job: string; seq: number } | null {
  const at = checkpoint.lastIndexOf(":");
  const seq = Number(checkpoint.slice(at + 1));
  return at > 0 && Number.isInteger(seq) ? { job: checkpoint.slice(0, at), seq } : null;
}

/** Turns in their order, each with what branched off it. A branch whose origin is gone stands as a turn. */
export function tree(runs: Run[]): Branch[] {
  const all = new Map(runs.map((run): [string, Branch] => [run.jobId, { run, at: null, branches: [] }]));
  const roots: Branch[] = [];
  for (const branch of all.values()) {
    const from = branch.run.forkedFrom === null ? null : placeOf(branch.run.forkedFrom);
    const origin = from ? all.get(from.job) : undefined;
    if (!from || !origin || origin === branch || isBelow(branch, origin)) {
      roots.push(branch);
      continue;
    }
    branch.at = origin.run.checkpoints.find((one) => (placeOf(one.checkpointId)?.seq ?? -1) >= from.seq) ?? null;
    origin.branches.push(branch);
  }
  return roots;
}

function isBelow(branch: Branch, other: Branch): boolean {
  return branch.branches.some((one) => one === other || isBelow(one, other));
}

/** Constraints of a form: a line each, without empty ones. */
export function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
