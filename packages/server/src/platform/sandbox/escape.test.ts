import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, ListenOptions, Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sampleRows } from '../../../../../scripts/sample-rows.ts';
import { buildBrowserCommand, defaultBrowserLimits, type InnerSandbox } from '../browser/browser-command.ts';
import { buildCommand } from './command.ts';
import { findTools } from './find-tools.ts';
import { attacks, type AttackTargets } from './probe/attacks.ts';
import { runProcess } from './run-process.ts';
import { defaultLimits } from './settings.ts';
import type { SandboxEnd, SandboxLimits } from './sandbox.ts';

const tools = findTools();
const noSandbox =
  tools.bwrap === undefined || spawnSync(tools.bwrap, ['--unshare-all', '--ro-bind', '/', '/', 'true']).status !== 0;
const needsSandbox = noSandbox
  ? { skip: 'bubblewrap is not installed, or this machine allows no user namespaces' }
  : {};
const secret = 'the-canary-that-no-tenant-may-see';

/** The complete command line of a script in the sandbox, without Node's permission model. */
function sandboxed(entry: string, codeFolder: string, limits: SandboxLimits = {}) {
  const all = { ...defaultLimits, memoryBytes: 512 * 1024 ** 2, cpuSeconds: 30, wallMs: 60_000, ...limits };
  const request = {
    mode: 'bwrap',
    withoutNetwork: true,
    entry,
    args: [],
    codeFolders: [codeFolder],
    limits: all,
    allowChildProcesses: true,
    withPermissionModel: false,
  } as const;
  return { command: (args: readonly string[]) => buildCommand(tools, { ...request, args }), limits: all };
}

interface Box {
  readonly what: string;
  /** The command line of the attacks, whose folder contains no other files. */
  readonly command: (folder: string, args: readonly string[]) => readonly [string, ...string[]];
  /** Attacks that succeed, but reach only the sandbox's own processes and temporary files. */
  readonly harmless: readonly string[];
}

const boxLimits = { ...defaultLimits, memoryBytes: 2 * 1024 ** 3, cpuSeconds: 30, wallMs: 60_000 };

/** Runs Node with the attacks in place of the browser. */
const browserBox =
  (inner: InnerSandbox): Box['command'] =>
  (folder, args) => {
    const { bwrap = '', prlimit = '', node } = tools;
    const attackFolder = [folder, folder] as const;
    const program = { path: node, libraries: new Map([...tools.libraries, attackFolder]) };
    const [file, ...words] = buildBrowserCommand({ bwrap, prlimit }, program, {
      inner,
      // Node needs more memory than the browser.
      limits: { ...defaultBrowserLimits, memoryBytes: 3 * 1024 ** 3 },
    });
    return [file, ...words.slice(0, words.lastIndexOf(node) + 1), join(folder, 'attacks.ts'), ...args];
  };

/** Attacks that reach only the browser's own temporary folder and the folder with its fonts. */
const ownFolders = ['writes into /tmp', 'lists /etc'];

const boxes: readonly Box[] = [
  {
    what: 'a sandboxed process',
    command: (folder, args) => sandboxed(join(folder, 'attacks.ts'), folder, boxLimits).command(args),
    harmless: [],
  },
  {
    what: 'the browser',
    command: browserBox('own'),
    harmless: [...ownFolders, 'lists the processes', 'reads its environment in /proc'],
  },
  { what: 'the browser without its own sandbox', command: browserBox('none'), harmless: ownFolders },
];

