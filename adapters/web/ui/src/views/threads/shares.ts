/** Links that open one answer for anyone who has the link. */

import { del, get, part, patch, post } from "$lib/api";

export interface Share {
  id: string;
  url: string;
  createdAt: string;
  expiresAt: string | null;
  jobId?: string;
  question?: string;
  /** When its owner revoked it. */
  revokedAt?: string | null;
}

interface ShareList { items: Share[]; nextCursor: string | null }

/** The links to an answer. */
export const sharesOf = async (job: string): Promise<Share[]> => (await get<ShareList>(`/api/jobs/${part(job)}/shares`)).items;

/** A page of all the asker's links. */
export const allShares = (cursor: string | null): Promise<ShareList> => get<ShareList>(`/api/shares${cursor ? `?cursor=${part(cursor)}` : ""}`);

/** Creates a link. If `days` is null, the settings decide how long it lasts. */
export const share = (job: string, days: number | null): Promise<Share> => post<Share>(`/api/jobs/${part(job)}/shares`, days === null ? {} : { days });

export const setExpiry = (id: string, days: number | null): Promise<Share> =>
  patch<Share>(`/api/shares/${part(id)}`, days === null ? { expiresAt: null } : { days });

export const revoke = (id: string): Promise<void> => del(`/api/shares/${part(id)}`);

/** Whether a link leads to the machine that it is opened on. */
export function onlyHere(url: string): boolean {
  return URL.canParse(url) && /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

export function expired(share: Share, now = Date.now()): boolean {
  return share.expiresAt !== null && Date.parse(share.expiresAt) <= now;
}
