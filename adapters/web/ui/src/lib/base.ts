const here = import.meta.url;

/** The path below which gorkd is served, with a trailing slash. Scripts are in `assets/` below it. */
export const base: string = import.meta.env.PROD ? new URL("..", here).pathname : "/";
