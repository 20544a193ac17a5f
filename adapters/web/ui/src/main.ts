import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "$lib/text/index.svelte";
import { session } from "$lib/session.svelte";

const target = document.getElementById("app");
if (target) {
  void session.load();
  // The words of the reader's language come before the page, so that nothing flashes in another one.
  void begin().then(() => {
    target.replaceChildren();
    mount(App, { target });
  });
}
