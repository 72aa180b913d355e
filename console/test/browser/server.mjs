// The real server in a data folder of its own, started and stopped as a person would.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = process.env.ENSEMBLE;

// The agent that ships with the orchestrator; pushes need a person.
const DESK = 'runner:\n  agent: scripted\n  grace_seconds: 2\napproval:\n  require_for_shell: false\n';

/** Starts the demonstration in a folder that is not there yet. */
export async function startDemo() {
  const home = mkdtempSync(join(tmpdir(), 'ensemble-demo-'));
  const data = join(home, 'demo');
  const server = { data, home, address: '127.0.0.1:0', child: null, args: ['--demo'], last: /demo clean/ };
  return started(server, home);
}

/** Starts a server; calls are journaled, so that there is something to look at. */
export async function startServer({ settings = '[journal]\ncalls = true\n', desk = DESK, more = [] } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'ensemble-console-'));
  writeFileSync(join(data, 'ensemble.toml'), settings);
  mkdirSync(join(data, 'projects/.televibe'), { recursive: true });
  writeFileSync(join(data, 'projects/.televibe/config.yaml'), desk);
  writeFileSync(join(data, '.gitconfig'), '[user]\nname = Agent\nemail = agent@example.invalid\n');
  const args = ['--root', join(data, 'projects'), ...more];
  return started({ data, home: data, address: '127.0.0.1:0', child: null, args, last: /^ *data /m }, data);
}

async function started(server, folder) {
  const { data } = server;
  await launch(server);
  return Object.assign(server, {
    origin: () => `http://${server.address}`,
    token: () => readFileSync(join(data, 'token'), 'utf8').trim(),
    cli: (...args) => command(data, data, args),
    cliIn: (folder, ...args) => command(data, folder, args),
    call: (tool, input = {}) => call(data, tool, input),
    stop: () => stop(server),
    start: () => launch(server),
    remove: async () => {
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

async function command(data, cwd, args) {
  const { stdout } = await run(program, ['--data', data, ...args], { cwd });
  return stdout;
}

async function call(data, tool, input) {
  const args = ['--data', data, '--json', 'call', tool, JSON.stringify(input)];
  const { stdout } = await run(program, args).catch((error) => error);
  const envelope = JSON.parse(stdout);
  if (!envelope.ok) throw new Error(`${tool}: ${JSON.stringify(envelope.error)}`);
  return envelope.data.output;
}

async function launch(server) {
  const args = ['--data', server.data, 'serve', '--http', server.address, ...server.args];
  const env = { ...process.env, HOME: server.home };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  server.child = child;
  let said = '';
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (server.last.test(said)) resolve();
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${complaint}`)));
  });
  server.greeting = said;
  server.address = /mcp +http:\/\/([^/]+)/.exec(said)[1];
}

async function stop({ child }) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
