import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LARGEST_INSPECTED_BYTES } from '@docwright/bundle';
import { makeBundle, makeSite, serve } from '../testing/bundle-server.ts';
import { makeFolder, startTestHost, type TestHost } from '../testing/start-test-host.ts';
import { addressOf } from '../testing/address-of.ts';
import { formatBrotliIndex } from './brotli-pack.ts';

const big = randomBytes(300_000);
const files = { ...makeSite('v1', 2), 'big.bin': big };
const bundle = await makeBundle({ version: 'v1', files });

const storedFiles = ['bundle.tar.gz', 'site.pack', 'manifest.json', 'layout.json', 'brotli.pack'] as const;
const damages: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  missing: (path) => rm(path),
  empty: (path) => truncate(path, 0),
  'truncated in the middle': async (path) => truncate(path, Math.floor((await readFile(path)).length / 2)),
  'changed bytes': async (path) => {
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0x20, 10, Math.floor(bytes.length * 0.9)));
  },
  'one brace': (path) => writeFile(path, '{'),
  'an empty list': (path) => writeFile(path, '[]'),
  'a folder': async (path) => {
    await rm(path);
    await mkdir(path);
  },
};
const cases = storedFiles.flatMap((file) => Object.keys(damages).map((damage) => [file, damage] as const));

async function versionFolder(dataDir: string): Promise<string> {
  const versions = join(dataDir, 'sites/default/versions');
  const [id] = await readdir(versions);
  return join(versions, id ?? assert.fail('no version is stored'));
}

/** A brotli pack with a correct index and wrong variants; the host creates real variants in the background. */
async function addBrotli(folder: string): Promise<void> {
  await writeFile(
    join(folder, 'brotli.pack'),
    Buffer.concat([randomBytes(40), formatBrotliIndex([['index.html', 0, 40]])]),
  );
}

/** Checks that pages and a big file have the bytes of the bundle in each encoding. */
async function assertServed(host: TestHost, about: string): Promise<void> {
  for (const path of ['index.html', 'guides/page-0.html', 'big.bin'] as const) {
    const expected = Buffer.from(new Map<string, string | Buffer>(Object.entries(files)).get(path) ?? '');
    for (const encoding of ['identity', 'gzip', 'br']) {
      const answer = await host.get(addressOf(path), { 'accept-encoding': encoding });
      assert.equal(answer.status, 200, `${about}: ${path} as ${encoding}`);
      const used = answer.headers['content-encoding'];
      const body =
        used === 'gzip' ? gunzipSync(answer.body) : used === 'br' ? brotliDecompressSync(answer.body) : answer.body;
      assert.ok(body.equals(expected), `${about}: ${path} as ${encoding} has other bytes`);
    }
  }
}

const linked = (origin: string) => ({ staticExport: { enabled: true, bundleUrl: origin } });

test('a start with a valid link serves the right bytes after any stored file was damaged', async () => {
  await using link = await serve((_request, response) => response.end(bundle));
  for (const [file, damage] of cases) {
    await using folder = await makeFolder();
    await (await startTestHost(folder.path, linked(link.origin))).stop();
    const version = await versionFolder(folder.path);
    await addBrotli(version);
    await damages[damage]?.(join(version, file));
    await using host = await startTestHost(folder.path, linked(link.origin));
    await assertServed(host, `${file} ${damage}`);
    assert.deepEqual(await readdir(join(folder.path, 'sites/default/staging')), [], `${file} ${damage}`);
  }
});

test('a reload of a running host replaces a damaged version', async () => {
  await using link = await serve((_request, response) => response.end(bundle));
  for (const [file, damage] of cases.filter(([name]) => name !== 'brotli.pack')) {
    await using folder = await makeFolder();
    await using host = await startTestHost(folder.path, linked(link.origin));
    await damages[damage]?.(join(await versionFolder(folder.path), file));
    assert.equal((await host.reload()).changed, true, `${file} ${damage}`);
    await assertServed(host, `${file} ${damage}`);
    assert.ok(host.logLines.some(({ message }) => message.includes('was replaced with the bundle from its link')));
    assert.equal((await host.reload()).changed, false, 'an intact version is unchanged');
  }
});

