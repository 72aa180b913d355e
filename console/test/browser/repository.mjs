// A real repository with one commit and a bare remote beside it, for jobs to work on.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs git in a folder and gives what it printed. */
export function git(folder, ...words) {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
  return execFileSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' });
}

/** The repository `api` below a data folder's projects. */
export function newRepository(data) {
  const path = join(data, 'projects/api');
  const remote = join(data, 'remotes/api.git');
  mkdirSync(path, { recursive: true });
  mkdirSync(remote, { recursive: true });
  git(remote, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(path, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(path, 'README.md'), 'hello\n');
  git(path, 'add', '--all');
  git(path, 'commit', '--quiet', '--message', 'first');
  git(path, 'remote', 'add', 'origin', remote);
  git(path, 'push', '--quiet', 'origin', 'main');
  return { path, remote };
}
