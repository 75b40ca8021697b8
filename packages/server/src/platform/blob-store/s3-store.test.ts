import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { installCeph } from '../../../../../e2e/s3/install-ceph.ts';
import { startS3Server } from '../../../../../e2e/s3/start-s3-server.ts';
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
  it('blob store in S3 (Ceph)', { skip: `no S3 server here: ${obstacle}` }, () => undefined);
}

const settings = { bucket: 'b', region: 'us-east-1', accessKey: 'canary-access', secretKey: 'canary-secret' };

describe('blob store in S3, without a server', () => {
  it('says that the server can not be reached, and that trying again may help', async () => {
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
});
