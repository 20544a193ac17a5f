// Speaks to the simulated Slack with Slack's own Socket Mode client for Node, over one reconnection.
import { createRequire } from "node:module";

const [api, appToken, modules] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { SocketModeClient } = require("@slack/socket-mode");

const say = (what, more = {}) => console.log(JSON.stringify({ what, ...more }));
const client = new SocketModeClient({
  appToken,
  logLevel: "error",
  clientOptions: { slackApiUrl: api + "/" },
});
client.on("connected", () => say("connected"));
client.on("app_mention", async ({ event, ack, retry_num }) => {
  await ack();
  say("mention", { text: event.text, retry: retry_num ?? 0 });
});
client.on("slash_commands", async ({ body, ack }) => {
  await ack();
  say("command", { text: body.text });
});
client.on("interactive", async ({ body, ack }) => {
  await ack();
  say("pressed", { action: body.actions[0].value });
  await client.disconnect();
  process.exit(0);
});
await client.start();
