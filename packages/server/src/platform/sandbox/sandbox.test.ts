import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildCommand } from './command.ts';
import { createSandbox } from './create-sandbox.ts';
import { SandboxError } from './errors.ts';
import { findTools } from './find-tools.ts';
import type { Sandbox, SandboxExit, SpawnOptions } from './sandbox.ts';
import { testBoundaries } from './self-test.ts';
import { defaultLimits } from './settings.ts';

const tools = findTools();
const noSandbox =
  tools.bwrap === undefined || spawnSync(tools.bwrap, ['--unshare-all', '--ro-bind', '/', '/', 'true']).status !== 0;
const needsSandbox = noSandbox
  ? { skip: 'bubblewrap is not installed, or this machine allows no user namespaces' }
  : {};

describe('the sandbox’s boundaries', () => {
  test('withstand a probe that runs inside without the permission model', needsSandbox, async () => {
    const report = await testBoundaries(tools, { mode: 'bwrap', withoutNetwork: true });
    assert.deepEqual(
      report.boundaries.filter((boundary) => !boundary.holds),
      [],
    );
    assert.equal(report.boundaries.length, 6);
    assert.equal(report.safe, true);
  });

  test('are reported as open if they don’t exist', async () => {
    const report = await testBoundaries(tools, { mode: 'none', withoutNetwork: false });
    const open = report.boundaries.filter((boundary) => !boundary.holds).map((boundary) => boundary.boundary);
    assert.deepEqual(open, ['network', 'proc', 'file-system', 'processes', 'memory']);
    assert.equal(report.safe, false);
  });

  test('are not reported as safe with only the permission model', async () => {
    const report = await testBoundaries({ ...tools, bwrap: undefined }, { mode: 'process', withoutNetwork: false });
    assert.equal(report.mode, 'process');
    assert.equal(report.safe, false);
    const closed = report.boundaries.filter((boundary) => boundary.holds).map((boundary) => boundary.boundary);
    for (const boundary of ['environment', 'proc', 'file-system', 'processes'] as const)
      assert.ok(closed.includes(boundary), boundary);
  });

  test('make only libraries, Node and the code folders visible, according to the command line', () => {
    const request = {
      mode: 'bwrap',
      withoutNetwork: true,
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
    for (const word of ['--unshare-all', '--clearenv', '--die-with-parent', '--as-pid-1'])
      assert.ok(command.includes(word));
    assert.ok(!command.includes('--proc') && !command.includes('--dev') && !command.includes('--bind'));
  });
});

describe('compiled code inside the sandbox', () => {
  test('can be read by a sandboxed process, but not written, replaced or deleted', needsSandbox, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docwright-sandbox-'));
    try {
      const [code, cache] = [join(folder, 'code'), join(folder, 'cache')];
      for (const made of [code, cache]) await mkdir(made);
      const part = join(code, 'part.ts');
      await writeFile(part, 'export const answer: number = 42;');
      const entry = join(code, 'entry.ts');
      await writeFile(entry, attackOnCache);
      const sandbox = await createSandbox({ mode: 'auto', codeFolders: [code] });
      const run = async (access: 'read' | 'fill'): Promise<string> => {
        const started = sandbox.spawn(entry, { args: [access], codeCache: { folder: cache, access } });
        return text(started.stdout);
      };
      assert.equal(await run('fill'), '');
      const filled = await readTree(cache);
      assert.ok(filled.size > 0, 'nothing was compiled into the cache');

      await writeFile(part, 'export const answer: number = 43;');
      const found = JSON.parse(await run('read')) as { files: number; got: string[]; answer: number };
      assert.equal(found.files, filled.size);
      assert.deepEqual(found.got, []);
      assert.equal(found.answer, 43, 'changed code is not taken from the cache');
      assert.deepEqual(await readTree(cache), filled);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('is not used without a sandbox that prevents writes to it', () => {
    const command = buildCommand(tools, {
      mode: 'process',
      withoutNetwork: false,
      entry: '/code/main.ts',
      args: [],
      codeFolders: ['/code'],
      limits: defaultLimits,
      allowChildProcesses: false,
      withPermissionModel: true,
      codeCache: { folder: '/somewhere', access: 'read' },
    });
    assert.ok(!command.some((word) => word.includes('write') || word.includes('cache')));
  });
});

/** A script that only runs with `fill`, and with `read` attacks the code that the previous run left behind. */
const attackOnCache = `
  import { mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync, chmodSync, symlinkSync } from 'node:fs';
  import { answer } from './part.ts';
  const cache = '/code-cache';
  if (process.argv[2] === 'read') {
    const files = readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile()).map((entry) => entry.parentPath + '/' + entry.name);
    const [first] = files;
    const attacks = {
      make: () => writeFileSync(cache + '/new', 'x'), overwrite: () => writeFileSync(first, 'x'),
      empty: () => truncateSync(first, 0), move: () => renameSync(first, first + '.old'), delete: () => rmSync(first),
      chmod: () => chmodSync(first, 0o777), folder: () => mkdirSync(cache + '/folder'), link: () => symlinkSync('/', cache + '/link'),
    };
    const got = Object.keys(attacks).filter((name) => { try { attacks[name](); return true; } catch { return false; } });
    process.stdout.write(JSON.stringify({ files: files.length, got, answer }));
  }`;

/** Maps the path of each file below a folder to its content. */
async function readTree(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')] as const)));
}

describe('a sandboxed process', () => {
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

  test('reads its input and its arguments, imports from its code folders, and answers on stdout', async () => {
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

  test('loads a native module, the Markdown parser', async () => {
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

  test('reads a long input and writes a long output at the same time', async () => {
    async function* megabytes(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 32; count += 1) yield new Uint8Array(1024 ** 2).fill(97);
    }
    const { out } = await run('process.stdin.pipe(process.stdout);', { stdin: megabytes() });
    assert.equal(out.length, 32 * 1024 ** 2);
  });

  test('that throws has failed, with its message on stderr', async () => {
    const { exit, error } = await run(`throw new Error('a bad page');`);
    assert.equal(exit.end, 'failed');
    assert.match(exit.stderr, /a bad page/);
    assert.ok(error instanceof SandboxError);
  });

  test('is ended at its memory limit, inside and outside the heap', needsSandbox, async () => {
    const limits = { memoryBytes: 128 * 1024 ** 2 };
    const heap = await run('const all: object[] = []; for (;;) all.push({ some: [1, 2, 3] });', { limits });
    assert.equal(heap.exit.end, 'out-of-memory', heap.exit.stderr);
    const outside = await run('const all: Buffer[] = []; for (;;) all.push(Buffer.alloc(1e7, 1));', { limits });
    assert.equal(outside.exit.end, 'out-of-memory', outside.exit.stderr);
  });

  test('is ended at its CPU time limit', needsSandbox, async () => {
    const { exit } = await run('for (;;);', { limits: { cpuSeconds: 1 } });
    assert.equal(exit.end, 'cpu-limit');
  });

  test('is ended when it takes too long, writes too much, or is canceled', async () => {
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

  test('is ended by a time limit, an output limit, a cancellation or a kill, even if its output isn’t read', async () => {
    const entry = join(folder, 'endless.ts');
    // A writer that never waits fills its pipe and this process's buffer.
    await writeFile(
      entry,
      `import { writeSync } from 'node:fs'; for (;;) try { writeSync(1, 'x'.repeat(65536)); } catch {}`,
    );
    const expected = { 'timed-out': { wallMs: 1_500 }, 'output-limit': { outputBytes: 100_000 }, cancelled: {} };
    for (const [end, limits] of Object.entries(expected)) {
      const abort = new AbortController();
      const started = sandbox.spawn(entry, { limits, signal: abort.signal });
      await Promise.race([once(started.stdout, 'readable'), started.exited]);
      if (end === 'output-limit') started.stdout.resume().on('error', () => undefined);
      if (end === 'cancelled') abort.abort();
      assert.equal((await started.exited).end, end);
    }
    const thrown = sandbox.spawn(entry, {});
    await assert.rejects(async () => {
      for await (const _ of thrown.stdout) throw new Error('the reader fails');
    }, /the reader fails/);
    thrown.kill();
    assert.equal((await thrown.exited).end, 'cancelled');
    const killed = sandbox.spawn(entry, {});
    await once(killed.stdout, 'readable');
    killed.kill();
    assert.equal((await killed.exited).end, 'cancelled');
  });

  test('that failed is reported as failed, even if its output isn’t read', async () => {
    const entry = join(folder, 'loud-failure.ts');
    for (const way of ['process.exit(3)', `throw new Error('a bad page')`]) {
      // More than this process's buffer, so that the rest stays in the pipe.
      await writeFile(entry, `import { writeSync } from 'node:fs'; writeSync(1, 'x'.repeat(120_000)); ${way};`);
      assert.equal((await sandbox.spawn(entry, {}).exited).end, 'failed');
    }
  });

  test('leaves no process that keeps its pipes open if it is killed at different moments of its start', async () => {
    const entry = join(folder, 'idle.ts');
    await writeFile(entry, 'setInterval(() => {}, 1000);');
    for (let delayMs = 0; delayMs < 24; delayMs += 2) {
      const started = sandbox.spawn(entry, {});
      setTimeout(() => started.kill(), delayMs);
      assert.equal((await started.exited).end, 'cancelled');
    }
  });

  test('that is started in advance has a time limit that begins when it is used', async () => {
    const entry = join(folder, 'ahead.ts');
    await writeFile(entry, `process.stdout.write('started'); setInterval(() => {}, 1000);`);
    const handedOut = Promise.withResolvers<void>();
    const started = sandbox.spawn(entry, { limits: { wallMs: 1 }, handedOut: handedOut.promise });
    started.stdout.on('error', () => undefined);
    assert.equal(String((await once(started.stdout, 'data'))[0]), 'started');
    handedOut.resolve();
    assert.equal((await started.exited).end, 'timed-out');
  });

  test('that exits without reading its input is reported as failed', async () => {
    const { exit } = await run('process.exit(3);', { stdin: new Uint8Array(8 * 1024 ** 2) });
    assert.equal(exit.end, 'failed');
    assert.equal(exit.exitCode, 3);
  });
});
