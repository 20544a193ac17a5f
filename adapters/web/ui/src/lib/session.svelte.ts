/** Who is asking. Where no key is needed, nobody is asked for one. */

import { Problem, credentials, del, get, maybe, post } from "./api";

export interface SessionDocument {
  signedIn: boolean;
  owner: string | null;
  role: "reader" | "user" | "admin" | null;
  local: boolean;
  keyNeeded: boolean;
  csrf: string | null;
}

const KEPT = "gorkd-key";

class Session {
  document = $state<SessionDocument | null>(null);
  /** A request was refused because of its key: the page asks for one. */
  wanted = $state(false);

  /** May this person see what is of all? Unknown counts as yes: the server decides. */
  get admin(): boolean {
    const known = this.document;
    return !known || known.role === "admin" || (known.local && !known.signedIn);
  }

  async load(): Promise<void> {
    credentials.missing = () => (this.wanted = true);
    credentials.key = kept();
    try {
      this.take(await maybe(get<SessionDocument>("/api/session")));
    } catch {
      // What cannot be reached now is told of by whatever asks next.
    }
  }

  async signIn(key: string): Promise<void> {
    const made = await maybe(post<SessionDocument>("/api/session", { key }));
    if (made) {
      this.take({ ...made, local: false, keyNeeded: true });
    } else {
      // No sessions here: the key is sent along, and kept in this tab alone.
      keep(key);
      credentials.key = key;
    }
    this.wanted = false;
  }

  async signOut(): Promise<void> {
    try {
      await del("/api/session");
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404)) throw error;
    }
    keep(null);
    credentials.key = null;
    await this.load();
  }

  private take(document: SessionDocument | undefined): void {
    if (!document) return;
    this.document = document;
    credentials.csrf = document.csrf;
    this.wanted = document.keyNeeded && !document.signedIn && credentials.key === null;
  }
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, key);
  } catch {
    // Private windows may refuse; the key then lasts as long as the page.
  }
}

export const session = new Session();
