/** Links that open one answer to whoever has them. */

import { Problem, del, get, maybe, part, patch, post } from "$lib/api";

export interface Share {
  id: string;
  url: string;
  createdAt: string;
  expiresAt: string | null;
  jobId?: string;
  question?: string;
  /** Ended by its owner. */
  revokedAt?: string | null;
}

interface ShareList { items?: Share[]; shares?: Share[]; next?: string | null; nextCursor?: string | null }

function listed(reply: Share[] | ShareList | undefined): Share[] {
  if (!reply) return [];
  return Array.isArray(reply) ? reply : (reply.items ?? reply.shares ?? []);
}

/** The links to an answer; null where gorkd keeps no list of them. */
export async function sharesOf(job: string): Promise<Share[] | null> {
  const reply = await maybe(get<Share[] | ShareList>(`/api/jobs/${part(job)}/shares`));
  return reply === undefined ? null : listed(reply);
}

/** A page of all links of the asker; null where gorkd keeps no list of them. */
export async function allShares(cursor: string | null): Promise<{ shares: Share[]; next: string | null } | null> {
  const reply = await maybe(get<Share[] | ShareList>(`/api/shares${cursor ? `?cursor=${part(cursor)}` : ""}`));
  if (reply === undefined) return null;
  const next = Array.isArray(reply) ? null : (reply.next ?? reply.nextCursor ?? null);
  return { shares: listed(reply), next };
}

/** A new link; `days` as the settings have it when null. */
export async function share(job: string, days: number | null): Promise<Share> {
  try {
    return await post<Share>(`/api/jobs/${part(job)}/shares`, days === null ? {} : { days });
  } catch (error) {
    // Without a list of links there is one kind of link alone, which holds as the settings say.
    if (!(error instanceof Problem && (error.status === 404 || error.status === 405))) throw error;
    const made = await post<{ url: string; expiresAt: string }>(`/api/jobs/${part(job)}/share`);
    return { id: "", createdAt: new Date().toISOString(), ...made };
  }
}

export const setExpiry = (id: string, days: number | null): Promise<Share> =>
  patch<Share>(`/api/shares/${part(id)}`, days === null ? { expiresAt: null } : { days });

export const revoke = (id: string): Promise<void> => del(`/api/shares/${part(id)}`);

export function expired(share: Share, now = Date.now()): boolean {
  return share.expiresAt !== null && Date.parse(share.expiresAt) <= now;
}
