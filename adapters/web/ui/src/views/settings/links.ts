/** Joins a chat identity and the one here, so that a thread begun in a chat goes on in the page. */

import { post } from "$lib/api";

export interface LinkCode { code: string; expiresAt: string }

/** A code to give to gorkd in a chat. */
export const linkCode = (): Promise<LinkCode> => post<LinkCode>("/api/links");

/** Takes a code that gorkd gave in a chat. */
export function redeem(code: string): Promise<unknown> {
  return post("/api/links/redeem", { code });
}
