/**
 * API keys. They can only be created and revoked in a terminal, so the page lists them and shows the command.
 */

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

/** The command that creates a key. */
export function createCommand(wanted: NewKey): string {
  const terms = [wanted.role === "user" ? "" : `--role ${wanted.role}`, wanted.expiresInDays ? `--expires ${wanted.expiresInDays}d` : "", wanted.budgetUsd ? `--budget-usd ${wanted.budgetUsd}` : ""];
  return ["gorkd key create", quoted(wanted.name), ...terms].filter(Boolean).join(" ");
}

export const revokeCommand = (key: Key): string => `gorkd key revoke ${key.id}`;

function quoted(name: string): string {
  return /^[\w.@-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}

export function ended(key: Key, now = Date.now()): "revoked" | "expired" | null {
  if (key.revokedAt) return "revoked";
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? "expired" : null;
}
