import { svelte } from "@sveltejs/vite-plugin-svelte";
import { gzipSync } from "node:zlib";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Puts a `.gz` beside every file, which the server hands to all who take it. */
function compressed(): Plugin {
  let into = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      into = config.build.outDir;
    },
    writeBundle() {
      for (const name of readdirSync(into, { recursive: true, encoding: "utf8" })) {
        if (/\.(js|css|svg)$/.test(name)) writeFileSync(join(into, `${name}.gz`), gzipSync(readFileSync(join(into, name)), { level: 9 }));
      }
    },
  };
}

// `npm run dev` asks a gorkd that runs already: `GORKD=http://127.0.0.1:8484 npm run dev`.
const gorkd = process.env.GORKD ?? "http://127.0.0.1:8484";
const passedOn = Object.fromEntries(
  ["/api", "/s/", "/docs", "/openapi.json", "/favicon.ico"].map((path) => [path, { target: gorkd, changeOrigin: true }]),
);

export default defineConfig({
  plugins: [svelte(), compressed()],
  // Relative, so that the page works below whatever path a proxy gives it.
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: { proxy: passedOn },
  resolve: {
    alias: { $lib: join(import.meta.dirname, "src/lib"), $components: join(import.meta.dirname, "src/components") },
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  test: { environment: "jsdom", include: ["src/**/*.test.ts", "tests/dist.test.ts"] },
});
