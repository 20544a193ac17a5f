/** Edited tables as gorkd keeps them: versions beside the answer. */

import { get, part, put } from "$lib/api";
import type { Grid } from "./table";

export interface Edit extends Grid {
  /** The table of the answer. */
  id: string;
  version: number;
  at: string;
}

interface EditList { edits: Edit[] }

/** The newest version of each edited table. */
export async function editsOf(job: string): Promise<Edit[]> {
  return (await get<EditList>(`/api/jobs/${part(job)}/edits`)).edits;
}

/** The versions of one table, newest first. */
export async function versionsOf(job: string, table: string): Promise<Edit[]> {
  return (await get<EditList>(`/api/jobs/${part(job)}/edits/${part(table)}`)).edits;
}

/** Keeps a table as the version after this one; 409 when another one has come in between. */
export function keep(job: string, table: string, version: number, grid: Grid): Promise<Edit> {
  const { title, columns, rows } = grid;
  return put<Edit>(`/api/jobs/${part(job)}/edits/${part(table)}`, { version, title, columns, rows });
}
