/** A question that is not sent yet, kept while this tab is open. */

const key = (thread: string | undefined): string => `gorkd-draft-${thread ?? ""}`;

/** The draft of a follow-up in a thread, or of a question in a new one. */
export function drafted(thread: string | undefined): string {
  try {
    return sessionStorage.getItem(key(thread)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(thread: string | undefined, text: string): void {
  try {
    if (text) sessionStorage.setItem(key(thread), text);
    else sessionStorage.removeItem(key(thread));
  } catch {
    // Private windows may refuse storage. The draft then lasts as long as its form.
  }
}
