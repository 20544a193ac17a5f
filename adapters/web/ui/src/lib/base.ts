const here = import.meta.url;

/** The path below which gorkd answers, with a slash at its end. Scripts lie in `assets/` below it. */
export const base: string = import.meta.env.PROD ? new URL("..", here).pathname : "/";
