// What people copy: a curl line, and entries for clients. The entries are the very files that
// `ensemble install` is tested to write, with the address and the token put in.

import claudeCode from '../../crates/app/tests/golden/clients/claude-code.fresh-url';
import claudeDesktop from '../../crates/app/tests/golden/clients/claude-desktop.fresh-url';
import codex from '../../crates/app/tests/golden/clients/codex.fresh-url';
import cursor from '../../crates/app/tests/golden/clients/cursor.fresh-url';
import gemini from '../../crates/app/tests/golden/clients/gemini.fresh-url';
import goose from '../../crates/app/tests/golden/clients/goose.fresh-url';
import vscode from '../../crates/app/tests/golden/clients/vscode.fresh-url';
import windsurf from '../../crates/app/tests/golden/clients/windsurf.fresh-url';
import zed from '../../crates/app/tests/golden/clients/zed.fresh-url';
import { REVISION } from './mcp/client.js';

const SAMPLE_URL = 'http://127.0.0.1:7420/mcp';
const SAMPLE_TOKEN = 'ens_secret';

/** What stands for the token until somebody wants to see it. */
export const PLACEHOLDER = 'YOUR-TOKEN';

export const CLIENTS = [
  { name: 'claude-code', title: 'Claude Code', file: '~/.claude.json', sample: claudeCode },
  { name: 'claude-desktop', title: 'Claude Desktop', file: 'claude_desktop_config.json', sample: claudeDesktop },
  { name: 'cursor', title: 'Cursor', file: '~/.cursor/mcp.json', sample: cursor },
  { name: 'vscode', title: 'VS Code', file: 'mcp.json of the user', sample: vscode },
  { name: 'codex', title: 'Codex', file: '~/.codex/config.toml', sample: codex },
  { name: 'gemini', title: 'Gemini CLI', file: '~/.gemini/settings.json', sample: gemini },
  { name: 'zed', title: 'Zed', file: 'settings.json', sample: zed },
  { name: 'goose', title: 'Goose', file: 'config.yaml', sample: goose },
  { name: 'windsurf', title: 'Windsurf', file: '~/.codeium/windsurf/mcp_config.json', sample: windsurf },
];

/** A client's entry for the server at `url`. */
export function entry(sample, url, token = PLACEHOLDER) {
  return sample.replaceAll(SAMPLE_URL, url).replaceAll(SAMPLE_TOKEN, token).trimEnd();
}

/** The form most clients read, for one service. */
export function clientConfig(name, url) {
  const headers = { Authorization: `Bearer ${PLACEHOLDER}` };
  return JSON.stringify({ mcpServers: { [name]: { type: 'http', url, headers } } }, null, 2);
}

/** One tool call as a shell command; the token comes from the environment. */
export function curl(url, tool, args) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: tool, arguments: args, _meta: meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return [
    `curl ${url}`,
    `-H "Authorization: Bearer $ENSEMBLE_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-H 'MCP-Protocol-Version: ${REVISION}'`,
    `-H 'Mcp-Method: tools/call'`,
    `-H 'Mcp-Name: ${tool}'`,
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}
