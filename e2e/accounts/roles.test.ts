import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  errorCodes,
  operations,
  roles,
  type Operation,
  type OperationId,
  type Role,
  type Scope,
} from '@docwright/contract';
import { scopesOfRole } from '../../packages/server/src/modules/identity/accounts/index.ts';
import { grantKey } from '../../packages/server/src/modules/project-config/api-keys/index.ts';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import { startTestService, type Answer, type TestService } from '../api/test-service.ts';
import { invite, setUpOwner, tokenOf, type Browser } from './browser.ts';

/** Tests, for every role, that each operation of the contract is allowed or rejected according to the role table. */
const all = Object.entries(operations) as [OperationId, Operation][];
const guarded = all.filter(([, { scope }]) => scope !== null);

/** Repeats the manual's table in its simplest form. */
function isAllowed(role: Role, scope: Operation['scope']): boolean {
  if (scope === null || scope === 'any' || role === 'owner') return true;
  const held: readonly Scope[] = scopesOfRole[role];
  return held.includes(scope) || held.includes(scope.replace(':read', ':write') as Scope);
}

describe('roles', () => {
  let service: TestService;
  const browsers = {} as Record<Role, Browser>;
  let foreignKey: string;
  const userIds = {} as Record<Role, string>;

  before(async () => {
    service = await startTestService();
    browsers.owner = await setUpOwner(service);
    for (const role of roles.filter((name) => name !== 'owner')) {
      browsers[role] = await invite(service, browsers.owner, { email: `${role}@example.com`, role });
    }
    for (const role of roles) userIds[role] = (await browsers[role].request('GET', '/v1/me')).json.user.id;
    const { kysely } = service.api.platform.database;
    const other = await createOrganization(kysely, { name: 'Other', plan: 'enterprise' });
    const grant = { scopes: ['admin' as const], projectIds: null, createdBy: 'test', expiresAt: null };
    foreignKey = (await grantKey(kysely, { ...grant, organizationId: other.id, name: 'other' })).key;
  });
  after(() => service.stop());

  /** Returns a path to a nonexistent object, because only the role's permission for the lookup is tested. */
  const pathOf = ({ path }: Operation): string =>
    `${path.replaceAll(/\{\w+\}/g, 'missing')}${path.endsWith('/export') ? '?format=csv' : ''}`;

  for (const role of roles) {
    test(`${role}: every operation is allowed or rejected according to the role table`, async () => {
      const wrong: string[] = [];
      for (const [id, operation] of guarded) {
        // An operation that needs a body refuses an empty body, so these requests change nothing.
        const body = operation.body === null ? undefined : {};
        const answer = await browsers[role].request(operation.method, pathOf(operation), body);
        const refused = answer.status === 403 && answer.json.code === 'insufficient_scope';
        if (refused === isAllowed(role, operation.scope)) wrong.push(`${id}: ${answer.status} ${answer.text}`);
        if (answer.status >= 500) wrong.push(`${id}: ${answer.text}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  test('no role can use an operation that a stronger role can’t use, and a viewer can make only the listed changes', () => {
    const operationsOf = (role: Role) => guarded.filter(([, { scope }]) => isAllowed(role, scope)).map(([id]) => id);
    assert.equal(operationsOf('owner').length, guarded.length);
    for (const [weaker, stronger] of [
      ['admin', 'owner'],
      ['editor', 'admin'],
      ['viewer', 'editor'],
    ] as const) {
      const more = new Set(operationsOf(stronger));
      assert.deepEqual(
        operationsOf(weaker).filter((id) => !more.has(id)),
        [],
        weaker,
      );
    }
    const viewerChanges = guarded.filter(([, { method, scope }]) => method !== 'GET' && isAllowed('viewer', scope));
    assert.deepEqual(
      viewerChanges.map(([id]) => id).sort(),
      [
        'checkDraft',
        'previewAgentJob',
        'previewDraft',
        'previewStaticExport',
        ...linkOnly,
        ...commenting,
        ...oneself,
      ].sort(),
    );
  });

  test('a key with the scopes of a role can do the same as people with that role', async () => {
    const { kysely } = service.api.platform.database;
    for (const role of roles) {
      const grant = { scopes: scopesOfRole[role], projectIds: null, createdBy: 'test', expiresAt: null };
      const { key } = await grantKey(kysely, { ...grant, organizationId: service.organizationId, name: role });
      for (const [id, operation] of guarded) {
        const body = operation.body === null ? {} : { body: {} };
        const answer = await service.request(operation.method, pathOf(operation), { key, ...body });
        const refused = answer.status === 403 && answer.json.code === 'insufficient_scope';
        assert.notEqual(refused, isAllowed(role, operation.scope), `${role} ${id}: ${answer.text}`);
      }
    }
  });

  test('another organization’s IDs are treated like missing IDs', async () => {
    const made = await makeOneOfEach(service, browsers.owner);
    const { userId } = (await browsers.owner.request('GET', '/v1/organization/members')).json.members[1];
    const ids: Record<string, string> = { ...made, userId };
    for (const [id, operation] of guarded.filter(([, { path }]) => path.includes('{'))) {
      const body = operation.body === null ? {} : { body: sampleBodies[id] ?? {} };
      const ask = (own: boolean): Promise<Answer> => {
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
          const key = name === 'id' ? (operation.path.includes('/agent/') ? 'agentJobId' : 'keyId') : name;
          return own ? (ids[key] ?? 'missing') : 'missing';
        });
        return service.request(operation.method, path, { key: foreignKey, ...body });
      };
      const [foreign, missing] = [await ask(true), await ask(false)];
      assert.deepEqual([foreign.status, foreign.json?.code], [missing.status, missing.json?.code], id);
      assert.ok([400, 404].includes(foreign.status), `${id}: ${foreign.text}`);
    }
    const members = (await browsers.owner.request('GET', '/v1/organization/members')).json.members;
    assert.equal(members.length, roles.length);
  });

  test('a session can act for another organization only if its user is a member', async () => {
    const headers = { 'docwright-organization': 'org_other' };
    const answer = await browsers.owner.request('GET', '/v1/me', undefined, headers);
    assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    const own = { 'docwright-organization': service.organizationId };
    assert.equal((await browsers.owner.request('GET', '/v1/me', undefined, own)).status, 200);
  });

  test('an admin can’t make anyone an owner, change an owner or create a key with the scope “admin”; a new role applies from the next request', async () => {
    const { admin, owner } = browsers;
    const tries: readonly [string, string, unknown][] = [
      ['POST', '/v1/organization/invitations', { email: 'new@example.com', role: 'owner' }],
      ['PATCH', `/v1/organization/members/${userIds.editor}`, { role: 'owner' }],
      ['PATCH', `/v1/organization/members/${userIds.admin}`, { role: 'owner' }],
      ['PATCH', `/v1/organization/members/${userIds.owner}`, { role: 'viewer' }],
      ['DELETE', `/v1/organization/members/${userIds.owner}`, undefined],
      ['POST', '/v1/api-keys', { name: 'x', scopes: ['admin'] }],
    ];
    for (const [method, path, body] of tries) {
      const answer = await admin.request(method, path, body);
      assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope'], `${method} ${path}`);
    }
    const changed = await owner.request('PATCH', `/v1/organization/members/${userIds.viewer}`, { role: 'editor' });
    assert.equal(changed.json.role, 'editor');
    assert.equal((await browsers.viewer.request('GET', '/v1/me')).json.role, 'editor');
    await owner.request('PATCH', `/v1/organization/members/${userIds.viewer}`, { role: 'viewer' });
  });

  test('the last owner can’t be removed or demoted, even if two owners demote each other simultaneously', async () => {
    const { owner } = browsers;
    const alone = await owner.request('DELETE', `/v1/organization/members/${userIds.owner}`);
    assert.deepEqual([alone.status, alone.json.code], [409, 'last_owner']);
    const demoted = await owner.request('PATCH', `/v1/organization/members/${userIds.owner}`, { role: 'admin' });
    assert.equal(demoted.json.code, 'last_owner');
    for (let round = 0; round < 5; round++) {
      await owner.request('PATCH', `/v1/organization/members/${userIds.admin}`, { role: 'owner' });
      const answers = await Promise.all([
        owner.request('PATCH', `/v1/organization/members/${userIds.admin}`, { role: 'admin' }),
        browsers.admin.request('PATCH', `/v1/organization/members/${userIds.owner}`, { role: 'admin' }),
        owner.request('PATCH', `/v1/organization/members/${userIds.owner}`, { role: 'admin' }),
        browsers.admin.request('PATCH', `/v1/organization/members/${userIds.admin}`, { role: 'admin' }),
      ]);
      assert.ok(answers.every(({ status }) => [200, 403, 409].includes(status)));
      const { rows } = await service.api.platform.database.pool.query(
        `select user_id from members where role = 'owner'`,
      );
      assert.equal(rows.length, 1);
      await service.api.platform.database.pool.query(
        `update members set role = case when user_id = $1 then 'owner' else 'admin' end where user_id in ($1, $2)`,
        [userIds.owner, userIds.admin],
      );
    }
  });

  test('a removed member loses access immediately, and regains it through an invitation', async () => {
    const { owner } = browsers;
    const guest = await invite(service, owner, { email: 'guest@example.com', role: 'viewer' });
    const { id } = (await guest.request('GET', '/v1/me')).json.user;
    const again = await owner.request('POST', '/v1/organization/invitations', {
      email: 'guest@example.com',
      role: 'viewer',
    });
    assert.equal(again.json.code, 'already_member');
    assert.equal((await owner.request('DELETE', `/v1/organization/members/${id}`)).status, 204);
    assert.deepEqual((await guest.request('GET', '/v1/me')).json.code, 'insufficient_scope');
    const made = await owner.request('POST', '/v1/organization/invitations', {
      email: 'guest@example.com',
      role: 'editor',
    });
    const token = tokenOf(made.json.acceptUrl);
    assert.equal((await guest.request('POST', '/auth/invitation/accept', { token })).status, 204);
    assert.equal((await guest.request('GET', '/v1/me')).json.role, 'editor');
    await owner.request('DELETE', `/v1/organization/members/${id}`);
  });

  test('a withdrawn invitation grants no access', async () => {
    const { owner } = browsers;
    const made = await owner.request('POST', '/v1/organization/invitations', {
      email: 'withdrawn@example.com',
      role: 'viewer',
    });
    const token = tokenOf(made.json.acceptUrl);
    assert.equal((await owner.request('DELETE', `/v1/organization/invitations/${made.json.id}`)).status, 204);
    assert.equal((await owner.request('GET', `/auth/invitation?token=${token}`)).json.code, 'link_unusable');
    const late = await owner.request('POST', '/auth/invitation', { token, name: '', password: 'nine clouds over it' });
    assert.equal(late.json.code, 'link_unusable');
  });

  test('if two requests with the same ETag change an object, only one succeeds', async () => {
    const { owner } = browsers;
    for (const path of ['/v1/organization', `/v1/projects/${service.projectId}`]) {
      const seen = await owner.request('GET', path);
      assert.equal(seen.headers.get('etag'), `"${seen.json.updatedAt}"`);
      const etag = { 'if-match': seen.headers.get('etag') ?? '' };
      const [first, second] = await Promise.all([
        owner.request('PATCH', path, { name: 'One' }, etag),
        owner.request('PATCH', path, { name: 'Two' }, etag),
      ]);
      assert.deepEqual(
        [first.status, second.status].toSorted((a, b) => a - b),
        [200, 412],
        path,
      );
      const refused = first.status === 412 ? first : second;
      assert.equal(refused.json.code, 'precondition_failed');
      const now = await owner.request('GET', path);
      assert.equal((await owner.request('PATCH', path, { name: 'Three' }, { 'if-match': '*' })).status, 200);
      assert.equal(
        (await owner.request('PATCH', path, { name: 'Four' }, { 'if-match': `"${now.json.updatedAt}"` })).status,
        412,
      );
      assert.equal((await owner.request('PATCH', path, { name: 'Five' })).status, 200);
    }
  });

  test('every documented error code has an error status', () => {
    assert.ok(Object.values(errorCodes).every(({ status }) => status >= 400 && status < 600));
  });
});

/** Operations that are POST only because each call creates a new link or because the query is in the body. */
const linkOnly: readonly OperationId[] = [
  'createStaticExportBundle',
  'createPreviewLink',
  'searchDiscovery',
  'readDiscoveryPage',
  'sendAssistantMessage',
  'sendMcpMessage',
];

const sampleBodies: Partial<Record<OperationId, unknown>> = {
  createCommentThread: { file: 'index.mdx', quote: 'x', text: 'x' },
  replyToCommentThread: { text: 'x' },
  updateComment: { text: 'x' },
  createAgentJob: { prompt: 'x' },
  askAgent: { prompt: 'x' },
  createAgentJobV1: { messages: [{ role: 'user', content: 'x' }] },
  sendAgentJobMessage: { prompt: 'x' },
  updateMember: { role: 'viewer' },
};

async function makeOneOfEach(service: TestService, owner: Browser): Promise<Record<string, string>> {
  const job = await owner.request('POST', `/v2/agent/${service.projectId}/job`, { prompt: 'x' });
  const exported = await owner.request('POST', '/v1/static-export/jobs', { domain: service.domain });
  const key = await owner.request('POST', '/v1/api-keys', { name: 'k' });
  const invitation = await owner.request('POST', '/v1/organization/invitations', {
    email: 'late@example.com',
    role: 'viewer',
  });
  return {
    projectId: service.projectId,
    agentJobId: job.json.id,
    jobId: exported.json.jobId,
    otherJobId: exported.json.jobId,
    keyId: key.json.id,
    invitationId: invitation.json.id,
    name: 'example-docs',
  };
}

/** Anyone who can read content can comment on it. Only the author of a comment can change it. */
const commenting: readonly OperationId[] = [
  'createCommentThread',
  'replyToCommentThread',
  'updateComment',
  'deleteComment',
  'resolveCommentThread',
  'reopenCommentThread',
  'rejectSuggestedChange',
];

/** Operations with which users change their own data. */
const oneself: readonly OperationId[] = ['readNotifications', 'setNotificationSettings'];
