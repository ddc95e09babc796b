#!/usr/bin/env node
// Runs a tool with the Node that package-lock.json pins, and installs the packages first where they are missing or stale.
// Plain JavaScript without dependencies: this is the one file that must run on a bare machine with Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(root, 'node_modules', '.bin', 'node');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const HEARTBEAT_MS = 10_000;
const OLDEST_NODE = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Keyturn needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}.`);
}
if (!isInstalled()) await install();
await run(process.argv.slice(2));

/** True when every package of the lock file that this platform needs lies in node_modules in that version. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return (
      existsSync(pinnedNode) &&
      Object.entries(wanted).every(([path, { version, optional, link }]) => {
        if (path === '' || optional || link) return true;
        return present[path]?.version === version;
      })
    );
  } catch {
    return false;
  }
}

async function install() {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  process.stdout.write('  install    npm ci, once: the packages and Node 24 …\n');
  const heartbeat = setInterval(() => process.stdout.write(`             still installing, ${seconds()}\n`), HEARTBEAT_MS);
  const [command, first] = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  // With NODE_ENV=production npm would leave the builders out.
  const npm = spawn(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  const stop = (signal) => npm.kill(signal);
  for (const signal of SIGNALS) process.on(signal, stop);
  const code = await new Promise((resolve) => {
    npm.on('error', (error) => resolve(error.code === 'ENOENT' ? 'npm was not found' : error.message));
    npm.on('exit', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearInterval(heartbeat);
  for (const signal of SIGNALS) process.off(signal, stop);
  if (SIGNALS.includes(code)) process.exit(130);
  if (code !== 0) {
    if (output !== '') process.stderr.write(`${output.trim()}\n`);
    if (/EACCES|EPERM/.test(output)) fail(`The packages could not be installed: ${root} may not be written by this user.`);
    fail(`The packages could not be installed (${typeof code === 'number' ? `npm ci ended with code ${code}` : code}).`);
  }
  if (spawnSync(pinnedNode, ['--version']).status !== 0) {
    fail('The packages are installed, but Node 24 is missing from node_modules/.bin: are install scripts switched off for npm?');
  }
  process.stdout.write(`  install    ${seconds()}\n`);
}

/** Hands over to the tool: signals go in, its exit code comes out, and it ends when npm was killed. */
async function run([script, ...rest]) {
  if (script === undefined) fail('Usage: node tools/with-node.mjs SCRIPT [ARGUMENT…]');
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', script, ...rest], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, 1000).unref();
  }
  child.on('error', (error) => fail(`${pinnedNode} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const each of SIGNALS) process.removeAllListeners(each);
    if (signal !== null) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
