import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sampleRows } from '../../../../../../scripts/sample-rows.ts';
import { createSandbox } from '../../../platform/sandbox/index.ts';
import { createBuilderPool } from './builder-pool.ts';
import type { CodeCache } from './code-cache.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import { RenderFailure } from './site-renderer.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

/**
 * The environment of a script that replaced the builder inside the sandbox: the pipe to the service, and every byte on
 * it.
 */
const prelude = `
  const message = (header, body = '', lengths) => {
    const head = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header)); const rest = Buffer.from(body);
    const all = Buffer.alloc(8 + head.length + rest.length);
    all.writeUInt32BE(lengths?.[0] ?? head.length, 0); all.writeUInt32BE(lengths?.[1] ?? rest.length, 4);
    head.copy(all, 8); rest.copy(all, 8 + head.length);
    return all;
  };
  const send = (...fields) => process.stdout.write(message(...fields));
  const figures = { pages: 1, expected: 1, missing: [], issueCounts: {}, rendered: 1, files: 1, bytes: 1, durationMs: 1, peakMemoryBytes: 1 };
  const issue = { path: 'a.mdx', severity: 'error', code: 'broken-link', message: 'm' };
  const report = (rest) => ({ type: 'built', id: 1, report: { ...figures, issues: [], ...rest } });
  process.stdin.resume();
`;

const noCache: CodeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
const folder = { paths: ['docs.json'], read: () => new TextEncoder().encode('{}') };

