import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { request as send, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createLogger, work, type RunningWorker } from '@docwright/server';
import { setUpOwner, type Browser } from '../accounts/browser.ts';
import { startTestService, until, type RequestOptions, type TestService } from '../api/test-service.ts';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import { grantKey } from '../../packages/server/src/modules/project-config/api-keys/index.ts';
import { startSilentServer, type SilentServer } from './silent-server.ts';
import { TestEditor } from '../../packages/server/src/modules/publishing/shared-texts/testing/test-editor.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

const run = promisify(execFile);
const toCookie = ({ cookies }: Browser): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/**
 * One organization, *noisy*, uses as much of each resource as allowed, for as long as allowed. Each test first checks
 * this, and then that the other organization is served in the meantime.
 */
describe('while a neighbor uses its whole share', () => {
  let service: TestService;
  let worker: RunningWorker;
  let noisyKey = '';
  let noisyId = '';
  /** One host for each use, because a host that didn't respond isn't requested again. */
  let specs: SilentServer;
  let hooks: SilentServer;
  let quietHooks: SilentServer;
  const open: ClientRequest[] = [];

  before(async () => {
    [specs, hooks, quietHooks] = await Promise.all([startSilentServer(), startSilentServer(), startSilentServer()]);
    service = await startTestService({
      settings: {
        // One slot is the hardest case.
        deploymentConcurrency: '1',
        webhookConcurrency: '4',
        // Agent jobs stay queued, so that their streams stay open.
        agentConcurrency: '0',
        drainSeconds: '0',
        privateSpecHosts: specs.url,
        privateWebhookHosts: `${hooks.url},${quietHooks.url}`,
      },
    });
    const { kysely } = service.api.platform.database;
    const noisy = await createOrganization(kysely, { name: 'Noisy', plan: 'enterprise' });
    const grant = { scopes: ['admin' as const], projectIds: null, createdBy: 'test', expiresAt: null };
    noisyId = noisy.id;
    noisyKey = (await grantKey(kysely, { ...grant, organizationId: noisy.id, name: 'noisy' })).key;
    worker = await work(service.settings, createLogger({ level: 'silent' }));
  });
  after(async () => {
    for (const one of open) one.destroy();
    for (const server of [specs, hooks, quietHooks]) server.close();
    await worker.stop();
    await service.stop();
  });

  const asNoisy = async (method: string, path: string, options: RequestOptions = {}) => {
    const answer = await service.request(method, path, { key: noisyKey, ...options });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  const served = <T>(ask: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> => until(ask, isDone);

  const createNoisyProject = async (name: string): Promise<string> => {
    const { cloneUrl } = await asNoisy('POST', '/v1/repositories', { body: { name } });
    const api = Array.from({ length: 20 }, (_, index) => `${specs.url}/${name}/${index}.json`);
    const groups = api.map((openapi, index) => ({ group: `API ${index}`, openapi }));
    const docs = { theme: 'mint', name, colors: { primary: '#000000' }, navigation: { groups } };
    const files = [
      { path: 'docs.json', content: JSON.stringify(docs) },
      { path: 'index.mdx', content: '# Home' },
    ];
    await asNoisy('POST', `/v1/repositories/${name}/commits`, { body: { message: 'Site', files } });
    return (await asNoisy('POST', '/v1/projects', { body: { name, repository: cloneUrl } })).id;
  };

  test('a deployment begins while another organization waits for silent hosts', async () => {
    await createNoisyProject('slow-a');
    await createNoisyProject('slow-b');
    await specs.heard(1);
    const asked = await service.request('POST', `/v1/project/update/${service.projectId}`);
    assert.equal(asked.status, 202, asked.text);
    const begun = await served(
      async () => (await service.request('GET', `/v1/project/update-status/${asked.json.statusId}`)).json,
      ({ status }) => status !== 'queued',
    );
    assert.ok(specs.waiting() > 0, 'the noisy organization is still waiting');
    assert.notEqual(begun.status, 'failure');
  });

  test('a webhook is delivered while another organization’s endpoints are silent', async () => {
    const endpoints = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        asNoisy('POST', '/v1/webhook-endpoints', { body: { url: `${hooks.url}/${index}` } }),
      ),
    );
    for (const { id } of endpoints)
      await Promise.all(Array.from({ length: 3 }, () => asNoisy('POST', `/v1/webhook-endpoints/${id}/test`)));
    await hooks.heard(2);
    const own = await service.request('POST', '/v1/webhook-endpoints', { body: { url: `${quietHooks.url}/quiet` } });
    assert.equal((await service.request('POST', `/v1/webhook-endpoints/${own.json.id}/test`)).status, 202);
    await quietHooks.heard(1);
    assert.equal(hooks.waiting(), 2, 'the noisy organization has half of the slots');
  });

  test('a stream opens, and the service is ready, while another organization uses its whole share of streams', async () => {
    const { id: projectId } = (await asNoisy('GET', '/v1/projects')).projects[0];
    const { id } = await asNoisy('POST', `/v2/agent/${projectId}/job`, { body: { prompt: 'Wait' } });
    const path = `/v2/agent/${projectId}/job/${id}/events`;
    let refused: IncomingMessage | undefined;
    while (refused === undefined) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => openStream(path, noisyKey)));
      refused = answers.find(({ statusCode }) => statusCode !== 200);
    }
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '10']);
    const own = await service.request('POST', `/v2/agent/${service.projectId}/job`, { body: { prompt: 'Wait' } });
    const stream = await openStream(`/v2/agent/${service.projectId}/job/${own.json.id}/events`, service.apiKey);
    assert.equal(stream.statusCode, 200);
    for (const [asked, key] of [
      ['/readyz', null],
      ['/v1/projects', service.apiKey],
    ] as const)
      assert.equal((await service.request('GET', asked, { key })).status, 200, asked);
  });

  test('a repository is read while another organization’s pushes never end', async () => {
    const path = '/git/@noisy/slow-a.git/git-receive-pack';
    const authorization = `Basic ${Buffer.from(`key:${noisyKey}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/x-git-receive-pack-request' };
    const pushes = Array.from({ length: 60 }, () => send(service.baseUrl + path, { method: 'POST', headers }));
    open.push(...pushes);
    const refusal = Promise.withResolvers<IncomingMessage>();
    for (const push of pushes) {
      push.on('error', () => undefined).on('response', refusal.resolve);
      // The headers of a push, and nothing after them.
      push.write('0');
    }
    const { statusCode, headers: answered } = await refusal.promise;
    assert.deepEqual([statusCode, answered['retry-after']], [503, '5']);
    const url = `${service.baseUrl.replace('://', `://key:${service.apiKey}@`)}/git/example-docs.git`;
    const { stdout } = await run('git', ['ls-remote', url], { timeout: hangLimitMs });
    assert.match(stdout, /refs\/heads\/main/);
    assert.ok(pushes.filter((push) => !push.closed).length > 8, 'the pushes are still open');
  });

  test('commits, new projects and MCP calls are served while another organization’s uploads never end', async () => {
    await asNoisy('POST', '/v1/repositories', { body: { name: 'uploads' } });
    const headers = {
      authorization: `Bearer ${noisyKey}`,
      'content-type': 'application/json',
      'content-length': '10000000',
    };
    const url = `${service.baseUrl}/v1/repositories/uploads/commits`;
    const uploads = Array.from({ length: 100 }, () => send(url, { method: 'POST', headers, agent: false }));
    open.push(...uploads);
    for (const upload of uploads) upload.on('error', () => undefined);
    // The headers of an upload and its first byte were sent, and nothing follows.
    await Promise.all(uploads.map((upload) => new Promise((resolve) => void upload.write('{', resolve))));
    const files = [{ path: 'neighbor.mdx', content: '# Served' }];
    const mcp = { accept: 'application/json, text/event-stream' };
    const requests = [
      ['/v1/repositories/example-docs/commits', { body: { message: 'Served', files } }, 201],
      ['/v1/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: mcp }, 200],
      ['/v1/projects', { body: { name: 'Q', repository: `${service.baseUrl}/git/example-docs.git` } }, 201],
    ] as const;
    for (const [path, options, status] of requests) {
      const answer = await service.request('POST', path, options);
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
    }
    // Uploads beyond the organization's share of running and waiting requests were refused when they arrived.
    const left = uploads.filter((upload) => !upload.closed).length;
    assert.ok(left >= 60, `only ${left} uploads are still open`);
  });

  test('a shared text is saved while another organization’s texts wait for their draft', async () => {
    const noisy = await createNoisyProject('texts');
    const paths = Array.from({ length: 12 }, (_, index) => `page-${index}.mdx`);
    const write = (key: string, project: string, path: string) =>
      service.request('PUT', `/v1/projects/${project}/drafts/main/files/${path}`, {
        key,
        body: { content: '# Page\n', version: null },
      });
    for (const path of paths) assert.equal((await write(noisyKey, noisy, path)).status, 200);
    assert.equal((await write(service.apiKey, service.projectId, 'served.mdx')).status, 200);
    const noisyCookie = toCookie(await setUpOwner({ ...service, organizationId: noisyId }, 'noisy@example.com'));
    const quietCookie = toCookie(await setUpOwner(service));
    const editors: TestEditor[] = [];
    const openText = async (cookie: string, project: string, path: string): Promise<TestEditor> => {
      const editor = new TestEditor({
        url: () =>
          `${service.baseUrl.replace(/^http/, 'ws')}/v1/projects/${project}/drafts/main/shared-text?path=${path}`,
        headers: { origin: new URL(service.baseUrl).origin, cookie },
      });
      editors.push(editor);
      await editor.connect();
      return editor;
    };
    const isSaved = (editor: TestEditor): boolean => editor.messages.some(({ type }) => type === 'saved');
    const noisyEditors = await Promise.all(paths.map((path) => openText(noisyCookie, noisy, path)));
    const quiet = await openText(quietCookie, service.projectId, 'served.mdx');
    // The noisy draft can't be written.
    const lock = await service.api.platform.database.pool.connect();
    try {
      await lock.query('begin');
      await lock.query('select from drafts where project_id = $1 for update', [noisy]);
      for (const editor of noisyEditors) editor.type(0, 0, 'noisy ');
      await Promise.all(noisyEditors.map((editor) => editor.saved()));
      for (const editor of noisyEditors) editor.send({ type: 'save' });
      quiet.type(0, 0, 'quiet ');
      quiet.send({ type: 'save' });
      await quiet.until(() => isSaved(quiet));
      const file = await service.request('GET', `/v1/projects/${service.projectId}/drafts/main/files/served.mdx`);
      assert.equal(file.json.content, 'quiet # Page\n');
      assert.deepEqual(noisyEditors.filter(isSaved), []);
    } finally {
      await lock.query('rollback');
      lock.release();
    }
    for (const editor of noisyEditors) {
      editor.send({ type: 'save' });
      await editor.until(() => isSaved(editor));
    }
    for (const editor of editors) await editor.close();
  });

  async function openStream(path: string, key: string): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const stream = send(service.baseUrl + path, { headers, agent: false });
    stream.on('error', () => undefined);
    open.push(stream.end());
    const [answer] = (await once(stream, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined).resume();
    return answer;
  }
});
