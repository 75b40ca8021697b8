import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { BundleCache, createBundleWriter, verifyBundle } from '../index.ts';
import type { BundleFile, BundleWriterOptions, FinishedBundle } from '../index.ts';
import { pathProblem } from '../manifest/entry-path.ts';
import { gzipInPieces } from '../archive/gzip-member.ts';
import { testMeta } from '../testing/make-archive.ts';

interface Packed extends FinishedBundle {
  readonly bytes: Buffer;
}

async function pack(files: readonly BundleFile[], options: Partial<BundleWriterOptions> = {}): Promise<Packed> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), ...options });
  for (const file of files) await writer.add(file);
  const finished = await writer.finish(testMeta);
  return { ...finished, bytes: Buffer.concat(chunks) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const files: BundleFile[] = [
  { path: 'index.html', bytes: '<h1>Home</h1>'.repeat(500) },
  { path: `guides/${'long-'.repeat(45)}name.html`, bytes: 'x' },
  { path: `${'a'.repeat(90)}/${'b'.repeat(90)}/${'c'.repeat(90)}.html`, bytes: 'deep' },
  { path: 'guías/日本語.md', bytes: '# Unicode' },
  { path: '.well-known/llms.txt', bytes: '' },
  { path: 'logo.png', bytes: Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251) },
];

test('after each of several changes, an archive written with a cache has the same bytes as one without', async () => {
  const large = Array.from({ length: 60_000 }, (_, line) => `line ${(line * 7919) % 60_000} of a text\n`);
  const states: (readonly (readonly [path: string, content: string | undefined])[])[] = [
    [],
    [['index.html', '<h1>Another</h1>']],
    [['all.txt', large.join('')]],
    [['all.txt', ['new first line\n', ...large].join('')]],
    [['all.txt', [...large.slice(0, 30_000), 'in the middle\n', ...large.slice(30_001)].join('')]],
    [['all.txt', large.slice(0, 50_000).join('')]],
    [['all.txt', large.slice(0, 20_000).join('')]],
    [['all.txt', [...large, ...large].join('')]],
    [['.well-known/llms.txt', 'no longer empty']],
    [['a-first.html', 'x'.repeat(1500)]],
    [['logo.png', undefined]],
    [['guides/moved.png', 'x'.repeat(5000)]],
    [['logo.png', 'back again']],
  ];
  const cache = new BundleCache();
  const current = new Map<string, Uint8Array>();
  for (const { path, bytes } of files) current.set(path, Buffer.from(bytes));
  for (const [round, changes] of states.entries()) {
    for (const [path, content] of changes) {
      if (content === undefined) current.delete(path);
      else current.set(path, Buffer.from(content));
    }
    const list = [...current].map(([path, bytes]) => ({ path, bytes }));
    const fresh = await pack(list);
    for (const again of [await pack(list, { cache }), await pack(list, { cache })]) {
      assert.equal(again.sha256, fresh.sha256, `state ${round}`);
      assert.deepEqual(again.bytes, fresh.bytes, `state ${round}`);
      assert.deepEqual(again.manifest, fresh.manifest, `state ${round}`);
    }
    assert.ok((await verifyBundle({ stream: once(fresh.bytes), sha256: fresh.sha256 })).ok);
    const otherOrder = list.toReversed();
    assert.equal((await pack(otherOrder, { cache })).sha256, (await pack(otherOrder)).sha256);
    const otherLevel = await pack(list, { gzipLevel: 1 });
    assert.equal((await pack(list, { gzipLevel: 1, cache })).sha256, otherLevel.sha256);
  }
});

test('data that a cache doesn’t have is read from the stored archive', async () => {
  const pages = Array.from({ length: 60 }, (_, index) => ({ path: `${index}.html`, bytes: randomBytes(20_000) }));
  const lines = (first: string): BundleFile => ({
    path: 'all.txt',
    bytes: [first, ...pages.map(({ path }) => path.repeat(800))].join('\n'),
  });
  const states: readonly (readonly BundleFile[])[] = [
    [lines('a'), ...pages],
    [lines('b'), ...pages],
    // Adds files before, between and after the others, so that paddings change and less than half of the archive is in
    // order.
    [{ path: 'new.html', bytes: 'x' }, ...pages.slice(0, 15), { path: 'z.html', bytes: 'yy' }, ...pages.slice(35)],
    [...pages.toReversed(), { path: 'empty.txt', bytes: '' }],
    [lines('b'), ...pages],
  ];
  for (const heldBytes of [0, 1_000_000]) {
    const cache = new BundleCache({ heldBytes });
    let opened = 0;
    for (const [number, list] of states.entries()) {
      const again = await pack(list, { cache });
      again.storedAt(async function* (offset) {
        opened += 1;
        for (let at = offset; at < again.bytes.length; at += 65_536) yield again.bytes.subarray(at, at + 65_536);
      });
      assert.deepEqual(again.bytes, (await pack(list)).bytes, `state ${number}`);
      assert.ok(cache.sizeBytes < heldBytes + 2_500_000, `${cache.sizeBytes} bytes are held`);
      assert.equal(cache.files().length, list.length);
    }
    // The second and third files are read in one request; the files in reverse order are requested one by one.
    assert.ok(opened < 200, String(opened));
  }
});

