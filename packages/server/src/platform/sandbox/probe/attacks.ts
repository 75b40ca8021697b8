/**
 * Attacks from inside a sandboxed process that was taken over. Each attack returns its result, or fails. The arguments
 * are the names of the attacks, and the targets. The output maps each attack to its result, or to null if it failed.
 * Imports only Node's own modules, because the sandbox contains no other files.
 */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';

/** Targets outside the sandbox. */
export interface AttackTargets {
  readonly secret: string;
  readonly secretFile: string;
  /** A symbolic link to the secret, in a folder to which any user may write. */
  readonly secretLink: string;
  readonly secretModule: string;
  readonly writableFolder: string;
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly abstractSocket: string;
  readonly socketPath: string;
  readonly parentPid: number;
}

type Reached = string | number | boolean | null | undefined;
type Attack = (targets: AttackTargets) => Reached | Promise<Reached>;

const readText = (path: string): string => fs.readFileSync(path, 'latin1');
const ask = (options: { port: number; host: string } | { path: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(options, () => resolve('connected'));
    socket.once('error', reject).unref();
  });
const inWorker = (code: string): Promise<Reached> =>
  new Promise((resolve, reject) => {
    const post = `Promise.resolve(${code}).then((value) => require('node:worker_threads').parentPort.postMessage(value))`;
    const worker = new Worker(post, { eval: true, env: process.env });
    worker.once('message', resolve).once('error', reject);
  });
const dataUrl: string = 'data:text/javascript,export default process.env';
const write = (path: string): string => {
  fs.writeFileSync(path, 'x');
  return `wrote ${path}`;
};
interface Internals {
  readonly binding: (name: string) => Record<string, (...parameters: unknown[]) => Reached>;
  readonly getBuiltinModule: (name: string) => typeof fs;
}

