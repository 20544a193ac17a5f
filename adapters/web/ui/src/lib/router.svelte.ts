/** Determines the view to show. Uses browser history, below whatever path the page is served at. */

import { tick } from "svelte";
import { base } from "./base";

export const PATTERNS = {
  ask: "/",
  thread: "/t/:thread",
  checkpoints: "/t/:thread/checkpoints",
  log: "/t/:thread/log",
  artifacts: "/t/:thread/artifacts",
  verify: "/t/:thread/verify",
  threads: "/threads",
  settings: "/settings",
  admin: "/admin",
  setup: "/setup",
  job: "/jobs/:job",
} as const;

export type Name = keyof typeof PATTERNS;

export interface Route {
  name: Name | "missing";
  params: Record<string, string>;
  query: URLSearchParams;
}

/** The URL of a path of the page. */
export function href(path: string): string {
  return base + path.replace(/^\//, "");
}

/** The URL of a view of a thread. `job` selects the run to show; the newest if missing. */
export function threadHref(thread: string, view: "" | "checkpoints" | "log" | "artifacts" | "verify" = "", job?: string | null): string {
  const path = `/t/${encodeURIComponent(thread)}${view ? `/${view}` : ""}`;
  return href(job ? `${path}?job=${encodeURIComponent(job)}` : path);
}

/** The route for a path below the base. */
export function match(path: string, search: string): Route {
  const given = path.split("/").filter(Boolean);
  const query = new URLSearchParams(search);
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const wanted = pattern.split("/").filter(Boolean);
    if (wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((one, at) => {
      if (!one.startsWith(":")) return one === given[at];
      const value = decoded(given[at] ?? "");
      if (value === null) return false;
      params[one.slice(1)] = value;
      return true;
    });
    if (fits) return { name: name as Name, params, query };
  }
  return { name: "missing", params: {}, query };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function here(): Route {
  const path = location.pathname;
  if (!path.startsWith(base)) return match("/", location.search);
  const route = match(path.slice(base.length - 1), location.search);
  // Links from an earlier version of the page.
  const thread = route.name === "ask" ? route.query.get("thread") : null;
  return thread ? { name: "thread", params: { thread }, query: route.query } : route;
}

class Router {
  route = $state.raw<Route>(here());

  constructor() {
    window.addEventListener("popstate", () => (this.route = here()));
  }

  /** Shows another view. `address` is a URL made by `href`. The new view's heading gets the focus. */
  go(address: string, how: { replace?: boolean; keepFocus?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.route = here();
    if (!how.keepFocus) void this.arrive();
  }

  /** Changes the query string without adding a history entry. */
  query(change: Record<string, string | null>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    const search = query.toString();
    this.go(location.pathname + (search ? `?${search}` : ""), { replace: true, keepFocus: true });
  }

  private async arrive(): Promise<void> {
    await tick();
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** Follows links to views without reloading the page. A click listener for the whole document. */
  clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(base) || link.hash) return;
    if (match(link.pathname.slice(base.length - 1), "").name === "missing") return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
