/** The grown-up deployment: an operator's PostgreSQL and S3, one API process, two workers, and workers that die. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { docwright, docwrightJson } from '../cli/run-docwright.ts';
import { startProcess, type Process } from '../faults/processes.ts';
import { installCeph } from '../s3/install-ceph.ts';
import { startS3Server, type S3Server } from '../s3/start-s3-server.ts';
import { findPostgres } from './find-postgres.ts';
import { openClone } from './open-clone.ts';
import { startPostgres, type PostgresServer } from './start-postgres.ts';
import { read, watchAsReader } from './watch-readers.ts';

/** A job of a worker that died is another's by then, and done. */
const takeOverLimitMs = 75_000;
const domain = 'docs.cluster.example';

const obstacle =
  findPostgres() === undefined
    ? "Debian's PostgreSQL is not installed (package postgresql)"
    : prefix('no S3 server: ', installCeph());

suite('on PostgreSQL and S3 with two workers', { skip: obstacle ?? false, timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-cluster-'));
  const processes: Process[] = [];
  let postgres: PostgresServer | undefined;
  let s3: S3Server | undefined;
  let env: Record<string, string> = {};
  let projectId = '';

  before(async () => {
    [postgres, s3] = await Promise.all([startPostgres(), startS3Server()]);
    env = {
      DATABASE_URL: postgres.url,
      // One folder for all processes, as replicas that share the embedded code host need it.
      DOCWRIGHT_DATA_DIR: join(folder, 'data'),
      DOCWRIGHT_S3_ENDPOINT: s3.endpoint,
      DOCWRIGHT_S3_BUCKET: s3.bucket,
      DOCWRIGHT_S3_REGION: s3.region,
      DOCWRIGHT_S3_ACCESS_KEY_ID: s3.accessKey,
      DOCWRIGHT_S3_SECRET_ACCESS_KEY: s3.secretKey,
    };
    const api = start('serve', { DOCWRIGHT_PORT: '0' });
    const { json: made } = await docwrightJson(['keys', 'create', '--local', '--name', 'first'], env);
    const { baseUrl } = await api.ready;
    env = { ...env, DOCWRIGHT_BASE_URL: String(baseUrl), DOCWRIGHT_API_KEY: String(made['key']) };
    const site = ['--from', 'examples/docs-site', '--domain', domain];
    const { json: project } = await docwrightJson(['projects', 'create', ...site], env);
    projectId = String(project['id']);
  });

  after(async () => {
    for (const one of processes) one.killGroup();
    await Promise.all(processes.map(({ ended }) => ended));
    await Promise.all([postgres?.stop(), s3?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  function start(command: 'serve' | 'worker' | 'edge', more: Readonly<Record<string, string>> = {}): Process {
    const started = startProcess([command], { ...env, ...more }, join(folder, `${command}.log`));
    processes.push(started);
    return started;
  }

  /**
   * The only worker dies at the given place of the job; a second one finds it so and ends the job. Nothing is held by SIGSTOP:
   * a worker stopped in the middle of a fetch keeps the lock of the mirror, and the other would wait for that.
   */
  async function finishJob(armedPoint: string, command: () => Promise<() => Promise<Record<string, unknown>>>) {
    const doomed = start('worker', { DOCWRIGHT_FAULT_POINTS: armedPoint });
    await doomed.ready;
    const read = await command();
    assert.equal((await doomed.ended).signal, 'SIGKILL');
    const killedAt = performance.now();
    assert.ok(!isTerminal(await read()), 'the job was under way when its worker died');
    const sound = start('worker');
    let job = await read();
    while (!isTerminal(job) && performance.now() - killedAt < takeOverLimitMs) {
      await delay(100);
      job = await read();
    }
    await stop(sound);
    return job;
  }

  async function stop(worker: Process): Promise<void> {
    await worker.ready;
    worker.kill('SIGTERM');
    assert.equal((await worker.ended).code, 0);
  }

  async function readJob(...command: string[]): Promise<Record<string, unknown>> {
    return (await docwrightJson(command, env)).json;
  }

  test('an agent job whose worker is killed after its push ends with exactly one pull request', async () => {
    const job = await finishJob('agent.push-answered:kill:1', async () => {
      const prompt = 'Move page guides/migrate to guides/import';
      const { id } = await readJob('jobs', 'create', '--project', projectId, prompt);
      return async () => readJob('jobs', 'get', '--project', projectId, String(id));
    });
    assert.deepEqual({ status: job['status'], result: job['result'] }, { status: 'completed', result: 'changes' });
    assert.equal(await postgres?.query('SELECT count(*) FROM local_pull_requests'), '1');
    assert.match(await (await fetch(String(job['prLink']))).text(), /guides\/import/);
  });

  test('an export whose worker is killed half-way is downloaded from S3 by its link alone', async () => {
    let jobId = '';
    const job = await finishJob('export.rendering:kill:10', async () => {
      const started = await fetch(`${env['DOCWRIGHT_BASE_URL'] ?? ''}/v1/static-export/jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${env['DOCWRIGHT_API_KEY'] ?? ''}`, 'content-type': 'application/json' },
        body: JSON.stringify({ domain }),
      });
      ({ jobId } = (await started.json()) as { jobId: string });
      return async () => readJob('exports', 'get', jobId);
    });
    assert.equal(job['status'], 'completed');
    const { json: bundle } = await docwrightJson(['exports', 'bundle', jobId], env);
    const link = String(bundle['bundleUrl']);
    assert.ok(link.startsWith(`${s3?.endpoint ?? ''}/`), link);
    const download = await fetch(link);
    const bytes = Buffer.from(await download.arrayBuffer());
    assert.deepEqual(
      { status: download.status, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      { status: 200, size: job['sizeBytes'], sha256: job['sha256'] },
    );
  });

  test(
    'a pushed page goes live at both edges, though a worker and an edge die on the way; no reader meets a failure or two versions',
    { timeout: 90_000 },
    async () => {
      const ask = async (path: string, method = 'GET'): Promise<Record<string, unknown>> => {
        const headers = { authorization: `Bearer ${env['DOCWRIGHT_API_KEY'] ?? ''}` };
        const answer = await fetch(`${env['DOCWRIGHT_BASE_URL'] ?? ''}${path}`, { method, headers });
        const text = await answer.text();
        assert.ok(answer.ok, `${path}: ${String(answer.status)} ${text}`);
        return JSON.parse(text) as Record<string, unknown>;
      };
      const { slug } = await ask(`/v1/projects/${projectId}/site`);
      const host = `${String(slug)}.localhost`;
      const startEdge = async (): Promise<{ readonly process: Process; readonly address: string }> => {
        const edge = start('edge', { DOCWRIGHT_SITES_PORT: '0' });
        return { process: edge, address: String((await edge.ready)['address']) };
      };
      const work = await openClone(folder, await ask(`/v1/projects/${projectId}`), env);
      const worker = start('worker');
      const [first, second] = await Promise.all([startEdge(), startEdge(), worker.ready]);

      // What waits from before is overtaken; from here on each page says which version it is of.
      await work.push('v1');
      for (const { address } of [first, second])
        await until(async () => (await read(address, host, '/quickstart')).includes('Text v1'));
      const { activeDeployment: before } = (await ask(`/v1/projects/${projectId}/site`)) as {
        activeDeployment: { deploymentId: string };
      };
      const [reader, cutOff] = [second, first].map(({ address }) => watchAsReader(address, host, '/quickstart'));
      assert.ok(reader !== undefined && cutOff !== undefined);
      await stop(worker);
      const doomed = start('worker', { DOCWRIGHT_FAULT_POINTS: 'deployment.activating:kill:1' });
      await work.push('v2');
      assert.equal((await doomed.ended).signal, 'SIGKILL', 'before it was made live');
      const sound = start('worker');

      // While that waits for the other worker: a preview, and an edge that dies.
      await work.push('v3', 'next');
      first.process.kill('SIGKILL');
      await cutOff.stop();
      const third = await startEdge();
      const lateReader = watchAsReader(third.address, host, '/quickstart');
      const findPreview = async (): Promise<
        { readonly url: string; readonly deploymentId: string | null } | undefined
      > => {
        const { previews } = (await ask(`/v1/projects/${projectId}/site`)) as {
          previews: { branch: string; url: string; deploymentId: string | null }[];
        };
        return previews.find(({ branch }) => branch === 'next');
      };
      await until(async () => typeof (await findPreview())?.deploymentId === 'string');
      const previewHost = new URL((await findPreview())?.url ?? '').host;
      for (const { address } of [second, third])
        assert.match(await read(address, previewHost, '/quickstart'), /^200 [^]*Text v3/);

      await Promise.all([reader.reaches('v2'), lateReader.reaches('v2')]);
      const asked = performance.now();
      await ask(`/v1/projects/${projectId}/deployments/${before.deploymentId}/promote`, 'POST');
      await Promise.all([reader.reaches('v1'), lateReader.reaches('v1')]);
      assert.ok(performance.now() - asked < 2_000, 'rolled back at both edges');
      await Promise.all([reader.stop(), lateReader.stop()]);
      assert.deepEqual([...reader.failures, ...lateReader.failures], []);
      const cutAnswers = cutOff.failures.filter((failure) => !failure.startsWith('no answer'));
      assert.deepEqual(cutAnswers, []);
      assert.deepEqual(reader.seen, ['v1', 'v2', 'v1']);
      assert.deepEqual([cutOff.seen, lateReader.seen], [['v1'], ['v1', 'v2', 'v1']]);
      assert.ok(reader.answers > 100, String(reader.answers));
      const { deployments } = (await ask(`/v1/projects/${projectId}/deployments`)) as {
        deployments: { status: string }[];
      };
      assert.deepEqual(
        deployments.filter(({ status }) => status !== 'success' && status !== 'skipped'),
        [],
      );
      await stop(sound);
    },
  );

  test('after that, no promise of the service is broken', async () => {
    const { code, stdout, stderr } = await docwright(['audit', '--settled'], env);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + takeOverLimitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not so in ${String(takeOverLimitMs)} ms: ${String(isSo)}`);
    await delay(50);
  }
}

const isTerminal = ({ status }: Record<string, unknown>): boolean => status === 'completed' || status === 'failed';

function prefix(text: string, reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : text + reason;
}
