// Speaks to gorkd with OpenAI's own package for Node, unchanged: models, an answer, a stream, errors.
import { createRequire } from "node:module";

const [baseURL, apiKey, question, modules] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { OpenAI } = require("openai");

const say = (what, more = {}) => console.log(JSON.stringify({ what, ...more }));
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const refused = async (what, call) => {
  try {
    await call();
  } catch (error) {
    const { status, message, code, param } = error;
    say(what, { kind: error.constructor.name, status, message, code, param });
  }
};

const ids = [];
for await (const model of client.models.list()) ids.push(model.id);
say("models", { ids });

const messages = [{ role: "user", content: [{ type: "text", text: question }] }];
const answer = await client.chat.completions.create({ model: "gorkd-quick", messages });
const { content, annotations } = answer.choices[0].message;
// Code points, as Python counts them.
const points = [...content];
say("answer", {
  content,
  finish: answer.choices[0].finish_reason,
  cited: annotations.map(({ url_citation: one }) => ({
    url: one.url, title: one.title, text: points.slice(one.start_index, one.end_index).join(""),
  })),
  usage: answer.usage.total_tokens,
  thread: answer.gorkd.thread_id,
});

messages.push({ role: "assistant", content }, { role: "user", content: "And how long is it?" });
const stream = await client.chat.completions.create({
  model: "gorkd-quick", messages, stream: true, stream_options: { include_usage: true },
});
let text = "", finish = null, usage = null, cited = 0, thread = null;
for await (const chunk of stream) {
  usage = chunk.usage ?? usage;
  thread = chunk.gorkd?.thread_id ?? thread;
  for (const choice of chunk.choices) {
    text += choice.delta.content ?? "";
    cited += choice.delta.annotations?.length ?? 0;
    finish = choice.finish_reason ?? finish;
  }
}
say("stream", { content: text, cited, finish, usage: usage.total_tokens, thread });

const whole = await client.chat.completions.stream({ model: "gorkd-quick", messages }).finalContent();
say("helper", { same: whole === text });

await refused("unknown model", () => client.chat.completions.create({ model: "gpt-9", messages }));
await refused("no question", () => client.chat.completions.create({ model: "gorkd-quick", messages: [] }));
await refused("wrong key", () => new OpenAI({ baseURL, apiKey: "wrong", maxRetries: 0 }).models.list());
