/** The runs of a thread as a tree of branches. Pure. */

import type { Checkpoint, Status } from "$lib/types";

/** A run with its checkpoints, as returned by `/api/threads/{id}/checkpoints`. */
export interface Run {
  jobId: string;
  turn: number;
  status: Status;
  question: string;
  /** `<jobId>:<seq>`: the checkpoint that it branched from. */
  forkedFrom: string | null;
  checkpoints: Checkpoint[];
}

export interface Branch {
  run: Run;
  /** The checkpoint at which it left its origin; null for a separate turn. */
  at: Checkpoint | null;
  branches: Branch[];
}

/** What a checkpoint's id refers to: the run, and the sequence number of its event. */
export function placeOf(checkpoint: string): { job: string; seq: number } | null {
  const at = checkpoint.lastIndexOf(":");
  const seq = Number(checkpoint.slice(at + 1));
  return at > 0 && Number.isInteger(seq) ? { job: checkpoint.slice(0, at), seq } : null;
}

/** The turns in order, each with its branches. A branch whose origin is gone becomes a turn. */
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

/** The constraints in a form: one per line, without empty lines. */
export function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
