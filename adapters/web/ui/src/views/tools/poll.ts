/** Repeats a request at intervals while the page is visible. Returns a function that stops it. */
export function poll(every: number, ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const next = (): void => {
    timer = setTimeout(() => {
      if (document.hidden) return;
      void ask().finally(() => {
        if (!ended) next();
      });
    }, every);
  };
  const seen = (): void => {
    clearTimeout(timer);
    if (document.hidden || ended) return;
    void ask().finally(() => {
      clearTimeout(timer);
      if (!ended) next();
    });
  };
  next();
  document.addEventListener("visibilitychange", seen);
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
