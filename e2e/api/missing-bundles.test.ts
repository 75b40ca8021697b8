import assert from 'node:assert/strict';
import { open, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService, until, type Answer, type TestService } from './test-service.ts';

const path = '/v1/static-export/jobs';

describe('a bundle whose file is not what the export made', () => {
  let service: TestService;
  let jobId: string;
  let file: string;
  before(async () => {
    service = await startTestService({ worker: true });
    jobId = (await service.request('POST', path, { body: { domain: service.domain } })).json.jobId;
    const job = await until(
      () => service.request('GET', `${path}/${jobId}`),
      ({ json }) => json.status === 'completed' || json.status === 'failed',
    );
    assert.equal(job.json.status, 'completed', job.text);
    const [key] = await Array.fromAsync(service.api.platform.blobs.list('bundles/'), (blob) => blob.key);
    file = join(service.dataDir, 'blobs', 'objects', `${String(key)}~`);
  });
  after(() => service.stop());

  const ask = (what: string): Promise<Answer> => service.request('POST', `${path}/${jobId}/${what}`);
  const expectGone = async (code: string): Promise<void> => {
    for (const answer of [
      await ask('bundle'),
      await ask('preview'),
      await service.request('GET', `${path}/${jobId}/compare/${jobId}`),
    ]) {
      assert.deepEqual([answer.status, answer.json.code], [410, code], answer.text);
      assert.match(answer.json.error, /start the export again/);
    }
  };
  /** A list never fails for one of its rows, and shows no link that leads to nothing. */
  const expectListed = async (hasLink: boolean): Promise<void> => {
    const list = await service.request('GET', path);
    const one = await service.request('GET', `${path}/${jobId}`);
    for (const job of [list.json.jobs[0], one.json]) {
      assert.equal(job.status, 'completed', list.text);
      assert.ok(job.sizeBytes > 0);
      assert.deepEqual(['bundleUrl' in job, 'expiresAt' in job], [hasLink, hasLink]);
    }
  };

  it('that is whole has a link', async () => {
    assert.equal((await ask('bundle')).status, 200);
    await expectListed(true);
  });

  it('that is gone is a 410 that says to export again', async () => {
    await rename(file, `${file}.aside`);
    await expectGone('bundle_missing');
    await expectListed(false);
    await rename(`${file}.aside`, file);
    assert.equal((await ask('bundle')).status, 200);
  });

  it('with one other byte is told apart from one that is gone', async () => {
    const handle = await open(file, 'r+');
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 1_000);
    await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, 1_000);
    await expectGone('bundle_damaged');
    await handle.write(buffer, 0, 1, 1_000);
    await handle.close();
    assert.equal((await ask('bundle')).status, 200);
  });

  it('that was cut has no link in a list either', async () => {
    await truncate(file, 2_000);
    await expectGone('bundle_damaged');
    await expectListed(false);
    await rm(file);
    await expectGone('bundle_missing');
  });
});