describe('a builder that was taken over', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-hostile-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  let scripts = 0;
  async function render(script: string) {
    const entry = join(root, `${scripts++}.ts`);
    await writeFile(entry, prelude + script);
    const limits = { wallMs: 3000, cpuSeconds: 1, outputBytes: 64 * 1024 ** 2, memoryBytes: 256 * 1024 ** 2 };
    const sandbox = await createSandbox({ mode: 'auto', codeFolders: [root], limits });
    const pool = createBuilderPool({ sandbox, entry, codeCache: noCache, places: 1 });
    const files: string[] = [];
    const progress: number[] = [];
    const outcome = await createSandboxedRenderer(pool)
      .render({
        organizationId: 'org',
        loadFolder: async () => folder,
        basePath: '',
        siteUrl: '',
        features: {
          offlineSearch: true,
          search: true,
          assistant: false,
          analytics: true,
          feedback: false,
          playground: true,
          socialImages: false,
          aiLinks: true,
        },
        paths: [],
        onFile: async ({ path }) => void files.push(path),
        onProgress: ({ done, total }) => void progress.push(done / total),
        signal: AbortSignal.timeout(hangLimitMs),
      })
      .then(
        (report) => ({ report, failure: undefined }),
        (error: unknown) => ({ report: undefined, failure: error }),
      );
    await pool.close();
    return { ...outcome, files, progress };
  }

  test('is accepted if it answers correctly (which validates the tests below)', async () => {
    const { report, files, progress } = await render(
      `send({ type: 'progress', id: 1, done: 1, total: 2 }); send({ type: 'output', id: 1, path: 'a.html' }, 'x'); send(report({ issues: [issue] }));`,
    );
    assert.equal(report?.issues[0]?.code, 'broken-link');
    assert.deepEqual(files, ['a.html']);
    assert.deepEqual(progress, [0.5]);
  });

  const lies: Readonly<Record<string, string>> = {
    'responds to another request': `send({ ...report(), id: 2 });`,
    'responds with the request’s ID as text': `send({ ...report(), id: '1' });`,
    'sends a file for another request': `send({ type: 'output', id: 7, path: 'a.html' }, 'x');`,
    'sends a type that does not exist': `send({ type: 'run', id: 1, code: '1' });`,
    'sends a list instead of an object': `send([1]);`,
    'sends null': `send('null');`,
    'sends text that is not JSON': `send('{{{');`,
    'sends a file without a path': `send({ type: 'output', id: 1 }, 'x');`,
    'sends a path that is not a string': `send({ type: 'output', id: 1, path: { toString: 1 } }, 'x');`,
    'names an existing file where nothing exists': `send({ type: 'output-reused', id: 1, path: 'a.html', sha256: 'a'.repeat(64) }); send(report());`,
    'names an existing file with an invalid digest': `send({ type: 'output-reused', id: 1, path: 'a.html', sha256: '../../'.repeat(21) + '.' }); send(report());`,
    'sends a report without issues': `send({ type: 'built', id: 1, report: figures });`,
    'sends issues that are not a list': `send(report({ issues: { length: 1e9 } }));`,
    'names an unknown cause for a missing page': `send(report({ missing: [{ path: 'a', cause: 'gone' }], issues: [] }));`,
    'counts issues with an invalid code': `send(report({ issueCounts: { 'A b': 1 } }));`,
    'sends an issue with an unknown severity': `send(report({ issues: [{ ...issue, severity: 'fatal' }] }));`,
    'sends a code with a line break': `send(report({ issues: [{ ...issue, code: 'a\\nb' }] }));`,
    'sends figures that are not numbers': `send(report({ pages: 'many' }));`,
    'sends a fractional number of pages': `send(report({ expected: 1.5 }));`,
    'sends more issues than can be counted': `send(report({ issueCounts: { 'a-code': 1e300 } }));`,
    'sends figures below zero': `send(report({ bytes: -1 }));`,
    'sends invalid progress': `send({ type: 'progress', id: 1, done: 'x', total: null });`,
    'announces a header of four gigabytes': `send('{}', '', [4294967295, 0]);`,
    'announces a body of four gigabytes': `send({ type: 'output', id: 1, path: 'a' }, '', [undefined, 4294967295]);`,
    'stops in the middle of a message': `send(report(), '', [5000, 0]); process.stdin.unref(); setTimeout(() => process.exit(0), 100);`,
    'ends without a message': `process.exit(0);`,
    'sends nonsense': `process.stdout.write(Buffer.alloc(100000, 0x41));`,
    'ends by a signal': `process.kill(process.pid, 'SIGSEGV'); process.abort();`,
  };
  for (const [what, script] of sampleRows(Object.entries(lies), { name: 'lies', most: 5 })) {
    test(`makes the render fail with an internal error if it ${what}`, async () => {
      const { report, failure } = await render(script);
      assert.equal(report, undefined);
      assert.ok(failure instanceof RenderFailure, String(failure));
      assert.equal(failure.code, 'internal');
    });
  }

  const floods: Readonly<Record<string, string>> = {
    'writes forever': `for (;;) if (!process.stdout.write(message({ type: 'output', id: 1, path: 'a' }, 'x'.repeat(1e6)))) await new Promise((go) => process.stdout.once('drain', go));`,
    'waits forever': `setInterval(() => {}, 1000);`,
    'loops forever': `for (;;);`,
    'fills the memory': `const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));`,
  };
  for (const [what, script] of sampleRows(Object.entries(floods), { name: 'floods', most: 2 })) {
    test(`makes the render fail because of a limit if it ${what}`, async (t) => {
      const { failure } = await render(script);
      assert.ok(failure instanceof RenderFailure, String(failure));
      if (failure.code !== 'limit_exceeded') t.diagnostic(String(failure.cause));
      assert.equal(failure.code, 'limit_exceeded');
    });
  }

  test('can’t add properties to the report or pollute prototypes', async () => {
    const { report } = await render(
      `send('{"type":"built","id":1,"__proto__":{"polluted":1},"report":' + JSON.stringify({ ...report().report, issues: [{ ...issue, extra: 'x', line: -3, column: 1e99 }], more: 1 }) + '}');`,
    );
    assert.deepEqual(report?.issues, [{ path: 'a.mdx', severity: 'error', code: 'broken-link', message: 'm' }]);
    assert.ok(!('more' in report));
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  test('can’t insert control characters or lone surrogates into text that is shown and stored', async () => {
    const { report } = await render(
      String.raw`send(report({ issues: [{ ...issue, message: 'a\u0000b\u001b[2J\ud83d c\u009b', fix: '\u0007' }] }));`,
    );
    assert.equal(report?.issues[0]?.message, 'a\ufffdb\ufffd[2J\ufffd c\ufffd');
    assert.equal(report.issues[0].fix, '\ufffd');
  });

  test('can’t report progress beyond the total', async () => {
    const { progress } = await render(`send({ type: 'progress', id: 1, done: 900, total: 3 }); send(report());`);
    assert.deepEqual(progress, [1]);
  });
});
