import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createJobEngine } from '../../../platform/job-engine/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { openDeployments, type TestDeployments } from './testing/open-deployments.ts';

let sites: TestDeployments;
before(async () => {
  sites = await openDeployments();
});
after(() => sites.close());

test('a deployment is offered first to the worker that built the project last, and another project’s deployment to all workers', async () => {
  const { pool, url } = sites.service.database;
  const worker = createJobEngine({ url, pool, log: createLogger({ level: 'silent' }) });
  const idle = worker.defineQueue<{ readonly n: number }>('idle');
  await worker.start();
  const client = await pool.connect();
  const heard: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => heard.push(payload));
  try {
    await worker.work(idle, { concurrency: 1 }, async () => undefined);
    const [held, other] = [await sites.addProject('proj_held'), await sites.addProject('proj_other')];
    await worker.holdAffinity(held);
    await client.query('LISTEN docwright_jobs');
    for (const projectId of [held, other]) await sites.start(projectId);
    // Previews reuse the same cache.
    await sites.start(held, 'topic');
    // Notifications arrive with the next response at the latest.
    await client.query('SELECT 1');
    const [first, second, third] = heard.filter((payload) => payload?.startsWith('ready:deployments'));
    assert.match(first ?? '', /^ready:deployments:\d+$/);
    assert.deepEqual([second, third], ['ready:deployments', first]);
  } finally {
    client.removeAllListeners('notification');
    await client.query('UNLISTEN *');
    client.release();
    await worker.stop();
  }
});