test('data that a cache doesn’t have is packed again if the archive was never stored', async () => {
  const cache = new BundleCache({ heldBytes: 0 });
  const first = await pack(files, { cache });
  assert.deepEqual(
    cache.files().map(({ path }) => path),
    ['.well-known/llms.txt'],
  );
  assert.deepEqual((await pack(files, { cache })).bytes, first.bytes);
});

test('if a stored archive can no longer be read, the next pack fails with UnusableArchive', async () => {
  const damaged = async function* (offset: number, bytes: Buffer): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(offset);
  };
  const opens: readonly ((bytes: Buffer) => (offset: number) => AsyncIterable<Uint8Array>)[] = [
    () => () => {
      throw new Error('no such object');
    },
    () =>
      async function* () {
        yield Buffer.alloc(10);
      },
    (bytes) => (offset) => damaged(offset, Buffer.from(bytes).fill(0, 60)),
  ];
  for (const open of opens) {
    const cache = new BundleCache({ heldBytes: 0 });
    const first = await pack(files, { cache });
    first.storedAt(open(first.bytes));
    await assert.rejects(pack(files, { cache }), { name: 'UnusableArchive' });
  }
});

test('an archive that was created with a cache isn’t changed by the next one', async () => {
  const cache = new BundleCache();
  const many = Array.from({ length: 300 }, (_, index) => ({ path: `${index}.html`, bytes: randomBytes(3000) }));
  const first = await pack(many, { cache });
  const copy = Buffer.from(first.bytes);
  await pack([{ path: 'new.html', bytes: 'x' }, ...many.slice(10)], { cache });
  assert.deepEqual(first.bytes, copy);
  assert.equal((await pack(many, { cache })).sha256, first.sha256);
});

test('a file that the last archive contains can be added by its digest', async () => {
  const cache = new BundleCache();
  const first = await pack(files, { cache });
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), cache });
  for (const file of cache.files()) await writer.addAgain(file);
  assert.equal((await writer.finish(testMeta)).sha256, first.sha256);
  assert.deepEqual(Buffer.concat(chunks), first.bytes);
});

test('a file can be added by its digest only if the last archive has it at the same path', async () => {
  const cache = new BundleCache();
  await pack(files, { cache });
  const [one, other] = cache.files();
  const writer = createBundleWriter({ output: async () => undefined, cache });
  for (const claim of [
    { path: one!.path, sha256: other!.sha256 },
    { path: 'new.html', sha256: one!.sha256 },
    { path: '__proto__', sha256: one!.sha256 },
  ])
    await assert.rejects(writer.addAgain(claim), { name: 'UnknownFile' });
  await assert.rejects(writer.addAgain({ path: '../x', sha256: one!.sha256 }), { code: 'entry-name-traversal' });
  await assert.rejects(createBundleWriter({ output: async () => undefined }).addAgain(one!), { name: 'UnknownFile' });
  await writer.addAgain(one!);
  await assert.rejects(writer.addAgain(one!), { code: 'entry-duplicate' });
});

test('names that are duplicates, or differ only in case, are rejected with a cache', async () => {
  const cache = new BundleCache();
  await pack(files, { cache });
  const writer = createBundleWriter({ output: async () => undefined, cache });
  for (const file of files.slice(0, 2)) await writer.add(file);
  await assert.rejects(writer.add({ path: 'Index.html', bytes: '' }), { code: 'entry-collision' });
  await assert.rejects(writer.add({ path: 'index.html', bytes: '' }), { code: 'entry-duplicate' });
});

test('only the edited part of a large text file is compressed, and its member is one gzip stream of the whole file', async () => {
  const lines = Array.from({ length: 120_000 }, (_, line) => `line ${(line * 7919) % 120_000}\n`);
  const before = Buffer.from(lines.join(''));
  const first = await gzipInPieces(before, 6);
  const after = Buffer.from([...lines.slice(0, 60_000), 'one more\n', ...lines.slice(60_000)].join(''));
  const second = await gzipInPieces(after, 6, first.pieces);
  assert.deepEqual(gunzipSync(second.member), after);
  assert.deepEqual(second.member, (await gzipInPieces(after, 6)).member);
  const kept = second.pieces.deflated.filter((piece) => first.pieces.deflated.includes(piece));
  assert.ok(kept.length >= first.pieces.ends.length - 4, `${kept.length} of ${first.pieces.ends.length} pieces`);
});

test('the reported size and digest match the bytes', async () => {
  const { bytes, sizeBytes, sha256 } = await pack(files);
  assert.equal(sizeBytes, bytes.length);
  assert.equal((await verifyBundle({ stream: once(bytes), sha256 })).ok, true);
});

