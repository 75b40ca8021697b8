/* oxlint-disable typescript/no-floating-promises -- tests are registered here, as in a test file */
/** The behavior that all blob store drivers share, tested against a real store. */
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, ByteRange } from './blob-store.ts';
import { BlobStoreError } from './errors.ts';

export interface SuiteSubject {
  readonly store: BlobStore;
  /** Requests a link as a browser does. */
  follow(link: string, init?: { readonly method: string }): Promise<Response>;
  close(): Promise<void>;
}

export function describeBlobStore(name: string, open: () => Promise<SuiteSubject>): void {
  describe(name, () => {
    let subject: SuiteSubject;
    let store: BlobStore;
    /** Returns a new key. Each test has its own keys, because a store may be shared. */
    const key = (): string => `suite/${randomUUID()}/object.bin`;
    const text = (value: string): Uint8Array => new TextEncoder().encode(value);
    const type = { contentType: 'application/octet-stream' };
    const read = async (at: string, range?: ByteRange): Promise<Buffer> => buffer((await store.open(at, range)).body);
    const failsWith = (code: string) => (error: unknown) => error instanceof BlobStoreError && error.code === code;

    before(async () => {
      subject = await open();
      store = subject.store;
    });
    after(() => subject?.close());

    test('returns the stored bytes, with their type, size and sha256', async () => {
      const at = key();
      const bytes = randomBytes(100_000);
      const stored = await store.put(at, bytes, { contentType: 'application/gzip' });
      assert.deepEqual(stored, { sizeBytes: 100_000, sha256: createHash('sha256').update(bytes).digest('hex') });
      const opened = await store.open(at);
      assert.equal(opened.contentType, 'application/gzip');
      assert.equal(opened.sizeBytes, 100_000);
      assert.equal(opened.lengthBytes, 100_000);
      assert.deepEqual(await buffer(opened.body), bytes);
      assert.equal((await store.head(at))?.sizeBytes, 100_000);
    });

    test('accepts a stream of unknown length, larger than one part of an upload', async () => {
      const at = key();
      const chunk = randomBytes(1024 * 1024);
      const hash = createHash('sha256');
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (let count = 0; count < 21; count += 1) {
          hash.update(chunk);
          yield chunk;
        }
      }
      const stored = await store.put(at, chunks(), type);
      assert.deepEqual(stored, { sizeBytes: 21 * 1024 * 1024, sha256: hash.digest('hex') });
      const tail = await read(at, { start: 20 * 1024 * 1024 });
      assert.ok(tail.equals(chunk));
    });

    test('stores an empty object', async () => {
      const at = key();
      assert.equal((await store.put(at, new Uint8Array(), type)).sizeBytes, 0);
      assert.equal((await read(at)).byteLength, 0);
      assert.equal((await store.head(at))?.sizeBytes, 0);
    });

    test('replaces an object as a whole', async () => {
      const at = key();
      await store.put(at, text('the first, longer text'), { contentType: 'text/plain' });
      await store.put(at, text('second'), { contentType: 'text/html' });
      assert.equal(String(await read(at)), 'second');
      const opened = await store.open(at);
      opened.body.destroy();
      assert.equal(opened.contentType, 'text/html');
    });

    test('returns a range including both ends, limited to the object’s end', async () => {
      const at = key();
      await store.put(at, text('0123456789'), type);
      assert.equal(String(await read(at, { start: 2, end: 4 })), '234');
      assert.equal(String(await read(at, { start: 7 })), '789');
      assert.equal(String(await read(at, { start: 8, end: 400 })), '89');
      const part = await store.open(at, { start: 0, end: 0 });
      assert.deepEqual([part.lengthBytes, part.sizeBytes], [1, 10]);
      part.body.destroy();
    });

    test('refuses a range outside the object', async () => {
      const at = key();
      await store.put(at, text('0123456789'), type);
      await assert.rejects(store.open(at, { start: 10 }), failsWith('blob-range-invalid'));
      await assert.rejects(store.open(at, { start: 4, end: 3 }), failsWith('blob-range-invalid'));
    });

    test('reports a missing object', async () => {
      const at = key();
      assert.equal(await store.head(at), undefined);
      await assert.rejects(store.open(at), failsWith('blob-not-found'));
      await assert.rejects(
        store.presign(at, { expiresAt: new Date(Date.now() + 60_000), fileName: 'x' }),
        failsWith('blob-not-found'),
      );
    });

    test('deletes an object, and accepts deleting it again', async () => {
      const at = key();
      await store.put(at, text('x'), type);
      await store.delete(at);
      assert.equal(await store.head(at), undefined);
      await store.delete(at);
    });

    test('keeps the old object and throws the source’s error if the source fails', async () => {
      const at = key();
      await store.put(at, text('old'), type);
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield randomBytes(9 * 1024 * 1024);
        throw new Error('the source broke');
      }
      await assert.rejects(store.put(at, failing(), type), /the source broke/);
      assert.equal(String(await read(at)), 'old');
    });

    test('stores nothing if a put is canceled in the middle', async () => {
      const at = key();
      const abort = new AbortController();
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (let count = 0; ; count += 1) {
          if (count === 3) abort.abort(new Error('enough'));
          yield randomBytes(64 * 1024);
        }
      }
      await assert.rejects(store.put(at, endless(), { ...type, signal: abort.signal }), /enough/);
      assert.equal(await store.head(at), undefined);
    });

    test('keeps one of several objects that are stored concurrently under one key', async () => {
      const at = key();
      const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000));
      await Promise.all(texts.map((value) => store.put(at, text(value), type)));
      assert.ok(texts.includes(String(await read(at))));
    });

    test('lists keys with a prefix, in order', async () => {
      const root = `suite/${randomUUID()}`;
      const keys = ['a', 'a-b', 'a/b', 'a/c/d', 'b', 'b.c', 'c/x'].map((name) => `${root}/${name}`);
      for (const one of keys.toReversed()) await store.put(one, text(one), type);
      const list = async (prefix: string): Promise<string[]> =>
        (await Array.fromAsync(store.list(prefix))).map((info) => info.key.slice(root.length + 1));
      assert.deepEqual(await list(`${root}/`), ['a', 'a-b', 'a/b', 'a/c/d', 'b', 'b.c', 'c/x']);
      assert.deepEqual(await list(`${root}/a`), ['a', 'a-b', 'a/b', 'a/c/d']);
      assert.deepEqual(await list(`${root}/a/`), ['a/b', 'a/c/d']);
      assert.deepEqual(await list(`${root}/zzz`), []);
      const [first] = await Array.fromAsync(store.list(`${root}/a`));
      assert.equal(first?.sizeBytes, `${root}/a`.length);
    });

    test('refuses invalid keys', async () => {
      const bad = [
        '',
        '/',
        'a/',
        '/a',
        'a//b',
        '.',
        '..',
        'a/../b',
        'a/./b',
        '.hidden',
        'a\\b',
        'a b',
        'ü',
        'a\0',
        'a?b',
        '-x',
        'x'.repeat(513),
      ];
      for (const one of bad) {
        await assert.rejects(store.put(one, text('x'), type), failsWith('blob-key-invalid'), one);
        await assert.rejects(store.open(one), failsWith('blob-key-invalid'), one);
      }
    });

    test('creates links that work without a header and save the file under the given name', async () => {
      const at = key();
      await store.put(at, text('linked'), type);
      const fileName = 'sité "docs"; v=1.tar.gz';
      const link = await store.presign(at, { expiresAt: new Date(Date.now() + 60_000), fileName });
      const answer = await subject.follow(link);
      assert.equal(answer.status, 200);
      assert.equal(await answer.text(), 'linked');
      const disposition = answer.headers.get('content-disposition') ?? '';
      assert.match(disposition, /^attachment; /);
      assert.ok(disposition.includes(`filename*=UTF-8''sit%C3%A9%20%22docs%22%3B%20v%3D1.tar.gz`), disposition);
    });

    test('responds with 403 to an altered link', async () => {
      const [at, other] = [key(), key()];
      await store.put(at, text('mine'), type);
      await store.put(other, text('not yours'), type);
      const link = new URL(await store.presign(at, { expiresAt: new Date(Date.now() + 60_000), fileName: 'x' }));
      const elsewhere = new URL(link);
      elsewhere.pathname = elsewhere.pathname.replace(at, other);
      assert.equal((await subject.follow(elsewhere.href)).status, 403);
      for (const name of link.searchParams.keys()) {
        const altered = new URL(link);
        const value = altered.searchParams.get(name) ?? '';
        altered.searchParams.set(
          name,
          value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
        );
        const { status } = await subject.follow(altered.href);
        assert.ok(status === 403 || status === 400, `${name}: ${status}`);
      }
      const { status } = await subject.follow(link.href, { method: 'DELETE' });
      assert.ok(status === 403 || status === 405, `DELETE: ${status}`);
      assert.equal((await store.head(at))?.sizeBytes, 4);
    });

    test('responds with 403 to an expired link', async () => {
      const at = key();
      await store.put(at, text('x'), type);
      const link = await store.presign(at, { expiresAt: new Date(Date.now() + 1_000), fileName: 'x' });
      const until = Date.now() + 10_000;
      let status = 200;
      while (status === 200 && Date.now() < until) status = (await subject.follow(link)).status;
      assert.equal(status, 403);
    });
  });
}
