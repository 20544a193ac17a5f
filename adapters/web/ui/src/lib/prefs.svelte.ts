/** How the page looks. Stored in this browser. */

export type Theme = "auto" | "light" | "dark";

const KEPT = "gorkd-theme";

class Prefs {
  theme = $state<Theme>("auto");

  constructor() {
    try {
      const kept = localStorage.getItem(KEPT);
      if (kept === "light" || kept === "dark") this.theme = kept;
    } catch {
      // Private windows may refuse storage.
    }
    this.show();
  }

  set(theme: Theme): void {
    this.theme = theme;
    try {
      localStorage.setItem(KEPT, theme);
    } catch {
      // The choice then lasts as long as this page.
    }
    this.show();
  }

  private show(): void {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const prefs = new Prefs();
