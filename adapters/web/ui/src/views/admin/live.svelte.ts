/** An API document that is kept up to date. */

import { get } from "$lib/api";

export class Live<T> {
  /** Null until it is loaded. */
  data = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);
  busy = $state(false);
  private seen = "";
  private asked = 0;

  async load(path: string): Promise<void> {
    const number = (this.asked += 1);
    this.busy = true;
    try {
      const found = await get<T>(path);
      // Responses may arrive out of order: only the latest request counts.
      if (number !== this.asked) return;
      this.error = null;
      // Avoid redrawing if nothing changed.
      const text = JSON.stringify(found);
      if (text !== this.seen) {
        this.data = found;
        this.seen = text;
      }
    } catch (thrown) {
      if (number === this.asked) this.error = thrown;
    } finally {
      if (number === this.asked) this.busy = false;
    }
  }
}
