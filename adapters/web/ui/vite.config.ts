import { svelte } from "@sveltejs/vite-plugin-svelte";
import { gzipSync } from "node:zlib";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

/** Writes a `.gz` next to every file, which the server sends to clients that accept it. */
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

/** The built files that a module needs immediately: its own file and its imports, including styles. */
function needs(bundle: Rolldown.OutputBundle, file: string, seen: Set<string>): string[] {
  const chunk = bundle[file];
  if (seen.has(file) || chunk?.type !== "chunk") return [];
  seen.add(file);
  return [...(chunk.viteMetadata?.importedCss ?? []), file, ...chunk.imports.flatMap((other) => needs(bundle, other, seen))];
}

/**
 * Records which files each view needs, so that the server can list them in the document and a browser requests
 * all of them at once. The first paint waits for none of them: styles come after what is drawn first.
 */
function ahead(): Plugin {
  return {
    name: "ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        return styles.reduce((left, one) => left.replace(one, ""), html).replace("<!-- styles -->", `${styles.map((one) => one.trim()).join("\n")}\n<!-- view -->`);
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const known = chunks.filter((one) => one.isEntry).flatMap((one) => needs(bundle, one.fileName, new Set()));
      const named = (pattern: RegExp): Record<string, string[]> =>
        Object.fromEntries(
          chunks.flatMap((one) => {
            const name = pattern.exec(one.facadeModuleId ?? "")?.[1];
            return name ? [[name, [...new Set(needs(bundle, one.fileName, new Set()))].filter((file) => !known.includes(file))]] : [];
          }),
        );
      const files = { views: named(/\/src\/views\/(\w+)\.svelte$/), languages: named(/\/src\/lib\/text\/(\w+)\/index\.ts$/) };
      this.emitFile({ type: "asset", fileName: "ahead.json", source: JSON.stringify(files) });
    },
  };
}

/** What most views use, except language texts and what Markdown needs. */
const SHARED = /\/src\/(components\/(?!Markdown)|lib\/(?!markdown|text\/\w\w\/)|lib\/text\/en\/|views\/tools\/)|node_modules\/svelte\//;

// `npm run dev` uses a running gorkd: `GORKD=http://127.0.0.1:8484 npm run dev`.
const gorkd = process.env.GORKD ?? "http://127.0.0.1:8484";
const passedOn = Object.fromEntries(
  ["/api", "/s/", "/docs", "/openapi.json", "/favicon.ico"].map((path) => [path, { target: gorkd, changeOrigin: true }]),
);

export default defineConfig({
  plugins: [svelte(), compressed(), ahead()],
  // Relative, so that the page works below whatever path a proxy serves it at.
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Few files: a browser makes six requests at once to a server, and each further batch costs a round trip.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: SHARED }] } } },
  },
  server: { proxy: passedOn },
  resolve: {
    alias: { $lib: join(import.meta.dirname, "src/lib"), $components: join(import.meta.dirname, "src/components") },
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  test: { environment: "jsdom", include: ["src/**/*.test.ts", "tests/dist.test.ts"] },
});
