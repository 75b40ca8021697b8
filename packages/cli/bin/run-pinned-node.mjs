// Must run on Node 20 or newer without installed packages, so it imports only built-in modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const oldestNode = 24;

/** Whether the current Node can run the TypeScript sources directly. */
export const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= oldestNode;

/**
 * Returns the path of the Node version that the lockfile pins, from the nearest `node_modules` above a folder;
 * otherwise that of the current Node if it is new enough; otherwise undefined.
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
 * Runs a file with the given Node, passing on this process's terminal and signals and the child's exit code. Doesn't
 * return.
 *
 * @param {string} node
 * @param {string[]} args the file and its arguments
 */
export function runInstead(node, args) {
  const child = spawn(node, args, {
    // The IPC channel tells the child that this process was killed: without it, `kill -9` of npm would leave a server
    // running.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  stopWithNpm();
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  // Ctrl-C already reaches the terminal's whole process group. If forwarded, it would count as a second Ctrl-C, which
  // forces an exit.
  process.on('SIGINT', (signal) => (process.stdin.isTTY ? undefined : forward(signal)));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The maximum time for which the service keeps running after npm has been killed. */
const PARENT_CHECK_MS = 500;

/**
 * Ends this process when npm has been killed. npm runs a shell that runs this process. Killing npm ends npm and the
 * shell without a signal to this process, so the service would keep running unless it watched its parent. Scripts that
 * start the service in another way may intend to leave it running.
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

/** Ends this process, as SIGTERM would, when its parent process (`runInstead` or npm) has ended. */
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
    `Node ${oldestNode} is not packaged for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${oldestNode} or newer and run the command with it.`,
  );
}
