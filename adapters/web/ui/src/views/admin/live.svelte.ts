/** A document of the interface that is kept up to date. */

import { get } from "$lib/api";

export class Live<T> {
  /** Null as long as it has not come. */
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
      // Replies may overtake each other: the last question counts.
      if (number !== this.asked) return;
      this.error = null;
      // What has not changed is not drawn again.
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
