#!/usr/bin/env node
// Finds the avatar-mcp-server program and hands everything over to it: arguments, pipes, signals.
"use strict";

const { spawn } = require("node:child_process");
const { accessSync, constants, statSync } = require("node:fs");
const path = require("node:path");

const PROGRAM = "avatar-mcp-server";

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The program named by ENSEMBLE_BIN (a folder), else the first one in PATH that is not this script. */
function find() {
  const folders = (process.env.PATH || "").split(path.delimiter).filter(Boolean);
  if (process.env.ENSEMBLE_BIN) folders.unshift(process.env.ENSEMBLE_BIN);
  const own = path.join("node_modules", ".bin");
  return folders
    .filter((folder) => !folder.endsWith(own))
    .map((folder) => path.join(folder, PROGRAM))
    .find(isProgram);
}

const program = find();
if (!program) {
  console.error(`error: \`${PROGRAM}\` was not found in ENSEMBLE_BIN or PATH`);
  console.error("  fix: build Ensemble with `cargo build --release` and set ENSEMBLE_BIN to its target/release folder");
  process.exit(6);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`error: \`${program}\` did not start: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
