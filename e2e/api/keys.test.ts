import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operations, type Operation, type OperationId } from '@docwright/contract';
import { grantKey } from '../../packages/server/src/modules/project-config/api-keys/index.ts';
import { generateKey } from '../../packages/server/src/modules/project-config/api-keys/key-format.ts';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The operations that need a key, each tested with every kind of invalid key and another organization's objects. */
const guarded = Object.entries(operations).filter(([, { scope }]) => scope !== null) as [OperationId, Operation][];

describe('keys', () => {
  let service: TestService;
  let otherKey: string;
  let revokedKey: string;
  let expiredKey: string;
  let agentJobId: string;
  let exportJobId: string;
  let keyId: string;

  before(async () => {
    service = await startTestService();
    const { kysely } = service.api.platform.database;
    const other = await createOrganization(kysely, { name: 'Other', plan: 'enterprise' });
    const grant = { scopes: ['admin' as const], projectIds: null, createdBy: 'test', expiresAt: null };
    otherKey = (await grantKey(kysely, { ...grant, organizationId: other.id, name: 'other' })).key;
    const own = { ...grant, organizationId: service.organizationId };
    expiredKey = (await grantKey(kysely, { ...own, name: 'expired', expiresAt: new Date(Date.now() - 1000) })).key;
    const revoked = await service.request('POST', '/v1/api-keys', { body: { name: 'revoked' } });
    revokedKey = revoked.json.key;
    keyId = revoked.json.id;
    assert.equal((await service.request('POST', `/v1/api-keys/${revoked.json.id}/revoke`)).status, 200);
    agentJobId = (await service.request('POST', `/v2/agent/${service.projectId}/job`, { body: { prompt: 'x' } })).json
      .id;
    exportJobId = (await service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } })).json
      .jobId;
  });
  after(() => service.stop());

  const pathOf = ({ path }: Operation): string =>
    path
      .replace('{projectId}', service.projectId)
      .replace('{jobId}', exportJobId)
      .replace('{name}', 'example-docs')
      .replace('{domain}', service.domain)
      .replace('{id}', path.includes('/agent/') ? agentJobId : keyId);

  for (const [id, operation] of guarded) {
    test(`${id} responds with the same 401 error to every kind of invalid key`, async () => {
      const good = service.apiKey;
      const badKeys: Record<string, Record<string, string>> = {
        none: {},
        'not a bearer': { authorization: `Basic ${good}` },
        empty: { authorization: 'Bearer ' },
        malformed: { authorization: 'Bearer hello' },
        'wrong checksum': { authorization: `Bearer ${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}` },
        unknown: { authorization: `Bearer ${generateKey()}` },
        revoked: { authorization: `Bearer ${revokedKey}` },
        expired: { authorization: `Bearer ${expiredKey}` },
      };
      const bodies = new Set<string>();
      for (const [kind, headers] of Object.entries(badKeys)) {
        const answer = await service.request(operation.method, pathOf(operation), { key: null, headers });
        assert.equal(answer.status, 401, kind);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer', kind);
        assert.match(answer.headers.get('x-request-id') ?? '', /^req_/, kind);
        const { requestId, ...rest } = answer.json;
        assert.equal(requestId, answer.headers.get('x-request-id'));
        bodies.add(JSON.stringify(rest));
      }
      assert.equal(bodies.size, 1);
    });

    if (operation.scope === 'any') continue;
    test(`${id} responds with 403 to a key without its scope`, async () => {
      const { kysely } = service.api.platform.database;
      const scope = operation.scope === 'metrics:read' ? 'projects:read' : 'metrics:read';
      const { key } = await grantKey(kysely, {
        organizationId: service.organizationId,
        name: 'narrow',
        scopes: [scope],
        projectIds: null,
        createdBy: 'test',
        expiresAt: null,
      });
      const answer = await service.request(operation.method, pathOf(operation), { key });
      assert.equal(answer.status, 403);
      assert.equal(answer.json.code, 'insufficient_scope');
      assert.ok(answer.json.error.includes(operation.scope));
    });
  }

  const withObject = guarded.filter(([, { path }]) => path.includes('{'));
  for (const [id, operation] of withObject) {
    test(`${id} responds to another organization's object as to a missing object`, async () => {
      const body = operation.body === null ? {} : { body: sampleBody(id) };
      const query = sampleQuery(id);
      const foreign = await service.request(operation.method, `${pathOf(operation)}${query}`, {
        key: otherKey,
        ...body,
      });
      const missingPath = `${operation.path.replaceAll(/\{\w+\}/g, 'missing')}${query}`;
      const missing = await service.request(operation.method, missingPath, { key: otherKey, ...body });
      assert.equal(foreign.status, 404);
      assert.equal(missing.status, 404);
      const shape = ({ json }: typeof foreign): unknown => ({
        code: json.code,
        error: json.error.replaceAll(/"[^"]*"/g, '""'),
        fields: Object.keys(json).sort(),
      });
      assert.deepEqual(shape(foreign), shape(missing));
    });
  }

  test('another organization’s lists are empty', async () => {
    const read = async (path: string) => (await service.request('GET', path, { key: otherKey })).json;
    assert.deepEqual(await read('/v1/projects'), { projects: [], nextCursor: null });
    assert.deepEqual(await read('/v1/static-export/jobs'), { jobs: [], nextCursor: null });
    assert.deepEqual(await read('/v1/repositories'), { repositories: [], nextCursor: null });
    assert.equal((await read('/v1/api-keys')).apiKeys.length, 1);
  });

  test('a key bound to one project can’t access another project', async () => {
    const second = await service.request('POST', '/v1/projects', {
      body: { name: 'Second', repository: `${service.baseUrl}/git/example-docs.git` },
    });
    const bound = await service.request('POST', '/v1/api-keys', {
      body: { name: 'bound', projectIds: [second.json.id] },
    });
    const { key } = bound.json;
    assert.equal((await service.request('GET', `/v1/projects/${service.projectId}`, { key })).status, 404);
    assert.equal((await service.request('GET', `/v1/projects/${second.json.id}`, { key })).status, 200);
    assert.equal((await service.request('GET', '/v1/projects', { key })).json.projects.length, 1);
    assert.equal((await service.request('GET', `/v1/static-export/jobs/${exportJobId}`, { key })).status, 404);
    const job = await service.request('POST', `/v2/agent/${service.projectId}/job`, { key, body: { prompt: 'x' } });
    assert.equal(job.status, 404);
    const wider = await service.request('POST', '/v1/api-keys', {
      key,
      body: { name: 'wider', projectIds: [service.projectId] },
    });
    assert.equal(wider.json.code, 'insufficient_scope');
  });

  test('a key bound to a project can’t access objects that the organization shares', async () => {
    const bound = await service.request('POST', '/v1/api-keys', {
      body: { name: 'bound admin', scopes: ['admin'], projectIds: [service.projectId] },
    });
    const { key } = bound.json;
    const refused = [
      ['GET', '/v1/api-keys'],
      ['POST', `/v1/api-keys/${keyId}/revoke`],
      ['PATCH', '/v1/organization'],
      ['GET', '/v1/repositories'],
      ['DELETE', '/v1/repositories/example-docs'],
      ['GET', '/metrics'],
    ] as const;
    for (const [method, path] of refused) {
      const answer = await service.request(method, path, { key, ...(method === 'PATCH' && { body: { name: 'x' } }) });
      assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope'], path);
    }
    const repository = `${service.baseUrl}/git/example-docs.git`;
    const project = await service.request('POST', '/v1/projects', { key, body: { name: 'x', repository } });
    assert.deepEqual([project.status, project.json.code], [403, 'insufficient_scope']);
    const basic = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`;
    const git = await fetch(`${repository}/info/refs?service=git-upload-pack`, { headers: { authorization: basic } });
    assert.ok([401, 403, 404].includes(git.status), String(git.status));
  });

  test('a revoked key, and a key rolled without an overlap, are rejected within 5 s', async () => {
    const make = async (name: string) => (await service.request('POST', '/v1/api-keys', { body: { name } })).json;
    const [revoked, rolled, kept] = [await make('to revoke'), await make('to roll'), await make('to keep')];
    const works = async (key: string) => (await service.request('GET', '/v1/organization', { key })).status === 200;
    for (const { key } of [revoked, rolled, kept]) assert.ok(await works(key));
    await service.request('POST', `/v1/api-keys/${revoked.id}/revoke`);
    const fresh = (await service.request('POST', `/v1/api-keys/${rolled.id}/roll`, {})).json;
    const overlapping = (
      await service.request('POST', `/v1/api-keys/${kept.id}/roll`, { body: { overlapSeconds: 600 } })
    ).json;
    const startedMs = performance.now();
    // On a busy machine, a request sent earlier may be answered later.
    for (let sentMs = startedMs; (await works(revoked.key)) || (await works(rolled.key)); sentMs = performance.now()) {
      assert.ok(sentMs - startedMs < 5_000, 'still accepted after 5 s');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok(await works(fresh.key));
    assert.ok(await works(kept.key));
    assert.ok(await works(overlapping.key));
    const again = await service.request('POST', `/v1/api-keys/${revoked.id}/roll`);
    assert.equal(again.json.code, 'api_key_revoked');
  });

  test('static export is refused with plan_required on the free plan', async () => {
    const { kysely } = service.api.platform.database;
    const free = await createOrganization(kysely, { name: 'Free', plan: 'free' });
    const grant = { scopes: ['admin' as const], projectIds: null, createdBy: 'test', expiresAt: null };
    const { key } = await grantKey(kysely, { ...grant, organizationId: free.id, name: 'free' });
    for (const [, operation] of guarded.filter(([, { tag }]) => tag === 'Static export')) {
      const answer = await service.request(operation.method, pathOf(operation), { key });
      assert.deepEqual([answer.status, answer.json.code], [403, 'plan_required'], operation.path);
      assert.match(answer.json.error, /"free"/);
    }
  });
});

function sampleQuery(id: OperationId): string {
  switch (id) {
    case 'exportAnalytics':
      return '?kind=feedback';
    case 'getAnalyticsPage':
      return '?path=/';
    case 'getAgentJobDiffLines':
      return '?path=docs.json';
    case 'deleteDraftFile':
      return `?version=${'0'.repeat(32)}`;
    default:
      return '';
  }
}

function sampleBody(id: OperationId): unknown {
  switch (id) {
    case 'createAgentJob':
    case 'sendAgentJobMessage':
      return { prompt: 'x' };
    case 'createAgentJobV1':
      return { messages: [{ role: 'user', content: 'x' }] };
    case 'updateMember':
      return { role: 'viewer' };
    case 'setProjectModels':
    case 'setOrganizationModels':
      return { models: [{ provider: 'builtin', model: 'rules-1' }] };
    case 'approvePullRequest':
      return { commit: 'x' };
    case 'mergeAgentJobPullRequest':
      return { headCommit: '0'.repeat(40) };
    case 'commentOnAgentJobPullRequest':
      return { text: 'x' };
    case 'createRepositoryCommit':
      return { message: 'x', files: [{ path: 'x', content: 'x' }] };
    case 'searchDiscovery':
      return { query: 'x' };
    case 'readDiscoveryPage':
      return { path: 'x' };
    case 'sendAssistantMessage':
      return { messages: [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }] };
    case 'createPublicKey':
      return { name: 'x', allowedOrigins: ['https://www.example.com'] };
    case 'sendAnalyticsEvents':
      return { events: [{}] };
    case 'updateFeedback':
      return { status: 'resolved' };
    case 'updateSuggestion':
      return { status: 'dismissed' };
    case 'setSearchChecks':
      return { questions: [] };
    case 'setSiteAccess':
      return { mode: 'public' };
    case 'startTestSignIn':
      return { mode: 'jwt' };
    case 'addDomain':
      return { domain: 'docs.example.com' };
    case 'createAutomation':
      return { name: 'x', trigger: { type: 'event' }, instructions: 'x' };
    case 'putDraftFile':
      return { content: 'x', version: null };
    case 'askAgent':
      return { prompt: 'x' };
    case 'createCommentThread':
      return { file: 'a.mdx', quote: 'x', text: 'x' };
    case 'replyToCommentThread':
    case 'updateComment':
      return { text: 'x' };
    case 'moveDraftFile':
      return { from: 'a.mdx', to: 'b.mdx' };
    case 'restoreDraftFile':
      return { file: 'a.mdx' };
    case 'resolveDraftConflict':
      return { file: 'a.mdx', keep: 'draft', version: null };
    case 'uploadDraftMedia':
      return { name: 'a.png', content: 'AAAA' };
    case 'previewDraft':
      return { page: 'a.mdx' };
    case 'publishDraft':
      return { action: 'publish' };
    case 'updateDraftSettings':
      return { blockErrors: true };
    default:
      return {};
  }
}
