import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "$lib/text/index.svelte";
import { session } from "$lib/session.svelte";

const target = document.getElementById("app");
if (target) {
  void session.load();
  // Load the reader's language before the page, so that no other language flashes up.
  void begin().then(() => {
    target.replaceChildren();
    mount(App, { target });
  });
}
