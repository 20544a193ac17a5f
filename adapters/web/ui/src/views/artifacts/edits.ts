/** Edited tables, stored by gorkd as versions beside the answer. */

import { get, part, put } from "$lib/api";
import type { Grid } from "./table";

export interface Edit extends Grid {
  /** The id of the table in the answer. */
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

/** Saves a table as the version after this one. Fails with 409 if someone saved another version in between. */
export function keep(job: string, table: string, version: number, grid: Grid): Promise<Edit> {
  const { title, columns, rows } = grid;
  return put<Edit>(`/api/jobs/${part(job)}/edits/${part(table)}`, { version, title, columns, rows });
}
