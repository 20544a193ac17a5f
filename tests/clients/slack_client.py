"""Speaks to the simulated Slack with the official Python SDK: each method that gorkd uses, and Socket Mode.

Takes the address of the simulator's Web API and the tokens; prints one JSON line for each thing it has seen.
"""

import json
import sys
import threading

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.response import SocketModeResponse

api, bot_token, app_token = sys.argv[1:4]
web = WebClient(token=bot_token, base_url=api + "/")


def say(what, **more):
    print(json.dumps({"what": what, **more}), flush=True)


def web_api():
    me = web.auth_test()
    say("auth", user=me["user_id"], team=me["team_id"])
    channel = "C1"
    posted = web.chat_postMessage(
        channel=channel, text="hello", unfurl_links=False, unfurl_media=False,
        blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": "*hello*"}}],
        metadata={"event_type": "gorkd_message", "event_payload": {"nonce": "n1"}},
    )
    ts = posted["ts"]
    web.chat_postMessage(channel=channel, text="below", thread_ts=ts, unfurl_links=False, unfurl_media=False)
    web.chat_update(channel=channel, ts=ts, text="changed", parse="none", link_names=False)
    web.chat_postEphemeral(channel=channel, user="U1", text="for you")
    web.reactions_add(channel=channel, timestamp=ts, name="eyes")
    web.reactions_remove(channel=channel, timestamp=ts, name="eyes")
    replies = web.conversations_replies(channel=channel, ts=ts, include_all_metadata=True)
    say("replies", texts=[one["text"] for one in replies["messages"]],
        nonce=replies["messages"][0]["metadata"]["event_payload"]["nonce"])
    say("history", texts=[one["text"] for one in web.conversations_history(channel=channel, limit=5)["messages"]])
    say("user", zone=web.users_info(user="U1", include_locale=True)["user"]["tz"])
    say("channel", name=web.conversations_info(channel=channel)["channel"]["name"])
    say("direct", channel=web.conversations_open(users="U1")["channel"]["id"])
    stream(channel, ts)
    files(channel, ts)
    web.views_publish(user_id="U1", view={"type": "home", "blocks": [{"type": "divider"}]})
    web.assistant_threads_setStatus(channel_id=channel, thread_ts=ts, status="reads")
    web.assistant_threads_setTitle(channel_id=channel, thread_ts=ts, title="A title")
    web.assistant_threads_setSuggestedPrompts(
        channel_id=channel, thread_ts=ts, prompts=[{"title": "One", "message": "Two"}])
    web.chat_getPermalink(channel=channel, message_ts=ts)
    web.team_info()
    web.bots_info(bot="B1")
    web.chat_delete(channel=channel, ts=ts)
    try:
        web.chat_update(channel=channel, ts=ts, text="gone", parse="none", link_names=False)
    except SlackApiError as error:
        say("error", error=error.response["error"])
    renewed = WebClient(base_url=api + "/").oauth_v2_access(
        client_id="100.200", client_secret="client-sk-very-secret", code="code-1", redirect_uri="https://example.org/")
    say("installed", team=renewed["team"]["id"], token=renewed["access_token"][:4])


def stream(channel, ts):
    started = web.chat_startStream(
        channel=channel, thread_ts=ts, recipient_user_id="U1", recipient_team_id="T1", task_display_mode="plan")
    task = {"type": "task_update", "id": "read", "title": "Read", "status": "in_progress"}
    web.chat_appendStream(channel=channel, ts=started["ts"], chunks=[task])
    web.chat_appendStream(channel=channel, ts=started["ts"], markdown_text="a word")
    web.chat_stopStream(channel=channel, ts=started["ts"], chunks=[{**task, "status": "complete"}])
    try:
        web.chat_appendStream(channel=channel, ts=started["ts"], markdown_text="late")
    except SlackApiError as error:
        say("late", error=error.response["error"])


def files(channel, ts):
    done = web.files_upload_v2(
        channel=channel, thread_ts=ts, filename="report.md", content="# Report", initial_comment="here")
    say("file", id=done["files"][0]["id"])


def socket_mode():
    client = SocketModeClient(app_token=app_token, web_client=web)
    over = threading.Event()

    def heard(client, request):
        client.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))
        event = request.payload.get("event", {})
        if request.type == "events_api" and event.get("type") == "app_mention":
            say("mention", text=event["text"], user=event["user"], retry=request.retry_attempt)
        elif request.type == "slash_commands":
            say("command", text=request.payload["text"])
        elif request.type == "interactive":
            say("pressed", action=request.payload["actions"][0]["value"])
            over.set()

    client.socket_mode_request_listeners.append(heard)
    client.connect()
    say("connected")
    say("over", in_time=over.wait(30))
    client.close()


web_api()
socket_mode()
