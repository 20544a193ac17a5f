"""Speaks to gorkd with the official Python SDK, and prints what it has seen as one line of JSON.

client.py MODE QUESTION stdio COMMAND…, or client.py MODE QUESTION http URL KEY. MODE is the SDK's: legacy is the
handshake, auto asks for the newest protocol first. Results are checked against the output schemas by the SDK itself.
"""

import asyncio
import json
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

mode, question, transport, *rest = sys.argv[1:]


async def talk(server):
    progress = []

    async def heard(done, total, message):
        progress.append(done)

    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        result = await client.call_tool("research", {"question": question}, progress_callback=heard)
        job = result.structured_content
        cited = job["citations"][0]["source_id"]
        source = await client.read_resource(f"gorkd://jobs/{job['job_id']}/sources/{cited}")
        again = await client.call_tool("get_job", {"job_id": job["job_id"]})
        assert again.structured_content == job, again
        found = await client.call_tool("search", {"query": "Harbour Bridge", "provider": "library"})
        assert found.structured_content["hits"], found
        refused = await client.call_tool("read_page", {"url": "http://169.254.169.254/latest/meta-data/"})
        assert refused.is_error, refused
        print(json.dumps({
            "version": client.protocol_version,
            "tools": [tool.name for tool in tools],
            "text": result.content[0].text,
            "job": job,
            "progress": progress,
            "source": source.contents[0].text,
            "refused": refused.content[0].text,
        }))


async def main():
    if transport == "stdio":
        # Its own environment is bare: what the server reads of it stands on the command line.
        await talk(StdioServerParameters(command=rest[0], args=rest[1:]))
        return
    url, key = rest
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
        await talk(streamable_http_client(url, http_client=http))


asyncio.run(main())