test("the gzip member that the manifest names is the file's content", async () => {
  const { bytes, manifest } = await pack(files);
  const page = manifest.files.find((file) => file.path === 'index.html');
  assert.ok(page?.gzip);
  const member = bytes.subarray(page.gzip.offset, page.gzip.offset + page.gzip.size);
  assert.equal(gunzipSync(member).toString(), files[0]?.bytes);
});

test('any files with allowed names are unpacked unchanged', async () => {
  const name = fc.stringMatching(/^[\p{L}\d_ @+=,()!~-]{1,60}$/u);
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => `p/${names.join('/')}.html`);
  const content = fc.uint8Array({ maxLength: 3000 });
  const samples = fc.uniqueArray(fc.tuple(path, content), {
    selector: ([path]) => path.normalize('NFC').toUpperCase().toLowerCase(),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(samples, async (pairs) => {
      const good = pairs.filter(([path]) => pathProblem(path, 1024) === undefined);
      const { bytes } = await pack(good.map(([path, bytes]) => ({ path, bytes }))).catch((error: { code?: string }) => {
        // Random names may differ only in a folder's case, which the writer correctly reports.
        assert.equal(error.code, 'entry-collision');
        return { bytes: undefined };
      });
      if (bytes === undefined) return;
      const verdict = await verifyBundle({ stream: once(bytes) });
      assert.ok(verdict.ok, verdict.ok ? '' : verdict.message);
      assert.deepEqual(
        verdict.bundle.manifest.files.map((file) => [file.path, file.size]),
        good.map(([path, bytes]) => [path, bytes.length]).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)),
      );
    }),
    { numRuns: 60 },
  );
});

test('a name that deployments would reject is rejected when it is added', async () => {
  for (const [path, code] of [
    ['../x', 'entry-name-traversal'],
    ['/x', 'entry-name-absolute'],
    ['.env', 'entry-name-dot-file'],
    ['manifest.json', 'entry-duplicate'],
    ['Manifest.json', 'entry-collision'],
  ]) {
    const writer = createBundleWriter({ output: async () => undefined });
    await assert.rejects(writer.add({ path: path ?? '', bytes: '' }), { code });
  }
});

test('a slow receiver slows the writer down instead of filling the memory', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const writer = createBundleWriter({ output: () => gate });
  let added = 0;
  const adding = (async () => {
    for (let index = 0; index < 30; index += 1) {
      // Each file is as large as a chunk of the archive, because smaller data is gathered.
      await writer.add({ path: `${index}.html`, bytes: randomBytes(300_000) });
      added += 1;
    }
  })();
  const hasBegun = (): boolean => added >= 16;
  while (!hasBegun()) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 1000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(added <= 17, `${added} files were taken while nothing was received`);
  release();
  await adding;
});

test('a file is rejected if one of its folders differs from another only in case', async () => {
  const writer = createBundleWriter({ output: async () => undefined });
  await writer.add({ path: 'guides/de/a.html', bytes: '' });
  for (const path of [
    'Guides/de/b.html',
    'Guides/fr/b.html',
    'Guides/fr/c.html',
    'guides/DE/d.html',
    'guides/de',
    'guides/de/a.html/e.html',
  ])
    await assert.rejects(writer.add({ path, bytes: '' }), { code: 'entry-collision' }, path);
  await writer.add({ path: 'guides/de/b.html', bytes: '' });
});

test('the writer throws the error of its receiver', async () => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
  output.on('error', () => undefined);
  const writer = createBundleWriter({ output });
  await assert.rejects(async () => {
    for (let index = 0; index < 100; index += 1) await writer.add({ path: `${index}.html`, bytes: randomBytes(9000) });
    await writer.finish(testMeta);
  }, /disk full|closed/);
});

const tools: readonly (readonly [string, (archive: string, out: string) => string[]])[] = [
  ['tar', (archive, out) => ['xzf', archive, '-C', out]],
  ['bsdtar', (archive, out) => ['xzf', archive, '-C', out]],
  [
    'python3',
    (archive, out) => ['-c', 'import sys,tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])', archive, out],
  ],
];
for (const [tool, args] of tools) {
  const isMissing = spawnSync(tool, ['--version']).error !== undefined;
  test(`${tool} unpacks a bundle`, { skip: isMissing ? `${tool} is not installed` : false }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    try {
      const archive = join(folder, 'bundle.tar.gz');
      const { bytes } = await pack(files);
      await writeFile(archive, bytes);
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      const run = spawnSync(tool, args(archive, folder), { encoding: 'utf8', env });
      assert.equal(run.status, 0, run.stderr);
      assert.equal(run.stderr.replaceAll(/.*DeprecationWarning.*/g, ''), '');
      for (const { path, bytes } of files) assert.deepEqual(await readFile(join(folder, path)), Buffer.from(bytes));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
