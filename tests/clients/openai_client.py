"""Speaks to gorkd with OpenAI's own Python package, unchanged: models, an answer, a stream, a follow-up, errors.

Takes the address, a key and a question; prints one JSON line for each thing it has seen.
"""

import json
import sys

import openai

base_url, key, question = sys.argv[1:4]
client = openai.OpenAI(base_url=base_url, api_key=key, max_retries=0)


def say(what, **more):
    print(json.dumps({"what": what, **more}), flush=True)


def refused(what, call):
    try:
        call()
    except openai.APIStatusError as error:
        say(what, kind=type(error).__name__, status=error.status_code, message=error.body["message"],
            param=error.param, code=error.code)


say("models", ids=[model.id for model in client.models.list()])
say("model", id=client.models.retrieve("gorkd-deep").id)

messages = [{"role": "system", "content": "Answer like a pirate."}, {"role": "user", "content": question}]
answer = client.chat.completions.create(model="gorkd-quick", messages=messages, temperature=0.2)
message = answer.choices[0].message
cited = [note.url_citation for note in message.annotations]
say("answer", id=answer.id, model=answer.model, content=message.content, finish=answer.choices[0].finish_reason,
    cited=[{"url": one.url, "title": one.title, "text": message.content[one.start_index:one.end_index]} for one in cited],
    usage=answer.usage.total_tokens, thread=answer.gorkd["thread_id"], confidence=answer.gorkd["confidence"])

messages += [{"role": "assistant", "content": message.content}, {"role": "user", "content": "And how long is it?"}]
text, notes, finish, usage, thread = "", [], None, None, None
for chunk in client.chat.completions.create(
        model="gorkd-quick", messages=messages, stream=True, stream_options={"include_usage": True}):
    usage = chunk.usage or usage
    for choice in chunk.choices:
        text += choice.delta.content or ""
        notes += getattr(choice.delta, "annotations", None) or []
        finish = choice.finish_reason or finish
        thread = getattr(chunk, "gorkd", {"thread_id": thread})["thread_id"]
say("stream", content=text, cited=len(notes), finish=finish, usage=usage.total_tokens, thread=thread)

with client.chat.completions.stream(model="gorkd-quick", messages=messages) as events:
    say("helper", same=events.get_final_completion().choices[0].message.content == text)

again = client.chat.completions.create(model="gorkd-quick", messages=messages)
say("again", same=again.choices[0].message.content == text, thread=again.gorkd["thread_id"])

ask = client.chat.completions.create
refused("unknown model", lambda: ask(model="gpt-9", messages=messages))
refused("unknown model", lambda: client.models.retrieve("gpt-9"))
refused("no question", lambda: ask(model="gorkd-quick", messages=[]))
refused("two answers", lambda: ask(model="gorkd-quick", messages=messages, n=2))
refused("wrong key", lambda: openai.OpenAI(base_url=base_url, api_key="wrong", max_retries=0).models.list())
refused("too many", lambda: ask(model="gorkd-quick", messages=[{"role": "user", "content": "Who built the old ferry?"}]))
