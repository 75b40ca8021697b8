import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildCommand } from './command.ts';
import { createSandbox } from './create-sandbox.ts';
import { SandboxError } from './errors.ts';
import { findTools } from './find-tools.ts';
import type { Sandbox, SandboxExit, SpawnOptions } from './sandbox.ts';
import { testWalls } from './self-test.ts';
import { defaultLimits } from './settings.ts';

const tools = findTools();
const noWalls =
  tools.bwrap === undefined || spawnSync(tools.bwrap, ['--unshare-all', '--ro-bind', '/', '/', 'true']).status !== 0;
const needsWalls = noWalls ? { skip: 'bubblewrap is not installed, or this machine allows no user namespaces' } : {};

describe('the walls of the sandbox', { timeout: 60_000 }, () => {
  it('hold against a probe that runs inside, without the help of the permission model', needsWalls, async () => {
    const report = await testWalls(tools, 'bwrap');
    assert.deepEqual(
      report.walls.filter((wall) => !wall.holds),
      [],
    );
    assert.equal(report.walls.length, 6);
    assert.equal(report.safe, true);
  });

  it('are reported as missing where there are none', async () => {
    const report = await testWalls(tools, 'none');
    const open = report.walls.filter((wall) => !wall.holds).map((wall) => wall.wall);
    assert.deepEqual(open, ['network', 'proc', 'file-system', 'processes', 'memory']);
    assert.equal(report.safe, false);
  });

  it('are never called safe with the permission model alone', async () => {
    const report = await testWalls({ ...tools, bwrap: undefined }, 'process');
    assert.equal(report.mode, 'process');
    assert.equal(report.safe, false);
    const closed = report.walls.filter((wall) => wall.holds).map((wall) => wall.wall);
    for (const wall of ['environment', 'proc', 'file-system', 'processes'] as const)
      assert.ok(closed.includes(wall), wall);
  });

  it('leave nothing of the parent in the command line but our own code', () => {
    const request = {
      mode: 'bwrap',
      entry: '/code/main.ts',
      args: [],
      codeFolders: ['/code'],
      limits: defaultLimits,
      allowChildProcesses: false,
      withPermissionModel: true,
    } as const;
    const command = buildCommand({ ...tools, bwrap: '/usr/bin/bwrap', prlimit: '/usr/bin/prlimit' }, request);
    const bound = command.flatMap((word, index) => (word === '--ro-bind' ? [command[index + 2]] : []));
    assert.deepEqual(bound, [...tools.libraries.keys(), tools.node, '/code']);
    for (const word of ['--unshare-all', '--clearenv', '--die-with-parent', '--new-session', '--as-pid-1'])
      assert.ok(command.includes(word));
    assert.ok(!command.includes('--proc') && !command.includes('--dev') && !command.includes('--bind'));
  });
});

describe('a sandboxed process', { timeout: 60_000 }, () => {
  let folder = '';
  let sandbox: Sandbox;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-sandbox-'));
    sandbox = await createSandbox({ mode: 'auto', codeFolders: [folder] });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function run(
    code: string,
    options: SpawnOptions = {},
  ): Promise<{ out: string; error: unknown; exit: SandboxExit }> {
    const entry = join(folder, 'entry.ts');
    await writeFile(entry, code);
    const started = sandbox.spawn(entry, options);
    let error: unknown;
    const out = await text(started.stdout).catch((reason: unknown) => {
      error = reason;
      return '';
    });
    return { out, error, exit: await started.exited };
  }

  it('reads its input and its arguments, imports from its code folders, and answers on stdout', async () => {
    await writeFile(join(folder, 'part.ts'), 'export const shout = (text: string): string => text.toUpperCase();');
    const { out, exit } = await run(
      `import { text } from 'node:stream/consumers';
       import { shout } from './part.ts';
       process.stdout.write(shout(await text(process.stdin)) + process.argv[2]);`,
      { stdin: new TextEncoder().encode('hello '), args: ['world'] },
    );
    assert.equal(out, 'HELLO world');
    assert.equal(exit.end, 'finished');
  });

  it('loads native modules, the Markdown parser among them', async () => {
    const parser = fileURLToPath(
      import.meta.resolve('satteri', new URL('../../../../site-builder/src/index.ts', import.meta.url)),
    );
    const packages = parser.slice(0, parser.lastIndexOf('node_modules') + 'node_modules'.length);
    const entry = join(folder, 'native.ts');
    await writeFile(
      entry,
      `const parser = await import(${JSON.stringify(parser)}); process.stdout.write(typeof parser);`,
    );
    const withPackages = await createSandbox({ mode: 'auto', codeFolders: [folder, packages] });
    const started = withPackages.spawn(entry, {});
    assert.equal(await text(started.stdout), 'object');
  });

  it('takes a long input and gives a long output at the same time', async () => {
    async function* megabytes(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 32; count += 1) yield new Uint8Array(1024 ** 2).fill(97);
    }
    const { out } = await run('process.stdin.pipe(process.stdout);', { stdin: megabytes() });
    assert.equal(out.length, 32 * 1024 ** 2);
  });

  it('that throws has failed, with its words on stderr', async () => {
    const { exit, error } = await run(`throw new Error('a bad page');`);
    assert.equal(exit.end, 'failed');
    assert.match(exit.stderr, /a bad page/);
    assert.ok(error instanceof SandboxError);
  });

  it('is ended at its memory limit, in the heap and outside of it', needsWalls, async () => {
    const limits = { memoryBytes: 128 * 1024 ** 2 };
    const heap = await run('const all: object[] = []; for (;;) all.push({ some: [1, 2, 3] });', { limits });
    assert.equal(heap.exit.end, 'out-of-memory', heap.exit.stderr);
    const outside = await run('const all: Buffer[] = []; for (;;) all.push(Buffer.alloc(1e7, 1));', { limits });
    assert.equal(outside.exit.end, 'out-of-memory', outside.exit.stderr);
  });

  it('is ended at its limit of processor time', needsWalls, async () => {
    const { exit } = await run('for (;;);', { limits: { cpuSeconds: 1 } });
    assert.equal(exit.end, 'cpu-limit');
  });

  it('is ended when it takes too long, writes too much, or is cancelled', async () => {
    const slow = await run('setInterval(() => {}, 1000);', { limits: { wallMs: 300 } });
    assert.equal(slow.exit.end, 'timed-out');
    const loud = await run(
      `for (;;) if (!process.stdout.write('x'.repeat(65536))) await new Promise((go) => process.stdout.once('drain', go));`,
      {
        limits: { outputBytes: 1_000_000 },
      },
    );
    assert.equal(loud.exit.end, 'output-limit');
    const abort = new AbortController();
    const cancelled = run('setInterval(() => {}, 1000);', { signal: abort.signal });
    abort.abort();
    assert.equal((await cancelled).exit.end, 'cancelled');
  });

  it('whose reader and writer go away does not hang', async () => {
    const { exit } = await run('process.exit(3);', { stdin: new Uint8Array(8 * 1024 ** 2) });
    assert.equal(exit.end, 'failed');
    assert.equal(exit.exitCode, 3);
  });
});
