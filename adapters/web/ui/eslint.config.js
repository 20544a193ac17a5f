import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import config from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "node_modules"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig: config } },
  },
  {
    rules: {
      // Queries are only read, never mutated in place.
      "svelte/prefer-svelte-reactivity": "off",
      // Foreign text enters the page only as text, or through Markdown.svelte.
      "svelte/no-at-html-tags": "error",
      // The content security policy forbids style attributes.
      "svelte/no-inline-styles": "error",
      // Paths are built by the router's href().
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