export const attacks: Readonly<Record<string, Attack>> = {
  'reads a file by its path': ({ secretFile }) => readText(secretFile),
  'reads a file through ..': ({ secretFile }) => readText(`/usr/../${secretFile}`),
  'reads a file through a symbolic link': ({ secretLink }) => readText(secretLink),
  'reads a file from its folder': ({ secretFile }) => {
    process.chdir(dirname(secretFile));
    return readText('secret');
  },
  'reads a file through /proc/self/root': ({ secretFile }) => readText(`/proc/self/root${secretFile}`),
  'reads a file through process.binding': ({ secretFile }) =>
    (process as unknown as Internals).binding('fs')['readFileUtf8']?.(secretFile, 0) ?? readText(secretFile),
  'reads a file through a constructor': ({ secretFile }) =>
    ([].map.constructor('return process')() as Internals).getBuiltinModule('node:fs').readFileSync(secretFile, 'utf8'),
  'reads a file from another context': ({ secretFile }) =>
    (runInNewContext('this.constructor.constructor("return process")()') as Internals)
      .getBuiltinModule('node:fs')
      .readFileSync(secretFile, 'utf8'),
  'reads a file in a thread': ({ secretFile }) =>
    inWorker(`require('node:fs').readFileSync(${JSON.stringify(secretFile)}, 'utf8')`),
  'reads a file in a process': ({ secretFile }) =>
    spawnSync(process.execPath, ['-p', `fs.readFileSync(${JSON.stringify(secretFile)}, 'utf8')`], { encoding: 'utf8' })
      .stdout,
  'imports a module from outside': async ({ secretModule }) =>
    ((await import(pathToFileURL(secretModule).href)) as { default: string }).default,
  'requires a module from outside': ({ secretModule }) =>
    (createRequire(import.meta.url)(secretModule) as { default: string }).default,
  'copies a file': ({ secretFile, writableFolder }) => {
    fs.copyFileSync(secretFile, join(writableFolder, 'copy'));
    return 'copied';
  },
  'links to a file': ({ secretFile, writableFolder }) => {
    fs.linkSync(secretFile, join(writableFolder, 'hard-link'));
    return 'linked';
  },
  'lists a folder': ({ writableFolder }) => fs.readdirSync(writableFolder).join(' '),
  'checks whether a file exists': ({ secretFile }) => fs.statSync(secretFile).size,
  'reads /etc/passwd': () => readText('/etc/passwd'),
  'lists /etc': () => fs.readdirSync('/etc').join(' '),
  'lists the processes': () =>
    fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .join(' ') || undefined,
  'reads its own environment': ({ secret }) => Object.values(process.env).find((value) => value === secret),
  'reads its environment in /proc': () => readText('/proc/self/environ'),
  'reads its parent’s environment in /proc': ({ parentPid }) => readText(`/proc/${parentPid}/environ`),
  'reads its environment in a thread': ({ secret }) =>
    inWorker(`Object.values(process.env).find((value) => value === ${JSON.stringify(secret)})`),
  'reads its environment through a data URL': async ({ secret }) =>
    Object.values(((await import(dataUrl)) as { default: NodeJS.ProcessEnv }).default).find(
      (value) => value === secret,
    ),
  'writes into a shared folder': ({ writableFolder }) => write(join(writableFolder, 'written')),
  'writes into /tmp': () => write(`/tmp/docwright-escape-${process.pid}`),
  'changes its own code': () => {
    fs.appendFileSync(new URL(import.meta.url), '');
    return 'opened for writing';
  },
  'removes its own code': () => {
    const path = new URL('removable', import.meta.url);
    fs.rmSync(path);
    return 'removed';
  },
  'truncates a file': ({ secretLink }) => {
    fs.truncateSync(`${secretLink}-cut`, 0);
    return 'cut';
  },
  'creates a symbolic link': ({ writableFolder }) => {
    fs.symlinkSync('/', join(writableFolder, 'link-to-root'));
    return 'linked';
  },
  'creates a folder': ({ writableFolder }) => fs.mkdtempSync(join(writableFolder, 'made-')),
  'writes a report of the process': ({ writableFolder }) =>
    process.report.writeReport(join(writableFolder, 'report.json')),
  'writes its heap': ({ writableFolder }) => writeHeapSnapshot(join(writableFolder, 'heap.heapsnapshot')),
  'connects over TCP': ({ tcpPort }) => ask({ port: tcpPort, host: '127.0.0.1' }),
  'connects by host name': ({ tcpPort }) => ask({ port: tcpPort, host: 'localhost' }),
  'sends an HTTP request': async ({ tcpPort }) => (await fetch(`http://127.0.0.1:${tcpPort}/`)).status,
  'sends an HTTP request in a thread': ({ tcpPort }) =>
    inWorker(`fetch('http://127.0.0.1:${tcpPort}/').then((answer) => answer.status)`),
  'sends over UDP': ({ udpPort }) =>
    new Promise((resolve, reject) => {
      const socket = createSocket('udp4');
      socket
        .once('message', () => resolve('answered'))
        .once('error', reject)
        .unref();
      socket.send('x', udpPort, '127.0.0.1', (error) => error && reject(error));
    }),
  'connects to an abstract socket': ({ abstractSocket }) => ask({ path: abstractSocket }),
  'connects to a socket file': ({ socketPath }) => ask({ path: socketPath }),
  'sees a network': () =>
    Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.internal === false)?.address,
  'runs a shell': () => spawnSync('/bin/sh', ['-c', 'echo ran'], { encoding: 'utf8' }).stdout,
  'runs a program on the machine': () => spawnSync('/usr/bin/env', { encoding: 'utf8' }).stdout,
  'finds its parent': ({ parentPid }) => process.kill(parentPid, 0),
};

/** An attack's time limit. */
const attackMs = 2000;

async function run(attack: Attack, targets: AttackTargets): Promise<string | null> {
  const home = process.cwd();
  try {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), attackMs));
    const reached = await Promise.race([Promise.resolve(attack(targets)), late]);
    return reached === undefined || reached === null || reached === '' ? null : String(reached).slice(0, 80);
  } catch {
    return null;
  } finally {
    process.chdir(home);
  }
}

const [names, targets] = process.argv.slice(2);
if (names !== undefined && targets !== undefined) {
  const found: Record<string, string | null> = {};
  for (const name of JSON.parse(names) as string[]) {
    const attack = attacks[name];
    if (attack) found[name] = await run(attack, JSON.parse(targets) as AttackTargets);
  }
  fs.writeSync(1, JSON.stringify(found));
  process.exit(0);
}
