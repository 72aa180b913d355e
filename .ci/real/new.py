"""The newest Python client, over stdio and over HTTP with a token."""

import asyncio
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


async def converse(client):
    tools = await client.list_tools()
    assert {tool.name for tool in tools.tools} >= {"list_events", "verify_audit"}, tools
    called = await client.call_tool("verify_audit", {})
    assert called.structured_content["ok"] is True, called
    read = await client.read_resource("ensemble://status")
    assert "journal" in read.contents[0].text, read
    wrong = await client.call_tool("list_events", {"limt": 1})
    assert wrong.is_error and "`limit`" in wrong.content[0].text, wrong


async def main(url, token, command, arguments):
    async with Client(StdioServerParameters(command=command, args=arguments)) as client:
        await converse(client)
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})
    async with Client(streamable_http_client(url, http_client=http)) as client:
        await converse(client)


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
