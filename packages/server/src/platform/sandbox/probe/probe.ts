/**
 * Runs inside the sandbox and attacks it. Prints a JSON object that maps each boundary to what was reached, or to null.
 * Imports only Node's own modules, because the sandbox contains no other files.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

interface Targets {
  readonly tcpPort: number;
  readonly abstractSocket: string;
  readonly secretFile: string;
  readonly writableFolder: string;
}

const { tcpPort, abstractSocket, secretFile, writableFolder } = JSON.parse(process.argv[2] ?? '{}') as Targets;

function tryThis(action: () => string | null): string | null {
  try {
    return action()?.slice(0, 100) ?? null;
  } catch {
    return null;
  }
}

function tryToConnect(options: { port: number; host: string } | { path: string }): Promise<string | null> {
  return new Promise((resolve) => {
    try {
      const socket = connect(options);
      socket.once('connect', () => {
        socket.destroy();
        resolve(`connected to ${JSON.stringify(options)}`);
      });
      socket.once('error', () => resolve(null));
    } catch {
      resolve(null);
    }
  });
}

const findings: Record<string, (string | null)[]> = {
  network: [await tryToConnect({ port: tcpPort, host: '127.0.0.1' }), await tryToConnect({ path: abstractSocket })],
  // bwrap sets only the variable with the working folder.
  // oxlint-disable-next-line node/no-process-env -- the probe reports whether it is empty
  environment: Object.keys(process.env)
    .filter((name) => name !== 'PWD')
    .map((name) => `variable ${name}`),
  proc: ['/proc/self/environ', '/proc/1/environ', '/proc/1/cmdline'].map((path) =>
    tryThis(() => readFileSync(path, 'latin1')),
  ),
  'file-system': [
    tryThis(() => readFileSync(secretFile, 'utf8')),
    tryThis(() => readFileSync('/etc/passwd', 'utf8')),
    tryThis(() => readdirSync('/etc').join(' ')),
    tryThis(() => readdirSync('/home').join(' ')),
    ...[writableFolder, '/tmp', '/', '/dev/shm'].map((folder) =>
      tryThis(() => {
        writeFileSync(`${folder}/escaped`, 'x');
        return `wrote into ${folder}`;
      }),
    ),
  ],
  processes: [tryThis(() => spawnSync('/bin/sh', ['-c', 'echo ran a program'], { encoding: 'utf8' }).stdout)],
};
process.stdout.write(JSON.stringify(findings));
