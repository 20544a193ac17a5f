/** Keys of people and programs. A key itself is seen once, when it is made. */

import { del, get, maybe, part, post } from "$lib/api";

export interface Key {
  id: string;
  name: string;
  prefix: string;
  role: "reader" | "user" | "admin";
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  budgetUsd: number | null;
  usedUsd: number;
}

export interface NewKey { name: string; role: Key["role"]; expiresInDays?: number; budgetUsd?: number }

export async function keys(): Promise<Key[] | null> {
  return (await maybe(get<{ keys: Key[] }>("/api/admin/keys")))?.keys ?? null;
}

/** The key with its secret; null where keys are made in the terminal alone. */
export async function create(wanted: NewKey): Promise<{ key: string } | null> {
  return (await maybe(post<{ key: string }>("/api/admin/keys", wanted))) ?? null;
}

/** False where keys are revoked in the terminal alone. */
export async function revoke(id: string): Promise<boolean> {
  return (await maybe(del(`/api/admin/keys/${part(id)}`).then(() => true))) ?? false;
}

/** The command that makes the same key. */
export function command(wanted: NewKey): string {
  const terms = [wanted.role === "user" ? "" : `--role ${wanted.role}`, wanted.expiresInDays ? `--expires ${wanted.expiresInDays}d` : "", wanted.budgetUsd ? `--budget-usd ${wanted.budgetUsd}` : ""];
  return ["gorkd key create", quoted(wanted.name), ...terms].filter(Boolean).join(" ");
}

function quoted(name: string): string {
  return /^[\w.@-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}

export function ended(key: Key, now = Date.now()): "revoked" | "expired" | null {
  if (key.revokedAt) return "revoked";
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? "expired" : null;
}
