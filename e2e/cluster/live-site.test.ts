/**
 * Tests a live site at two edges while its processes are killed: readers see only complete versions that were live, in
 * the order in which they went live.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { docwright } from '../cli/run-docwright.ts';
import type { Process } from '../faults/processes.ts';
import { startDnsServer, type TestDnsServer } from '../../packages/server/src/platform/dns/testing/dns-server.ts';
import { openClone, type Clone } from './open-clone.ts';
import { findObstacle, startCluster, stopWorker, until, type Cluster } from './start-cluster.ts';
import { read, watchAsReader, type Reader } from './watch-readers.ts';

const domain = 'docs.live.example';
const page = '/quickstart';

interface Shown {
  readonly slug: string;
  readonly activeDeployment: { readonly deploymentId: string } | null;
  readonly previews: readonly { readonly branch: string; readonly url: string; readonly deploymentId: string | null }[];
}

interface Edge {
  readonly process: Process;
  readonly address: string;
}

// One story, continued from test to test.
suite('a live site on PostgreSQL and S3, at two edges', { skip: findObstacle() ?? false }, () => {
  let dns: TestDnsServer;
  let cluster: Cluster;
  let work: Clone;
  let edges: readonly [Edge, Edge];
  let readers: readonly Reader[] = [];
  let sound: Process;
  /** The deployment that was live when a version was seen. */
  const deployments = new Map<string, string>();

  before(async () => {
    dns = await startDnsServer();
    cluster = await startCluster(domain, { DOCWRIGHT_DNS_SERVERS: dns.address });
    work = await openClone(cluster.folder, await cluster.ask(`/v1/projects/${cluster.projectId}`), cluster.env);
    sound = cluster.start('worker');
    edges = await Promise.all([startEdge(), startEdge()]);
  });
  after(async () => {
    await Promise.all(readers.map((reader) => reader.stop()));
    await cluster?.close();
    await dns?.close();
  });

  const ofProject = (path: string): string => `/v1/projects/${cluster.projectId}${path}`;
  const post = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    cluster.ask(path, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    });
  const site = async (): Promise<Shown> => (await cluster.ask(ofProject('/site'))) as unknown as Shown;
  const startEdge = async (): Promise<Edge> => {
    const process = cluster.start('edge', { DOCWRIGHT_SITES_PORT: '0' });
    return { process, address: String((await process.ready)['address']) };
  };
  const reach = async (version: string): Promise<void> => {
    await Promise.all(readers.map((reader) => reader.reaches(version)));
    deployments.set(version, (await site()).activeDeployment?.deploymentId ?? '');
  };
  /** Reads the page at both edges for the first time. */
  const readPreview = async (branch: string, version: string): Promise<void> => {
    const find = async () => (await site()).previews.find((preview) => preview.branch === branch);
    await until(async () => typeof (await find())?.deploymentId === 'string');
    const { host } = new URL((await find())?.url ?? '');
    for (const { address } of edges)
      await until(async () => (await read(address, host, page)).includes(`Text ${version}`));
  };

  test('a domain verified by DNS is served at both edges', async () => {
    await work.push('v1');
    await post(ofProject('/domains'), { domain });
    dns.set(domain, { cname: `${(await site()).slug}.localhost` });
    assert.equal((await post(ofProject(`/domains/${domain}/check`)))['status'], 'verified');
    for (const { address } of edges) await until(async () => (await read(address, domain, page)).includes('Text v1'));
    readers = edges.map(({ address }) => watchAsReader(address, domain, page));
    await reach('v1');
  });

  test('a push goes live although its worker was killed, and a killed edge has served only the previous version', async () => {
    await stopWorker(sound);
    const doomed = cluster.start('worker', { DOCWRIGHT_FAULT_POINTS: 'deployment.activating:kill:1' });
    await doomed.ready;
    await work.push('v2');
    assert.equal((await doomed.ended).signal, 'SIGKILL');
    const [gone, stays] = edges;
    const [cutOff, reader] = readers;
    assert.ok(cutOff !== undefined && reader !== undefined);
    gone.process.kill('SIGKILL');
    await gone.process.ended;
    await cutOff.stop();
    assert.deepEqual(cutOff.seen, ['v1']);
    assert.deepEqual(onlyAnswers(cutOff), []);
    const next = await startEdge();
    edges = [next, stays];
    readers = [watchAsReader(next.address, domain, page), reader];
    // Both start at the same time: either of them may take the job.
    sound = cluster.start('worker');
    cluster.start('worker');
    await reach('v2');
  });

  test('a branch is served at its own address to readers with access', async () => {
    await work.push('v90', 'next');
    await readPreview('next', 'v90');
    await work.goOnFrom('main');
  });

  test('the agent’s pull request has a preview, which a push updates; its merge goes live', async () => {
    const prompt = 'append section "More" to index: "Text of the agent."';
    const { id } = await post(`/v2/agent/${cluster.projectId}/job`, { prompt });
    const job = async () => cluster.ask(`/v2/agent/${cluster.projectId}/job/${String(id)}`);
    await until(async () => (await job())['status'] === 'completed');
    const { prLink } = (await job()) as { prLink: string };
    const pullRequests = async () =>
      ((await cluster.ask(ofProject('/pull-requests'))) as { pullRequests: { headBranch: string }[] }).pullRequests;
    await until(async () => (await pullRequests()).length === 1);
    const [{ headBranch: branch } = { headBranch: '' }] = await pullRequests();
    await readPreview(branch, 'v2');
    await work.goOnFrom(branch);
    await work.push('v3', branch);
    await readPreview(branch, 'v3');
    assert.ok(readers.every(({ seen }) => seen.at(-1) === 'v2'));
    const body = new URLSearchParams({ action: 'merge', key: cluster.apiKey });
    assert.equal((await fetch(prLink, { method: 'POST', body, redirect: 'manual' })).status, 303);
    await reach('v3');
    for (const { address } of edges) assert.match(await read(address, domain, '/'), /Text of the agent\./);
    await until(async () => (await site()).previews.every((preview) => preview.branch !== branch));
    await work.goOnFrom('main');
  });

  test('a push goes live without the API process, and requests made while it was killed are carried out once', async () => {
    await work.push('v4');
    const ask = () => post(`/v1/project/update/${cluster.projectId}`, undefined, { 'idempotency-key': 'of the story' });
    const lost = ask().catch(() => undefined);
    cluster.api.kill('SIGKILL');
    await Promise.all([lost, cluster.api.ended]);
    // Without the API, the push is found only by polling. The next poll is due immediately, in a worker's first round.
    await cluster.postgres.query(`UPDATE site_environments SET polled_at = polled_at - interval '1 hour'`);
    await cluster.start('worker').ready;
    await Promise.all(readers.map((reader) => reader.reaches('v4')));
    await cluster.start('serve').ready;
    await reach('v4');
    const { statusId } = await ask();
    await until(async () => {
      const { status } = await cluster.ask(`/v1/project/update-status/${String(statusId)}`);
      return status === 'success' || status === 'skipped';
    });
    const count = `SELECT count(*) FROM site_deployments WHERE source = 'api'`;
    assert.equal(await cluster.postgres.query(count), '1');
  });

  test('a rollback reaches both edges without another build', async () => {
    await post(ofProject(`/deployments/${deployments.get('v3') ?? ''}/promote`));
    await reach('v3');
  });

  test('each edge served complete versions in order, without a failure', async () => {
    await Promise.all(readers.map((reader) => reader.stop()));
    for (const { seen, failures, answers } of readers) {
      assert.deepEqual(failures, []);
      assert.deepEqual(seen.slice(-4), ['v2', 'v3', 'v4', 'v3']);
      assert.deepEqual(seen.slice(0, -4), ['v1']);
      assert.ok(answers > 100, String(answers));
    }
  });

  test('all deployments ended, one pull request exists, and the audit finds no violated guarantee', async () => {
    const bad = `SELECT count(*) FROM site_deployments WHERE status NOT IN ('success', 'skipped')`;
    await until(async () => (await cluster.postgres.query(bad)) === '0');
    assert.equal(await cluster.postgres.query('SELECT count(*) FROM local_pull_requests'), '1');
    const { code, stdout, stderr } = await docwright(['audit', '--settled'], cluster.env);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });
});

/** Returns the failures of a reader with a killed edge, except for ended connections. */
const onlyAnswers = ({ failures }: Reader): readonly string[] =>
  failures.filter((failure) => !failure.startsWith('no answer'));
