/**
 * Tests the production deployment: an operator's PostgreSQL and S3, one API process, and workers that replace killed
 * workers.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { docwright, docwrightJson } from '../cli/run-docwright.ts';
import { findObstacle, startCluster, stopWorker, type Cluster } from './start-cluster.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

const domain = 'docs.cluster.example';

suite('on PostgreSQL and S3 with a worker that replaces a killed one', { skip: findObstacle() ?? false }, () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster(domain);
  });
  after(() => cluster?.close());

  /**
   * Kills the only worker at the given point of the job; a second worker finds the job in that state and completes it.
   * SIGSTOP isn't used, because a worker that is stopped during a fetch keeps the mirror's lock, and the other
   * worker would wait for it.
   */
  async function finishJob(armedPoint: string, command: () => Promise<() => Promise<Record<string, unknown>>>) {
    const doomed = cluster.start('worker', { DOCWRIGHT_FAULT_POINTS: armedPoint });
    await doomed.ready;
    const read = await command();
    assert.equal((await doomed.ended).signal, 'SIGKILL');
    const killedAt = performance.now();
    assert.ok(!isTerminal(await read()), 'the job was under way when its worker died');
    const sound = cluster.start('worker');
    let job = await read();
    while (!isTerminal(job) && performance.now() - killedAt < hangLimitMs) {
      await delay(100);
      job = await read();
    }
    await stopWorker(sound);
    return job;
  }

  async function readJob(...command: string[]): Promise<Record<string, unknown>> {
    return (await docwrightJson(command, cluster.env)).json;
  }

  test('an agent job ends with exactly one pull request if its worker is killed after the push', async () => {
    const job = await finishJob('agent.push-answered:kill:1', async () => {
      const prompt = 'Move page guides/migrate to guides/import';
      const { id } = await readJob('jobs', 'create', '--project', cluster.projectId, prompt);
      return async () => readJob('jobs', 'get', '--project', cluster.projectId, String(id));
    });
    assert.deepEqual({ status: job['status'], result: job['result'] }, { status: 'completed', result: 'changes' });
    assert.equal(await cluster.postgres.query('SELECT count(*) FROM local_pull_requests'), '1');
    assert.match(await (await fetch(String(job['prLink']))).text(), /guides\/import/);
  });

  test('an export can be downloaded from S3 with only its link, even if its worker was killed halfway', async () => {
    let jobId = '';
    const job = await finishJob('export.rendering:kill:10', async () => {
      const started = await fetch(`${cluster.env['DOCWRIGHT_BASE_URL'] ?? ''}/v1/static-export/jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${cluster.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ domain }),
      });
      ({ jobId } = (await started.json()) as { jobId: string });
      return async () => readJob('exports', 'get', jobId);
    });
    assert.equal(job['status'], 'completed');
    const { json: bundle } = await docwrightJson(['exports', 'bundle', jobId], cluster.env);
    const link = String(bundle['bundleUrl']);
    assert.ok(link.startsWith(`${cluster.s3.endpoint}/`), link);
    const download = await fetch(link);
    const bytes = Buffer.from(await download.arrayBuffer());
    assert.deepEqual(
      { status: download.status, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      { status: 200, size: job['sizeBytes'], sha256: job['sha256'] },
    );
  });

  test('the audit then finds no violated guarantee', async () => {
    const { code, stdout, stderr } = await docwright(['audit', '--settled'], cluster.env);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });
});

const isTerminal = ({ status }: Record<string, unknown>): boolean => status === 'completed' || status === 'failed';
