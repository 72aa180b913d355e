// Finds one of the programs and becomes it, as far as a node process can: same arguments, same
// pipes, same signals, same ending. Nothing is downloaded and nothing runs at install time.

import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants as system } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const PLATFORM = `ensemble-mcp-${process.platform}-${process.arch}`;

/** Where the program is: named by a variable, in the platform's package, or on the path. */
export function find(program, self) {
  const named = process.env.ENSEMBLE_BINARY;
  if (named) return program === 'ensemble' ? named : join(dirname(named), program);
  try {
    const packaged = join(dirname(require.resolve(`${PLATFORM}/package.json`)), 'bin', program);
    if (isProgram(packaged)) return packaged;
  } catch {
    // The package for this platform was not installed; a local program will do.
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find((path) => isProgram(path) && !isUs(path, self));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A link that npm made to this very script must not be started again. */
function isUs(path, self) {
  return realpathSync(path) === realpathSync(self);
}

/** Runs the program until it ends. */
export function become(program, self) {
  const path = find(program, self);
  if (!path) {
    console.error(`${program}: there is no program for ${process.platform} on ${process.arch} here.`);
    console.error(`Build one with cargo, then put it on the PATH or name it in ENSEMBLE_BINARY.`);
    process.exit(1);
  }
  const child = spawn(path, process.argv.slice(2), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${program}: ${path} cannot be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + system.signals[signal]));
}
