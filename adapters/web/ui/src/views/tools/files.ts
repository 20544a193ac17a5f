/** Downloads from the API, saved under the name that gorkd gives them. */

import { Problem, address, credentials, headers, problemOf } from "$lib/api";

/** The file name in `Content-Disposition`, if it is a plain one. */
export function fileName(header: string | null): string | null {
  const found = /filename="([\w.-]+)"/i.exec(header ?? "");
  return found?.[1]?.trim() || null;
}

/** Fetches a document with the session's headers and offers it as a file. */
export async function saveFrom(path: string, otherwise: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(address(path), { headers: headers("GET"), credentials: "same-origin" });
  } catch {
    throw new Problem(0, "offline", "gorkd does not answer. Is it running?");
  }
  if (!response.ok) {
    if (response.status === 401) credentials.missing();
    throw await problemOf(response);
  }
  const content = await response.blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = fileName(response.headers.get("content-disposition")) ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
