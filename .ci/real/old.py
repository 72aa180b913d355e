"""The oldest client that is still in use: negotiates 2024-11-05 over stdio."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(command, arguments):
    server = StdioServerParameters(command=command, args=arguments)
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            opened = await session.initialize()
            assert opened.protocolVersion == "2024-11-05", opened.protocolVersion
            assert opened.serverInfo.name == "ensemble", opened.serverInfo
            tools = await session.list_tools()
            assert {tool.name for tool in tools.tools} >= {"list_events", "verify_audit"}, tools
            called = await session.call_tool("list_events", {"limit": 3})
            assert "house.started" in called.content[0].text, called
            resources = await session.list_resources()
            assert "ensemble://status" in {str(it.uri) for it in resources.resources}, resources
            read = await session.read_resource("ensemble://audit/head")
            assert "hash" in read.contents[0].text, read


asyncio.run(main(sys.argv[1], sys.argv[2:]))