test('a damaged version without a link is logged as an error, and wrong bytes aren’t served', async () => {
  await using link = await serve((_request, response) => response.end(bundle));
  for (const [file, damage] of cases.filter(([name]) => name !== 'brotli.pack')) {
    await using folder = await makeFolder();
    await (await startTestHost(folder.path, linked(link.origin))).stop();
    await damages[damage]?.(join(await versionFolder(folder.path), file));
    await using host = await startTestHost(folder.path);
    for (const path of ['/', '/guides/page-1', '/big.bin']) {
      const answer = await host.get(path, { 'accept-encoding': 'gzip' });
      const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.body) : answer.body;
      const name = path === '/' ? 'index.html' : path === '/big.bin' ? 'big.bin' : 'guides/page-1.html';
      const isRight = body.equals(Buffer.from(Object.entries(files).find(([known]) => known === name)?.[1] ?? ''));
      assert.ok(answer.status >= 500 || isRight, `${file} ${damage}: ${path} answered ${answer.status}`);
    }
    const errors = host.logLines.filter(({ level }) => level === 'error');
    assert.ok(errors.length > 0, `${file} ${damage}: nothing in the log`);
  }
});

test('if a file is found to be damaged while it is served, the host fetches its bundle again, once', async () => {
  const fetched = Promise.withResolvers<void>();
  let downloads = 0;
  await using link = await serve((_request, response) => {
    downloads += 1;
    response.end(bundle, () => downloads === 2 && fetched.resolve());
  });
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, linked(link.origin));
  await damages['changed bytes']?.(join(await versionFolder(folder.path), 'site.pack'));
  assert.equal((await host.get('/guides/page-1')).status, 500);
  const health = JSON.parse((await host.get('/readyz')).text) as { sites: { damaged: boolean }[] };
  assert.equal(health.sites[0]?.damaged, true);
  await host.get('/guides/page-2');
  await fetched.promise;
  // The next update waits for the running one.
  await host.reload();
  await assertServed(host, 'repaired');
  assert.equal(downloads, 3);
});

test('a file that is too large for memory is checked before its first byte is sent, in each encoding', async () => {
  // Hexadecimal digits compress to half: a better ratio would be refused as a decompression bomb.
  const text = Buffer.from(randomBytes(LARGEST_INSPECTED_BYTES / 2 + 1).toString('hex'));
  const whole = await makeBundle({ files: { ...makeSite('v1', 1), 'big.txt': text } });
  await using link = await serve((_request, response) => response.end(whole));
  for (const [file, encoding] of [
    ['site.pack', 'identity'],
    ['bundle.tar.gz', 'gzip'],
  ] as const) {
    await using folder = await makeFolder();
    await (await startTestHost(folder.path, linked(link.origin))).stop();
    await damages['changed bytes']?.(join(await versionFolder(folder.path), file));
    await using host = await startTestHost(folder.path);
    const answer = await host.get('/big.txt', { 'accept-encoding': encoding });
    assert.ok(answer.status === 500 || answer.body.equals(text), `${file}: ${answer.status}`);
  }
});

test('a damaged newest version is restored from its link, even after an older one was served', async () => {
  const newer = await makeBundle({ version: 'v2', files: makeSite('v2') });
  await using link = await serve((request, response) => response.end(request.url === '/v1' ? bundle : newer));
  await using folder = await makeFolder();
  const first = await startTestHost(folder.path, linked(`${link.origin}/v1`));
  const { version } = await first.reload(`${link.origin}/v2`);
  await first.stop();
  await writeFile(join(folder.path, 'sites/default/versions', version.id, 'layout.json'), '{');
  const unlinked = await startTestHost(folder.path);
  assert.match((await unlinked.get('/')).text, /home of v1/);
  await unlinked.stop();
  await using host = await startTestHost(folder.path, linked(`${link.origin}/v2`));
  assert.match((await host.get('/')).text, /home of v2/);
});

test('a link that delivers a replaced version is logged with the cause at startup', async () => {
  const newer = await makeBundle({ version: 'v2', files: makeSite('v2') });
  await using link = await serve((request, response) => response.end(request.url === '/v1' ? bundle : newer));
  await using folder = await makeFolder();
  const first = await startTestHost(folder.path, linked(`${link.origin}/v1`));
  await first.reload(`${link.origin}/v2`);
  await first.stop();
  await using host = await startTestHost(folder.path, linked(`${link.origin}/v1`));
  const line = host.logLines.find(({ message }) => message === 'serving the stored version from disk');
  assert.partialDeepStrictEqual(line?.fields, { code: 'downgrade-refused', servingFromDisk: true });
});
