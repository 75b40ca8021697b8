import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Scope } from '@docwright/contract';
import { startTestService, type Answer, type TestService } from '../api/test-service.ts';
import { invite, setUpOwner, type Browser } from './browser.ts';

/** Realistic attempts to gain more permissions. `authority-table.test.ts` covers every other cell. */
describe('no one can grant, revoke or outlive permissions that they don’t have', () => {
  let service: TestService;
  let owner: Browser;
  let admin: Browser;
  before(async () => {
    service = await startTestService();
    owner = await setUpOwner(service);
    admin = await invite(service, owner, { email: 'admin@example.com', role: 'admin' });
  });
  after(() => service.stop());

  const makeKey = async (body: object): Promise<{ readonly id: string; readonly key: string }> => {
    const answer = await service.request('POST', '/v1/api-keys', { body: { name: 'k', ...body } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const keyWith = (...scopes: Scope[]) => makeKey({ scopes });
  const assertRefused = (answer: Answer, what: RegExp): void => {
    assert.deepEqual([answer.status, answer.json?.code], [403, 'insufficient_scope'], answer.text);
    assert.match(answer.json.error, what);
  };
  const eventsOf = async (target: string): Promise<string[]> => {
    const { json } = await service.request('GET', `/v1/audit-events?target=${target}`);
    return json.events.map((event: { action: string; result: string; actor: { name: string } }) =>
      [event.action, event.result, event.actor.name].join(' '),
    );
  };

  test('a key with api-keys:write cannot roll or revoke a key with more permissions, and the attempt is audited', async () => {
    const low = await makeKey({ name: 'low', scopes: ['api-keys:write'] });
    const high = await keyWith('admin');
    for (const what of ['roll', 'revoke']) {
      assertRefused(
        await service.request('POST', `/v1/api-keys/${high.id}/${what}`, { key: low.key }),
        /the key "low" lacks the scope "admin"/,
      );
    }
    assert.equal((await service.request('GET', '/v1/me', { key: high.key })).status, 200);
    assert.deepEqual(await eventsOf(high.id), [
      'api_key.revoked refused low',
      'api_key.rolled refused low',
      'api_key.created success first key',
    ]);
  });

  test('an admin cannot roll an owner’s key', async () => {
    const high = await keyWith('admin');
    assertRefused(await admin.request('POST', `/v1/api-keys/${high.id}/roll`, {}), /the role "admin" of admin@example/);
  });

  test('a key with api-keys:write can roll and revoke itself', async () => {
    const own = await keyWith('api-keys:write');
    const rolled = await service.request('POST', `/v1/api-keys/${own.id}/roll`, {
      key: own.key,
      body: { overlapSeconds: 60 },
    });
    assert.deepEqual([rolled.status, rolled.json.scopes], [201, ['api-keys:write']]);
    const { key, id } = rolled.json;
    assert.equal((await service.request('POST', `/v1/api-keys/${id}/revoke`, { key })).status, 200);
  });

  test('an expiring key can’t create a key that expires later; by default, the new key expires at the same time', async () => {
    const end = new Date(Date.now() + 3_600_000);
    const ending = await makeKey({ scopes: ['admin'], expiresAt: end.toISOString() });
    const make = (body: object) =>
      service.request('POST', '/v1/api-keys', { key: ending.key, body: { name: 'child', ...body } });
    assertRefused(await make({ expiresAt: null }), /has an expiry date/);
    assertRefused(await make({ expiresAt: new Date(end.getTime() + 1).toISOString() }), /expires before/);
    assert.equal((await make({ expiresAt: end.toISOString() })).status, 201);
    assert.equal((await make({})).json.expiresAt, end.toISOString());
    const endless = await keyWith('projects:read');
    for (const what of ['roll', 'revoke']) {
      const answer = await service.request('POST', `/v1/api-keys/${endless.id}/${what}`, { key: ending.key });
      assertRefused(answer, /has an expiry date/);
    }
    const invited = await service.request('POST', '/v1/organization/invitations', {
      key: ending.key,
      body: { email: 'me@example.com', role: 'viewer' },
    });
    assertRefused(invited, /has an expiry date/);
  });

  test('a key with only members:write cannot grant or revoke a role', async () => {
    const { key } = await keyWith('members:write');
    const users = (await service.request('GET', '/v1/organization/members')).json.members;
    const adminId = users.find((member: { role: string }) => member.role === 'admin').userId;
    for (const role of ['owner', 'admin', 'editor', 'viewer']) {
      const body = { email: `${role}@example.net`, role };
      assertRefused(await service.request('POST', '/v1/organization/invitations', { key, body }), /lacks the scope/);
      const path = `/v1/organization/members/${adminId}`;
      assertRefused(await service.request('PATCH', path, { key, body: { role } }), /lacks the scope/);
    }
    assertRefused(await service.request('DELETE', `/v1/organization/members/${adminId}`, { key }), /lacks the scope/);
    assert.ok((await eventsOf(String(adminId))).includes('member.removed refused k'));
    const wide = await makeKey({
      scopes: ['members:write', 'agent-jobs:read', 'exports:read', 'deployments:read', 'content:read', 'projects:read'],
    });
    const body = { email: 'viewer@example.net', role: 'viewer' };
    const narrow = await service.request('POST', '/v1/organization/invitations', { key: wide.key, body });
    assertRefused(narrow, /lacks the scope "repositories:read"/);
  });

  test('an admin cannot replace or withdraw an owner’s invitation', async () => {
    const body = { email: 'next-owner@example.com', role: 'owner' };
    const made = await owner.request('POST', '/v1/organization/invitations', body);
    assert.equal(made.status, 201);
    const again = { ...body, role: 'viewer' };
    assertRefused(await admin.request('POST', '/v1/organization/invitations', again), /lacks the scope "admin"/);
    assertRefused(
      await admin.request('DELETE', `/v1/organization/invitations/${made.json.id}`),
      /lacks the scope "admin"/,
    );
    assert.equal((await owner.request('POST', '/v1/organization/invitations', again)).status, 201);
  });

  test('an admin can list webhook endpoints', async () => {
    assert.equal((await admin.request('GET', '/v1/webhook-endpoints')).status, 200);
  });

  test('a key bound to a project can’t point it at another repository, branch or domain, or a folder outside its own', async () => {
    const { key } = await makeKey({ name: 'bound', scopes: ['admin'], projectIds: [service.projectId] });
    await service.request('POST', '/v1/repositories', { body: { name: 'secret' } });
    const path = `/v1/projects/${service.projectId}`;
    const before = (await service.request('GET', path)).json;
    const change = (body: object) => service.request('PATCH', path, { key, body });
    // The responses for an existing and a nonexistent object are the same.
    for (const name of ['secret', 'nowhere']) {
      assertRefused(await change({ repository: `${service.baseUrl}/git/${name}.git` }), /another repository/);
    }
    assertRefused(await change({ branch: 'internal' }), /the branch "internal"/);
    assertRefused(await change({ domains: [...before.domains, 'other.example.com'] }), /the domain/);
    await service.request('PATCH', path, { body: { docsFolder: 'docs' } });
    assertRefused(await change({ docsFolder: '' }), /the folder ""/);
    assertRefused(
      await service.request('PATCH', `${path}/agent-settings`, { key, body: { guidePaths: ['internal/style.md'] } }),
      /outside the docs folder/,
    );
    const models = [{ provider: 'openai-compatible', model: 'm', baseUrl: 'https://evil.example.com/v1', apiKey: 'k' }];
    assertRefused(await service.request('PUT', `${path}/models`, { key, body: { models } }), /use models at/);
    const { repository, branch, domains } = before;
    const same = await change({ name: 'Renamed', repository, branch, domains, docsFolder: 'docs/v2' });
    assert.deepEqual([same.status, same.json.name, same.json.docsFolder], [200, 'Renamed', 'docs/v2']);
    const guides = await service.request('PATCH', `${path}/agent-settings`, {
      key,
      body: { guidePaths: ['docs/v2/style.md'] },
    });
    assert.equal(guides.status, 200, guides.text);
    await service.request('PATCH', path, { body: { name: before.name, docsFolder: before.docsFolder } });
  });

  test('code host hooks require permission to start agent jobs', async () => {
    const { key } = await keyWith('projects:write');
    const path = `/v1/projects/${service.projectId}/code-host-hooks`;
    assertRefused(await service.request('POST', path, { key, body: {} }), /lacks the scope "agent-jobs:write"/);
    assertRefused(await service.request('DELETE', `${path}/hook_1`, { key }), /lacks the scope "agent-jobs:write"/);
  });
});
