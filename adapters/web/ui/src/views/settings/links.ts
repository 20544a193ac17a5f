/** Links a chat account to this one, so that a thread from a chat can be continued on the page. */

import { post } from "$lib/api";

export interface LinkCode { code: string; expiresAt: string }

/** A code to enter in a chat. */
export const linkCode = (): Promise<LinkCode> => post<LinkCode>("/api/links");

/** Redeems a code from a chat. */
export function redeem(code: string): Promise<unknown> {
  return post("/api/links/redeem", { code });
}
