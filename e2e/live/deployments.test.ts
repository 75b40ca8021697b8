import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startTestService, type TestService } from '../api/test-service.ts';

const run = promisify(execFile);

describe('deployments of a live site', () => {
  let service: TestService;
  let clone = '';
  before(async () => {
    service = await startTestService({ worker: true, settings: { deploymentConcurrency: '1', branchSeconds: '5' } });
    clone = await mkdtemp(join(tmpdir(), 'docwright-clone-'));
    const url = `${service.baseUrl.replace('://', `://key:${service.apiKey}@`)}/git/example-docs.git`;
    await run('git', ['clone', '-q', url, clone]);
    await git('config', 'user.email', 'ada@example.com');
    await git('config', 'user.name', 'Ada');
  });
  after(async () => {
    await service.stop();
    await rm(clone, { recursive: true, force: true });
  });

  const git = (...args: string[]) => run('git', ['-C', clone, ...args]);
  const path = (rest: string): string => `/v1/projects/${service.projectId}${rest}`;
  const ended = async (statusId: string) => {
    for (;;) {
      const { json } = await service.request('GET', `/v1/project/update-status/${statusId}`);
      if (!['queued', 'in_progress'].includes(json.status)) return json;
      await delay(100);
    }
  };
  const site = async () => (await service.request('GET', path('/site'))).json;
  const liveAt = async (commit: string) => {
    for (;;) {
      const { activeDeployment } = await site();
      if (activeDeployment?.commit.sha === commit) return activeDeployment;
      await delay(100);
    }
  };
  const head = async (): Promise<string> => (await git('rev-parse', 'HEAD')).stdout.trim();
  const push = async (name: string, branch = 'main'): Promise<string> => {
    await writeFile(join(clone, `${name}.mdx`), `---\ntitle: ${name}\n---\n\nText of ${name}.\n`);
    await git('add', '-A');
    await git('commit', '-qm', `Add ${name}`);
    await git('push', '-q', 'origin', `HEAD:${branch}`);
    return head();
  };

  test('a new project is deployed automatically', async () => {
    const deployment = await liveAt(await head());
    assert.equal(deployment.status, 'success');
    assert.equal(deployment.environment, 'production');
    assert.ok(deployment.pageCount > 10);
    assert.deepEqual(Object.keys(deployment.durations), ['waiting', 'fetching', 'building', 'activating']);
  });

  test('a push is live, with its author and changes', async () => {
    const { activeDeployment: before } = await site();
    const deployment = await liveAt(await push('first-push'));
    assert.notEqual(deployment.deploymentId, before.deploymentId);
    // The regular check of the branches may precede the push notification.
    assert.match(deployment.source, /^(?:push|poll)$/);
    assert.equal(deployment.commit.message, 'Add first-push');
    assert.deepEqual(deployment.commit.filesChanged, { added: ['first-push.mdx'], modified: [], removed: [] });
  });

  test('an update responds with an ID, and the status of that ID has the published shape', async () => {
    const { status, json } = await service.request('POST', `/v1/project/update/${service.projectId}`);
    assert.equal(status, 202);
    assert.deepEqual(Object.keys(json), ['statusId']);
    const done = await ended(json.statusId);
    assert.equal(done._id, json.statusId);
    assert.equal(done.status, 'success');
    assert.equal(done.subdomain, 'example-docs');
    assert.equal(done.source, 'api');
    assert.deepEqual(done.author, { name: 'first key' });
  });

  test('a deployment’s event stream contains its log in order, and its end', async () => {
    const { json } = await service.request('POST', `/v1/project/update/${service.projectId}`);
    const { text } = await service.request('GET', path(`/deployments/${json.statusId}/events`));
    const states = Array.from(text.matchAll(/^data: (.*)$/gm), ([, data = '']) => JSON.parse(data));
    const { status, logs } = states.at(-1);
    assert.equal(status, 'success');
    assert.match(logs[0], /^Fetching main$/);
    assert.match(logs.at(-1), /pages, \d+ issues?$/);
    assert.deepEqual(
      states.map((state) => state.logs.length),
      states.map((state) => state.logs.length).toSorted((a, b) => a - b),
    );
  });

  test('a promoted deployment is live immediately, and remains live until the head commit changes', async () => {
    const list = await service.request('GET', path('/deployments?status=success'));
    const newest = list.json.deployments[0];
    const first = list.json.deployments.at(-1);
    const { status, json } = await service.request('POST', path(`/deployments/${first.deploymentId}/promote`));
    assert.equal(status, 200);
    assert.equal(json.active, true);
    const again = await service.request('POST', `/v1/project/update/${service.projectId}`);
    const done = await ended(again.json.statusId);
    assert.equal(done.commit.sha, newest.commit.sha);
    assert.match(done.summary, /Not live: another deployment was promoted/);
    assert.equal((await site()).activeDeployment.deploymentId, first.deploymentId);
    await liveAt(await push('after-rollback'));
  });

  test('a branch has a preview at its own address, which is deleted with the branch', async () => {
    await push('on-a-branch', 'feature/One_Two');
    let preview;
    while (typeof preview?.deploymentId !== 'string') {
      await delay(100);
      [preview] = (await site()).previews;
    }
    assert.equal(preview.branch, 'feature/One_Two');
    assert.match(preview.url, /^http:\/\/feature-one-two-[0-9a-f]{8}--example-docs\.localhost/);
    const asked = await service.request('POST', `/v1/project/preview/${service.projectId}`, {
      body: { branch: 'feature/One_Two' },
    });
    assert.equal(asked.status, 202);
    assert.equal(asked.json.previewUrl, preview.url);
    await ended(asked.json.statusId);
    await git('push', '-q', 'origin', ':feature/One_Two');
    while ((await site()).previews.length > 0) await delay(100);
  });

  test('a preview without a branch is rejected as documented', async () => {
    for (const body of [undefined, {}, { branch: '' }, { branch: '  ' }]) {
      const { status, json } = await service.request('POST', `/v1/project/preview/${service.projectId}`, { body });
      assert.equal(status, 400);
      assert.equal(json.error, 'branch is required');
    }
  });

  test('a preview of a nonexistent branch fails with branch_not_found and the branch’s name', async () => {
    const { json } = await service.request('POST', `/v1/project/preview/${service.projectId}`, {
      body: { branch: 'nowhere' },
    });
    const done = await ended(json.statusId);
    assert.equal(done.status, 'failure');
    assert.equal(done.errorCode, 'branch_not_found');
    assert.match(done.summary, /nowhere/);
  });

  test('of twelve simultaneous updates, some are rate-limited, at most three are built, and the rest are skipped', async () => {
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => service.request('POST', `/v1/project/update/${service.projectId}`)),
    );
    const accepted = asked.filter(({ status }) => status === 202);
    assert.ok(asked.some(({ status, json }) => status === 429 && json.code === 'rate_limited'));
    const all = await Promise.all(accepted.map(({ json }) => ended(json.statusId)));
    assert.ok(all.every(({ status }) => status === 'success' || status === 'skipped'));
    assert.ok(all.filter(({ status }) => status === 'success').length <= 3);
  });

  test('the live deployment has one bundle', async () => {
    const { activeDeployment } = await site();
    const { rows } = await service.api.platform.database.pool.query(
      'select sha256 from site_bundles join site_deployments on bundle_id = site_bundles.id where site_deployments.id = $1',
      [activeDeployment.deploymentId],
    );
    assert.equal(rows.length, 1);
  });

  test('a coding agent finds the project through MCP, starts a change, reads its diff, and searches the live site', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${service.apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/v1/mcp', service.baseUrl), { requestInit }));
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const [{ text } = { text: '' }] = content as { text: string }[];
      assert.notEqual(isError, true, text);
      return JSON.parse(text).data;
    };
    const { projects } = await call('list_projects');
    const [{ id: projectId }] = projects;
    assert.equal(projectId, service.projectId);
    const prompt = 'Replace "Lantern" with "Lamp" in quickstart';
    let job = await call('create_agent_job', { projectId, prompt });
    const { id } = job;
    while (job.status === 'active') job = await call('get_agent_job', { projectId, id, wait: 50 });
    assert.deepEqual([job.status, job.result], ['completed', 'changes']);
    assert.match(await call('get_agent_job_diff', { projectId, id }), /^\+.*Lamp/m);
    const { events } = await call('list_agent_job_events', { projectId, id });
    assert.equal(events.at(-1).type, 'job.completed');
    const { slug: domain } = await call('get_site', { projectId });
    const [hit] = await call('search_discovery', { domain, query: 'quickstart', pageSize: 1 });
    const page = await call('read_discovery_page', { domain, path: hit.path });
    assert.match(page.content, /^# /m);
    await client.close();
  });

  test('a project that becomes air-gapped has no live site', async () => {
    const project = `/v1/projects/${service.projectId}`;
    await service.request('PATCH', project, { body: { deploymentKind: 'air-gapped' } });
    for (const [method, at] of [
      ['POST', `/v1/project/update/${service.projectId}`],
      ['GET', path('/site')],
    ] as const) {
      const { status, json } = await service.request(method, at);
      assert.equal(status, 403);
      assert.equal(json.code, 'site_not_live');
    }
    await service.request('PATCH', project, { body: { deploymentKind: 'cloud' } });
  });
});
