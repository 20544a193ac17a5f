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
      // Queries are read, never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
      // Text of others enters the page as text, or through Markdown.svelte.
      "svelte/no-at-html-tags": "error",
      // The content policy allows no style attributes.
      "svelte/no-inline-styles": "error",
      // Paths are made by href() of the router.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
