// Runs under any Node from 20 on, with or without installed packages: nothing but built-in modules here.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const oldestNode = 24;

/** Whether the running Node can run the TypeScript sources itself. */
export const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= oldestNode;

/**
 * The Node that the lockfile pins, from the nearest `node_modules` above a folder; else the running one when it is new
 * enough; else undefined.
 *
 * @param {string} folder
 * @returns {string | undefined}
 */
export function findNode(folder) {
  const file = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, file))) return join(at, file);
    if (dirname(at) === at) return isNewEnough() ? process.execPath : undefined;
  }
}

/**
 * Runs a file with that Node in place of this process, with its terminal, signals and exit code. Doesn't return.
 *
 * @param {string} node
 * @param {string[]} args the file and its arguments
 */
export function runInstead(node, args) {
  const child = spawn(node, args, {
    // The channel is how the child learns that this process was killed: without it `kill -9` of npm would leave a server behind.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  stopWithNpm();
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  // Ctrl-C already reaches the whole process group of a terminal; if forwarded, it would count as a second, impatient one.
  process.on('SIGINT', (signal) => (process.stdin.isTTY ? undefined : forward(signal)));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** How long the service outlives an npm that was killed. */
const PARENT_CHECK_MS = 500;

/**
 * npm runs a shell that runs us. `kill` of npm ends npm and the shell without notifying us: unless we watch the
 * parent, the service would keep running. Scripts that start it in another way may intend to leave it running.
 */
function stopWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  check.unref();
}

/** Ends this process, as SIGTERM would, when the one that started it (`runInstead`, or npm) has ended. */
export function stopWithParent() {
  if (process.channel === undefined) return stopWithNpm();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  process.stderr.write(`docwright: ${message}\n`);
  return process.exit(1);
}

export function failWithoutNode() {
  return fail(
    `there is no packaged Node ${oldestNode} for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${oldestNode} or newer and run the command with it.`,
  );
}
