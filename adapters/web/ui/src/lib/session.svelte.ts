/** Who is asking. Where no key is needed, nobody is asked for one. */

import { credentials, del, get, post } from "./api";

export interface SessionDocument {
  signedIn: boolean;
  owner: string | null;
  role: "reader" | "user" | "admin" | null;
  local: boolean;
  /** The page is open on the machine that gorkd runs on. */
  here: boolean;
  keyNeeded: boolean;
  csrf: string | null;
}

class Session {
  document = $state<SessionDocument | null>(null);
  /** A request was refused because of its key: the page asks for one. */
  wanted = $state(false);

  /** May this person see what is of all? Unknown counts as yes: the server decides. */
  get admin(): boolean {
    const known = this.document;
    return !known || known.role === "admin" || (known.local && !known.signedIn);
  }

  /** May an admin open the runs of this person? Those of chats are open to nobody but the person at the machine. */
  opens(owner: string): boolean {
    return !this.document?.signedIn || owner.startsWith("web:");
  }

  async load(): Promise<void> {
    credentials.missing = () => (this.wanted = true);
    try {
      const found = await get<SessionDocument>("/api/session");
      this.document = found;
      credentials.csrf = found.csrf;
      this.wanted = found.keyNeeded && !found.signedIn;
    } catch {
      // What cannot be reached now is told of by whatever asks next.
    }
  }

  async signIn(key: string): Promise<void> {
    await post("/api/session", { key });
    await this.load();
  }

  async signOut(): Promise<void> {
    await del("/api/session");
    await this.load();
  }
}

export const session = new Session();
