// Follows a thread with an EventSource as browsers have it, unchanged, until its job is done; also when it is cut off.
import { createRequire } from "node:module";

const [url, modules] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { EventSource } = require("eventsource");

const say = (what, more = {}) => console.log(JSON.stringify({ what, ...more }));
const source = new EventSource(url);
source.addEventListener("open", () => say("open"));
source.addEventListener("error", () => say("cut"));
for (const kind of ["status", "section", "citation", "warning", "gap", "done"]) {
  source.addEventListener(kind, ({ data, lastEventId }) => {
    say("event", { kind, id: lastEventId, data: JSON.parse(data) });
    if (kind === "done") source.close();
  });
}
