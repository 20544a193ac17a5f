/** Joins a chat identity and the one here, so that a thread begun in a chat goes on in the page. */

import { maybe, post } from "$lib/api";

export interface LinkCode { code: string; expiresAt: string }

/** A code to give to gorkd in a chat; null where identities cannot be joined. */
export async function linkCode(): Promise<LinkCode | null> {
  return (await maybe(post<LinkCode>("/api/links"))) ?? null;
}

/** Takes a code that gorkd gave in a chat. */
export function redeem(code: string): Promise<unknown> {
  return post("/api/links/redeem", { code });
}
