// The TypeScript SDK over WebSocket: subscribes to the journal and hears of its own call.

const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { WebSocketClientTransport } = require('@modelcontextprotocol/sdk/client/websocket.js');
const { ResourceUpdatedNotificationSchema } = require('@modelcontextprotocol/sdk/types.js');
const assert = require('node:assert');

globalThis.WebSocket ??= require('ws');

async function main(url) {
    const client = new Client({ name: 'check', version: '1' });
    const told = new Promise((resolve) =>
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, (it) => resolve(it.params.uri)),
    );
    await client.connect(new WebSocketClientTransport(new URL(url.replace('http:', 'ws:'))));
    assert.equal(client.getServerVersion().name, 'ensemble');
    await client.subscribeResource({ uri: 'ensemble://events' });
    const called = await client.callTool({ name: 'list_events', arguments: { limit: 1 } });
    assert.equal(called.structuredContent.events[0].kind, 'house.started');
    assert.equal(await told, 'ensemble://events');
    await client.unsubscribeResource({ uri: 'ensemble://events' });
    await client.close();
}

main(process.argv[2]).catch((error) => {
    console.error(error);
    process.exit(1);
});
