import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { installCeph } from './testing/install-ceph.ts';
import { startS3Server } from './testing/start-s3-server.ts';
import { describeBlobStore } from './blob-store.suite.ts';
import { S3Store } from './s3-store.ts';

const obstacle = installCeph();

if (obstacle === undefined) {
  describeBlobStore('blob store in S3 (Ceph)', async () => {
    const server = await startS3Server();
    const store = new S3Store(server);
    return {
      store,
      follow: (link, init) => fetch(link, init),
      close: async () => {
        await store.close();
        await server.stop();
      },
    };
  });
} else {
  test('blob store in S3 (Ceph)', { skip: `no S3 server here: ${obstacle}` }, () => undefined);
}

const settings = { bucket: 'b', region: 'us-east-1', accessKey: 'canary-access', secretKey: 'canary-secret' };

describe('blob store in S3, without a server', () => {
  test('reports that the server can’t be reached, and that a retry may help', async () => {
    const store = new S3Store({ ...settings, endpoint: 'http://127.0.0.1:1' });
    const open = store.open('a');
    await assert.rejects(open, (error: Error) => {
      assert.ok(!JSON.stringify(error).includes('canary') && !error.message.includes('canary'));
      return (
        'code' in error && error.code === 'blob-store-unavailable' && 'retryable' in error && error.retryable === true
      );
    });
    await store.close();
  });

  test('stops waiting for a silent server when the caller aborts', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const store = new S3Store({ ...settings, endpoint: `http://127.0.0.1:${port}` });
    const startedAt = performance.now();
    await assert.rejects(store.open('a', undefined, AbortSignal.timeout(100)), { code: 'blob-store-unavailable' });
    // Without the abort, it would wait for a minute.
    assert.ok(performance.now() - startedAt < 30_000);
    await store.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

describe('links to objects in S3', { skip: obstacle === undefined ? false : `no S3 server here: ${obstacle}` }, () => {
  test('use the public endpoint without sending a request to it', async () => {
    const server = await startS3Server();
    const store = new S3Store({ ...server, publicEndpoint: 'https://files.example.com' });
    try {
      await store.put('a/b', new Uint8Array(3), { contentType: 'text/plain' });
      const link = new URL(await store.presign('a/b', { expiresAt: new Date(Date.now() + 60_000), fileName: 'b.txt' }));
      assert.equal(link.origin, 'https://files.example.com');
      assert.equal(link.pathname, `/${server.bucket}/a/b`);
      assert.ok(!link.href.includes(server.secretKey));
      const tooLong = store.presign('a/b', { expiresAt: new Date(Date.now() + 8 * 86_400_000), fileName: 'b.txt' });
      await assert.rejects(tooLong, { code: 'blob-store-refused' });
    } finally {
      await store.close();
      await server.stop();
    }
  });
});
