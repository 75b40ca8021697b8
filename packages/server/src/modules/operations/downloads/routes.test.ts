import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createApp } from '../../../platform/http/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { downloadPath, registerDownloadRoutes } from './routes.ts';

const bytes = Buffer.from('0123456789');
const contentType = 'application/gzip';

describe('a download', () => {
  const clock = createFixedClock(new Date('2026-11-22T12:00:00Z'));
  const linkSecrets = ['new', 'old'] as const;
  const app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: () => false });
  let folder = '';
  let blobs: FileSystemStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-downloads-'));
    const linkBaseUrl = `https://docs.example${downloadPath}`;
    blobs = await FileSystemStore.open({ folder, linkBaseUrl, linkSecrets });
    registerDownloadRoutes(app, { blobs, linkSecrets, clock });
    await blobs.put('exports/a/b', bytes, { contentType });
    await app.ready();
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const linkTo = async (key: string, { seconds = 60, fileName = 'site.tar.gz' } = {}): Promise<string> => {
    const url = new URL(await blobs.presign(key, { expiresAt: new Date(clock.now() + seconds * 1000), fileName }));
    return url.pathname + url.search;
  };
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url, headers });
  const assertInvalid = async (url: string, why: string): Promise<void> => {
    const refused = await get(url);
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'link_invalid'], why);
    assert.doesNotMatch(refused.body, /exports\/a/, 'the response doesn’t reveal what exists');
  };

  test('needs only its link, and has headers that save it as a file and prevent display and caching', async () => {
    const answer = await get(await linkTo('exports/a/b'));
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.rawPayload, bytes);
    const { headers } = answer;
    assert.deepEqual(
      [headers['content-type'], headers['content-length'], headers['accept-ranges']],
      [contentType, '10', 'bytes'],
    );
    assert.equal(headers['content-disposition'], `attachment; filename="site.tar.gz"; filename*=UTF-8''site.tar.gz`);
    assert.deepEqual([headers['cache-control'], headers['content-security-policy']], ['private, no-store', 'sandbox']);
    assert.match(String(headers['etag']), /^"[0-9a-f]{64}"$/);
  });

  test('has one valid `Content-Disposition` header even with a hostile file name', async () => {
    const fileName = `a"; filename=b.exe\r\nx-evil: 1 'ü'.tar.gz`;
    const { headers } = await get(await linkTo('exports/a/b', { fileName }));
    assert.equal(headers['x-evil'], undefined);
    const [shown = ''] = /filename="[^"]*"/.exec(String(headers['content-disposition'])) ?? [];
    assert.match(shown, /^filename="a__ filename_b\.exe__x-evil_ 1 ___\.tar\.gz"$/);
  });

  test('is refused with the same error if the link is forged, altered, expired or incomplete, or the object doesn’t exist', async () => {
    const good = await linkTo('exports/a/b');
    await blobs.put('exports/a/c', bytes, { contentType });
    const query = good.slice(good.indexOf('?'));
    for (const [why, url] of [
      ['no signature', `${downloadPath}/exports/a/b`],
      ['the signature of another object', `${downloadPath}/exports/a/c${query}`],
      ['an altered name', good.replace('site.tar.gz', 'other.tar.gz')],
      ['a later expiry', good.replace(/expires=(\d+)/, (_, time: string) => `expires=${Number(time) + 1}`)],
      ['an expiry beyond any date', good.replace(/expires=\d+/, `expires=${'9'.repeat(30)}`)],
      ['a signature of zeros', good.replace(/signature=[^&]+/, `signature=${'A'.repeat(43)}`)],
      ['a doubled signature', good + good.slice(good.indexOf('&signature'))],
      ['a missing object', `${downloadPath}/exports/a/none${query}`],
      ['a key with path traversal', `${downloadPath}/exports/..%2f..%2f..%2fetc/passwd${query}`],
      ['an empty key', `${downloadPath}/${query}`],
      ['a very long key', `${downloadPath}/${'a/'.repeat(3_000)}b${query}`],
      ['an expired link', await linkTo('exports/a/b', { seconds: 0 })],
    ] as const) {
      await assertInvalid(url, why);
    }
    assert.equal((await get(good)).statusCode, 200);
  });

  test('expires to the second', async () => {
    const url = await linkTo('exports/a/b', { seconds: 10 });
    clock.advance(9_999);
    assert.equal((await get(url)).statusCode, 200);
    clock.advance(1);
    await assertInvalid(url, 'at its expiry');
  });

  test('contains the bytes for which the link was created: replacing or deleting the object invalidates the link', async () => {
    await blobs.put('exports/changing', bytes, { contentType });
    const url = await linkTo('exports/changing');
    await blobs.put('exports/changing', Buffer.from('other'), { contentType });
    await assertInvalid(url, 'replaced');
    await blobs.put('exports/changing', bytes, { contentType });
    assert.equal((await get(url)).statusCode, 200);
    await blobs.delete('exports/changing');
    await assertInvalid(url, 'deleted');
  });

  test('is refused, not sent in part, if its file was truncated on disk', async () => {
    await blobs.put('exports/cut', bytes, { contentType });
    const url = await linkTo('exports/cut');
    const [name = ''] = (await readdir(join(folder, 'objects', 'exports'))).filter((one) => one.startsWith('cut'));
    await truncate(join(folder, 'objects', 'exports', name), 200);
    await assertInvalid(url, 'cut');
  });

  test('returns only headers for HEAD, and is refused for POST', async () => {
    const url = await linkTo('exports/a/b');
    const head = await get(url, {}, 'HEAD');
    assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, '10', '']);
    const post = await get(url, {}, 'POST');
    assert.deepEqual([post.statusCode, post.headers['allow']], [405, 'GET, HEAD']);
  });

  for (const [range, status, body, contentRange] of [
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=3-5', 206, '345', 'bytes 3-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-4294967296', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=5-99999999999999999999', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=5-3', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
    ['bytes=0x1-2', 200, '0123456789', undefined],
  ] as const) {
    test(`with the range ${range} returns ${status}`, async () => {
      const answer = await get(await linkTo('exports/a/b'), { range });
      assert.deepEqual([answer.statusCode, answer.body, answer.headers['content-range']], [status, body, contentRange]);
      if (status !== 416) assert.equal(answer.headers['content-length'], String(body.length));
    });
  }

  test('returns 304 without a body, for GET and HEAD, if the caller already has it', async () => {
    const url = await linkTo('exports/a/b');
    const etag = String((await get(url)).headers['etag']);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(url, { 'if-none-match': known, range: 'bytes=0-1' }, method);
        assert.deepEqual([answer.statusCode, answer.body, answer.headers['etag']], [304, '', etag], known);
      }
      assert.equal((await get(url, { 'if-none-match': '"other"' }, method)).statusCode, 200);
    }
  });

  test('is sent in full if `If-Range` names another version', async () => {
    const url = await linkTo('exports/a/b');
    const etag = String((await get(url)).headers['etag']);
    const range = 'bytes=3-5';
    const ranged = await get(url, { range, 'if-range': etag });
    assert.deepEqual([ranged.statusCode, ranged.body], [206, '345']);
    for (const condition of ['"zzz"', `W/${etag}`, 'Sun, 22 Nov 2026 12:00:00 GMT', '', '*']) {
      const whole = await get(url, { range, 'if-range': condition });
      assert.deepEqual([whole.statusCode, whole.body], [200, '0123456789'], condition);
    }
    assert.equal((await get(url, { range: 'bytes=99-', 'if-range': '"zzz"' })).statusCode, 200);
  });

  test('of an empty object is empty, and accepts no range', async () => {
    await blobs.put('exports/empty', new Uint8Array(), { contentType });
    const url = await linkTo('exports/empty');
    const whole = await get(url);
    assert.deepEqual([whole.statusCode, whole.body, whole.headers['content-length']], [200, '', '0']);
    for (const range of ['bytes=0-', 'bytes=-1']) assert.equal((await get(url, { range })).statusCode, 416, range);
  });
});
