import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pipeline } from 'node:stream/promises';
import { describeBlobStore } from './blob-store.suite.ts';
import { FileSystemStore } from './file-system-store.ts';
import { attachmentHeader, verifySignedLink } from './signed-link.ts';

const linkSecrets = ['a secret of the service'] as const;

async function withFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-blobs-'));
  try {
    await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openStore(folder: string, linkBaseUrl = 'http://127.0.0.1/blobs'): Promise<FileSystemStore> {
  return FileSystemStore.open({ folder, linkBaseUrl, linkSecrets });
}

describeBlobStore('blob store on the file system', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-blobs-'));
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/blobs`;
  const store = await openStore(folder, base);
  server.on('request', (request, response) => void serve(store, base, request, response));
  return {
    store,
    follow: (link, init) => fetch(link, init),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

/** Serves links like the service's route. */
async function serve(
  store: FileSystemStore,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', base);
  const key = url.pathname.slice(new URL(base).pathname.length + 1);
  const target = await store.linkTarget(key);
  const link = verifySignedLink(
    linkSecrets,
    target,
    { method: request.method ?? '', query: url.searchParams },
    new Date(),
  );
  if (!link) {
    response.writeHead(403).end();
    return;
  }
  const { body, contentType } = await store.open(key);
  response.writeHead(200, { 'content-type': contentType, 'content-disposition': attachmentHeader(link.fileName) });
  await pipeline(body, response);
}

describe('blob store on the file system: additional rules', () => {
  test('reports an object whose file was truncated as damaged', () =>
    withFolder(async (folder) => {
      const store = await openStore(folder);
      await store.put('a/b', new Uint8Array(1000), { contentType: 'text/plain' });
      await truncate(join(folder, 'objects/a/b~'), 900);
      await assert.rejects(store.open('a/b'), { code: 'blob-damaged' });
      await writeFile(join(folder, 'objects/a/b~'), '');
      await assert.rejects(store.open('a/b'), { code: 'blob-damaged' });
    }));

  test('leaves no folder and no temporary file after an object is deleted', () =>
    withFolder(async (folder) => {
      const store = await openStore(folder);
      await store.put('a/b/c', new Uint8Array(10), { contentType: 'text/plain' });
      await store.delete('a/b/c');
      assert.deepEqual(await readdir(join(folder, 'objects')), []);
      assert.deepEqual(await readdir(join(folder, 'incoming')), []);
    }));

  test('removes old unfinished uploads when it is opened, and keeps recent ones', () =>
    withFolder(async (folder) => {
      await openStore(folder);
      const [old, recent] = [join(folder, 'incoming/old'), join(folder, 'incoming/recent')];
      await appendFile(old, 'x');
      await appendFile(recent, 'x');
      await utimes(old, 1_000, 1_000);
      await openStore(folder);
      assert.deepEqual(await readdir(join(folder, 'incoming')), ['recent']);
    }));

  test('invalidates an object’s link when its content is replaced', () =>
    withFolder(async (folder) => {
      const store = await openStore(folder);
      await store.put('a', new Uint8Array(1), { contentType: 'text/plain' });
      const link = new URL(await store.presign('a', { expiresAt: new Date(60_000), fileName: 'a' }));
      const request = { method: 'GET', query: link.searchParams };
      assert.ok(verifySignedLink(linkSecrets, await store.linkTarget('a'), request, new Date(0)));
      await store.put('a', new Uint8Array(2), { contentType: 'text/plain' });
      assert.equal(verifySignedLink(linkSecrets, await store.linkTarget('a'), request, new Date(0)), undefined);
    }));

  test('refuses a content type that could inject a header', () =>
    withFolder(async (folder) => {
      const store = await openStore(folder);
      const put = store.put('a', new Uint8Array(1), { contentType: 'text/plain\r\nset-cookie: a=b' });
      await assert.rejects(put, { code: 'blob-store-refused' });
      assert.equal(await store.head('a'), undefined);
    }));
});
