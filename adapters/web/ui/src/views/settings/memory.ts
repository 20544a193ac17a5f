/** What gorkd remembers about a person: defaults for options that a question leaves open. */

import { del, get, part, put } from "$lib/api";

export interface Remembered { name: string; value: string; since: string }
interface MemoryDocument { remembered: Remembered[] }

/** What can be remembered, with the choices if there are any. */
export const HABITS = [
  { name: "profile", choices: ["quick", "standard", "deep"] },
  { name: "planning", choices: ["auto", "interactive"] },
  { name: "privacy", choices: ["local_only", "hybrid", "cloud_allowed"] },
  { name: "language", choices: null },
  { name: "domain", choices: null },
  { name: "instructions", choices: null },
  { name: "prefer_sites", choices: null },
  { name: "block_sites", choices: null },
] as const;

export type HabitName = (typeof HABITS)[number]["name"];

export async function remembered(): Promise<Remembered[]> {
  return (await get<MemoryDocument>("/api/memory")).remembered;
}

/** Remembers a value; an empty value is forgotten. Returns everything that is now remembered. */
export async function remember(name: string, value: string): Promise<Remembered[]> {
  const path = `/api/memory/${part(name)}`;
  const now = value.trim() === "" ? await del<MemoryDocument>(path) : await put<MemoryDocument>(path, { value: value.trim() });
  return now.remembered;
}

export async function forgetAll(): Promise<Remembered[]> {
  return (await del<MemoryDocument>("/api/memory/all")).remembered;
}