for (const box of boxes)
  describe(`an attacker who takes over ${box.what}`, { ...needsSandbox }, () => {
    let folder = '';
    let targets: AttackTargets;
    const servers: Server[] = [];
    const udp = createSocket('udp4');
    const touched: string[] = [];
    let open: Readonly<Record<string, string | null>> = {};
    let closed: Readonly<Record<string, string | null>> = {};

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'docwright-escape-'));
      targets = await layOut();
      const names = JSON.stringify(Object.keys(attacks));
      open = await runOpen(names);
      touched.length = 0;
      await resetFolder();
      const command = box.command(join(folder, 'sandboxed'), [names, JSON.stringify(targets)]);
      const run = runProcess(command, boxLimits, {});
      closed = JSON.parse(await text(run.stdout)) as typeof closed;
    });
    after(async () => {
      for (const server of servers) server.close();
      udp.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Creates the attacks' targets, which are accessible to any user of this machine. */
    async function layOut(): Promise<AttackTargets> {
      await chmod(folder, 0o777);
      for (const name of ['open', 'sandboxed', 'writable']) await mkdir(join(folder, name), { mode: 0o777 });
      for (const name of ['open', 'sandboxed']) {
        await copyFile(fileURLToPath(new URL('probe/attacks.ts', import.meta.url)), join(folder, name, 'attacks.ts'));
        await writeFile(join(folder, name, 'removable'), '');
      }
      await writeFile(join(folder, 'secret'), secret);
      await writeFile(join(folder, 'secret.mjs'), `export default ${JSON.stringify(secret)};`);
      await resetFolder();
      const tcp = await listen({ port: 0, host: '127.0.0.1' }, 'TCP');
      const abstractSocket = `\0docwright-escape-${process.pid}`;
      await listen({ path: abstractSocket }, 'abstract socket');
      const socketPath = join(folder, 'socket');
      await listen({ path: socketPath }, 'socket file');
      udp.on('message', (_, { port, address }) => {
        touched.push('UDP');
        udp.send('y', port, address);
      });
      udp.bind(0, '127.0.0.1');
      await once(udp, 'listening');
      return {
        secret,
        secretFile: join(folder, 'secret'),
        secretLink: join(folder, 'writable/link'),
        secretModule: join(folder, 'secret.mjs'),
        writableFolder: join(folder, 'writable'),
        tcpPort: (tcp.address() as AddressInfo).port,
        udpPort: udp.address().port,
        abstractSocket,
        socketPath,
        parentPid: process.pid,
      };
    }

    async function resetFolder(): Promise<void> {
      const writable = join(folder, 'writable');
      for (const name of await readdir(writable)) await rm(join(writable, name), { recursive: true });
      await symlink(join(folder, 'secret'), join(writable, 'link'));
      await writeFile(join(writable, 'link-cut'), 'whole');
    }

    async function listen(where: ListenOptions, what: string): Promise<Server> {
      const server = createServer((_, response) => response.end()).on('connection', () => touched.push(what));
      servers.push(server.listen(where));
      await once(server, 'listening');
      return server;
    }

    /**
     * Runs the same attacks in a process without a sandbox, because the test of an attack that fails there would prove
     * nothing.
     */
    async function runOpen(names: string): Promise<typeof open> {
      const child = spawn(process.execPath, [join(folder, 'open/attacks.ts'), names, JSON.stringify(targets)], {
        env: { CANARY: secret },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return JSON.parse(await text(child.stdout)) as typeof open;
    }

    const hasNetwork = Object.values(networkInterfaces()).some((list) => list?.some(({ internal }) => !internal));
    for (const name of Object.keys(attacks)) {
      const isBlind = name === 'sees a network' && !hasNetwork;
      test(`${name}: fails inside the sandbox`, isBlind ? { skip: 'this machine has no network' } : {}, () => {
        assert.notEqual(open[name], null, 'the attack does not even work without a sandbox');
        if (!box.harmless.includes(name)) assert.equal(closed[name], null);
      });
    }

    test('has reached no listener and left no files', async () => {
      assert.deepEqual(touched, []);
      assert.deepEqual((await readdir(join(folder, 'writable'))).sort(), ['link', 'link-cut']);
      assert.deepEqual((await readdir(join(folder, 'sandboxed'))).sort(), ['attacks.ts', 'removable']);
    });
  });

describe('an attacker who tries to exhaust the machine', { ...needsSandbox, concurrency: 3 }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-bomb-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const small = { memoryBytes: 128 * 1024 ** 2, cpuSeconds: 1, wallMs: 2500, outputBytes: 1024 ** 2 };
  const time: readonly SandboxEnd[] = ['cpu-limit', 'timed-out'];
  const memory: readonly SandboxEnd[] = ['out-of-memory', 'failed', 'cpu-limit'];
  const bombs: readonly (readonly [what: string, code: string, ends: readonly SandboxEnd[]])[] = [
    ['fills a list of four billion', 'new Array(2 ** 32 - 2).fill(0);', [...memory, ...time]],
    ['fills buffers', 'const all = []; for (;;) all.push(new ArrayBuffer(1e8));', memory],
    [
      'fills shared memory',
      'const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(1e8)).fill(1));',
      memory,
    ],
    [
      'grows the memory of WebAssembly',
      'const all = []; for (;;) { const m = new WebAssembly.Memory({ initial: 1000, maximum: 65536 }); new Uint8Array(m.buffer).fill(1); all.push(m); }',
      memory,
    ],
    ['grows a text', 'let t = "x"; for (;;) { t += t; t.charCodeAt(5); Buffer.from(t); }', memory],
    [
      'fills the memory of many threads',
      `import { Worker } from 'node:worker_threads'; for (let i = 0; i < 50; i++) new Worker('const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));', { eval: true });`,
      memory,
    ],
    ['loops', 'for (;;);', time],
    [
      'loops in microtasks',
      'const again = () => Promise.resolve().then(again); again(); setInterval(() => {}, 1);',
      [...time, ...memory],
    ],
    [
      'loops in threads',
      `import { Worker } from 'node:worker_threads'; for (let i = 0; i < 3; i++) new Worker('for (;;);', { eval: true });`,
      [...time, ...memory],
    ],
    ['loops in a pattern', '/(a+)+$/.test("a".repeat(60) + "!");', time],
    ['sleeps on shared memory', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', time],
    [
      'waits and ignores signals',
      'for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {}); setInterval(() => {}, 1000);',
      time,
    ],
    ['writes endlessly', 'for (;;) require("node:fs").writeSync(1, "x".repeat(65536));', ['output-limit']],
    ['writes errors endlessly', 'for (;;) require("node:fs").writeSync(2, "x".repeat(65536));', [...time, 'failed']],
  ];
  for (const [index, [what, code, ends]] of sampleRows([...bombs.entries()], { name: 'bombs', most: 3 })) {
    test(`${what}: is ended by a limit`, async () => {
      const entry = join(folder, `${index}.mjs`);
      await writeFile(
        entry,
        `import { createRequire } from 'node:module'; const require = createRequire('/');\n${code}`,
      );
      const { command, limits } = sandboxed(entry, folder, small);
      const run = runProcess(command([]), limits, {});
      run.stdout.resume();
      const exit = await run.exited;
      assert.ok(ends.includes(exit.end), `${exit.end}: ${exit.stderr.slice(-300)}`);
      assert.ok(exit.durationMs < 15_000, String(exit.durationMs));
    });
  }

  test('leaves no child processes, because the sandbox ends with its first process', async () => {
    const marker = `forked-by-${process.pid}`;
    const entry = join(folder, 'forks.mjs');
    await writeFile(
      entry,
      `import { spawn } from 'node:child_process';
       for (let i = 0; i < 5; i++) spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3) // ${marker}'], { detached: true, stdio: 'ignore' }).on('error', () => {});
       process.stdout.write('started');`,
    );
    const { command, limits } = sandboxed(entry, folder, small);
    const run = runProcess(command([]), limits, {});
    await once(run.stdout, 'data');
    run.stdout.on('error', () => undefined);
    run.kill();
    await run.exited;
    const left = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.split('\n');
    assert.deepEqual(
      left.filter((line) => line.includes(marker)),
      [],
    );
  });
});
