/** Who is asking. If no key is needed, the page does not ask for one. */

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
  /** A request was refused because of its key, so the page asks for one. */
  wanted = $state(false);

  /** Whether this person may see everyone's data. Unknown counts as yes, because the server decides. */
  get admin(): boolean {
    const known = this.document;
    return !known || known.role === "admin" || (known.local && !known.signedIn);
  }

  /**
   * Whether an admin may open this person's runs. Runs from chats are open only to the person at the machine.
   */
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
      // If the server is unreachable, the next request reports it.
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
