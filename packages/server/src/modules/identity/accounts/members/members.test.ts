import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Role } from '@docwright/contract';
import { HOME, OTHER } from '../../../../testing/module-database.ts';
import {
  openAccountService,
  password,
  tokenOf,
  uniqueEmail,
  type AccountService,
  type Browser,
} from '../testing/account-service.ts';

describe('an organization’s members', () => {
  let service: AccountService;
  let owner: Browser;
  before(async () => {
    service = await openAccountService();
    owner = await service.setUpOwner('ada@example.com');
  });
  after(() => service.close());
  const invite = (body: object, by: Browser = owner) => by.request('POST', '/v1/organization/invitations', body);
  const idOf = async (browser: Browser): Promise<string> => (await browser.request('GET', '/v1/me')).json.user.id;
  const change = (by: Browser, id: string, role: Role) =>
    by.request('PATCH', `/v1/organization/members/${id}`, { role });
  const remove = (by: Browser, id: string) => by.request('DELETE', `/v1/organization/members/${id}`);

  test('are invited with at most the inviter’s permissions, and a refused attempt is recorded', async () => {
    const admin = await service.join(uniqueEmail('admin'), 'admin');
    const email = uniqueEmail('promoted');
    const refused = await invite({ email, role: 'owner' }, admin);
    assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    assert.deepEqual(await service.listEvents(email), ['invitation.created refused']);
    assert.equal((await invite({ email, role: 'admin' }, admin)).status, 201);
    for (const role of ['editor', 'viewer']) {
      const member = await service.join(uniqueEmail(role), role);
      assert.equal((await invite({ email: uniqueEmail('x'), role: 'viewer' }, member)).status, 403, role);
    }
  });

  test('can’t be invited with a key that expires or is bound to projects', async () => {
    for (const as of [{ expiresAt: new Date(Date.now() + 60_000) }, { projectIds: ['proj_1'] }]) {
      const body = { email: uniqueEmail('late'), role: 'viewer' };
      const refused = await service.request('POST', '/v1/organization/invitations', { body, as });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    }
  });

  test('are invited only at addresses that can sign in', async () => {
    for (const email of [
      '',
      'a',
      'a@b',
      'a@@example.com',
      'a b@example.com',
      'a@example.com\u0000',
      'ä@example.com',
      `${'a'.repeat(250)}@example.com`,
    ]) {
      const refused = await invite({ email, role: 'viewer' });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(email));
    }
    const twice = await invite({ email: 'ADA@Example.com', role: 'viewer' });
    assert.deepEqual([twice.status, twice.json.code], [409, 'already_member']);
  });

  test('can have at most five hundred open invitations, and a replacement doesn’t count', async () => {
    const email = uniqueEmail('last');
    assert.equal((await invite({ email, role: 'viewer' })).status, 201);
    await service.database.pool.query(
      `INSERT INTO invitations (id, organization_id, email, role, token_sha256, invited_by, expires_at)
       SELECT 'inv_' || n, $1, 'many' || n || '@example.com', 'viewer', sha256(n::text::bytea), 'key_test', now() + n * interval '1 minute'
       FROM generate_series(0, 500) AS n`,
      [HOME],
    );
    const refused = await invite({ email: uniqueEmail('more'), role: 'viewer' });
    assert.deepEqual([refused.status, refused.json.code], [409, 'invitation_limit_reached']);
    assert.equal((await invite({ email, role: 'editor' })).status, 201);
    await service.database.pool.query(`DELETE FROM invitations WHERE email LIKE 'many%'`);
  });

  test('have one invitation each: a new one ends the old link, and requires the permissions for both', async () => {
    const email = uniqueEmail('again');
    const first = await invite({ email, role: 'owner', sendMail: false });
    const admin = await service.join(uniqueEmail('admin'), 'admin');
    assert.equal((await invite({ email, role: 'viewer', sendMail: false }, admin)).status, 403);
    const second = await invite({ email, role: 'viewer', sendMail: false });
    const use = (token: string) =>
      service.openBrowser().request('POST', '/auth/invitation', { token, name: 'A', password });
    const ended = await use(tokenOf(first.json.acceptUrl));
    assert.deepEqual([ended.status, ended.json.code], [400, 'link_unusable']);
    assert.equal((await use(tokenOf(second.json.acceptUrl))).status, 200);
    const used = await use(tokenOf(second.json.acceptUrl));
    assert.deepEqual([used.status, used.json.code], [400, 'link_unusable']);
  });

  test('can’t be changed, removed or listed from another organization, which also can’t delete their invitations', async () => {
    const stranger = await service.setUpOwner(uniqueEmail('stranger'), OTHER);
    const id = await idOf(owner);
    const { json } = await invite({ email: uniqueEmail('ours'), role: 'viewer' });
    for (const answer of [
      await change(stranger, id, 'viewer'),
      await remove(stranger, id),
      await stranger.request('DELETE', `/v1/organization/invitations/${json.id as string}`),
      await stranger.request('GET', '/v1/organization/members', undefined, { 'docwright-organization': HOME }),
    ]) {
      assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    }
    const { members } = (await stranger.request('GET', '/v1/organization/members')).json;
    assert.equal(members.length, 1);
    assert.equal((await owner.request('GET', '/v1/me')).json.role, 'owner');
  });

  test('are promoted, demoted and removed only by callers with all of their permissions', async () => {
    const admin = await service.join(uniqueEmail('admin'), 'admin');
    const [other, viewer] = [
      await service.join(uniqueEmail('admin'), 'admin'),
      await service.join(uniqueEmail('viewer'), 'viewer'),
    ];
    const [ownerId, otherId, viewerId, adminId] = await Promise.all([owner, other, viewer, admin].map(idOf));
    for (const answer of [
      await change(admin, ownerId ?? '', 'viewer'),
      await remove(admin, ownerId ?? ''),
      await change(admin, viewerId ?? '', 'owner'),
      await change(admin, adminId ?? '', 'owner'),
      await change(viewer, viewerId ?? '', 'admin'),
    ]) {
      assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope']);
    }
    assert.equal((await change(admin, otherId ?? '', 'editor')).json.role, 'editor');
    assert.equal((await remove(admin, viewerId ?? '')).status, 204);
  });

  test('lose the permissions of a role or membership with the next request', async () => {
    const email = uniqueEmail('lowered');
    const member = await service.join(email, 'admin');
    const id = await idOf(member);
    assert.equal((await member.request('GET', '/v1/organization/invitations')).status, 200);
    await change(owner, id, 'viewer');
    assert.equal((await invite({ email: uniqueEmail('x'), role: 'viewer' }, member)).status, 403);
    await remove(owner, id);
    const gone = await member.request('GET', '/v1/organization/members');
    assert.deepEqual([gone.status, gone.json.code], [403, 'insufficient_scope']);
    assert.deepEqual((await service.listEvents(email)).slice(0, 2), [
      'member.removed success',
      'member.role_changed success',
    ]);
  });

  test('always include an owner: if two leave at once, one stays', async () => {
    const fresh = await openAccountService();
    try {
      const [one, two] = [await fresh.setUpOwner('one@example.com'), await fresh.join('two@example.com', 'owner')];
      const [first, second] = await Promise.all([one, two].map(idOf));
      const answers = await Promise.all([remove(one, first ?? ''), change(two, second ?? '', 'viewer')]);
      assert.deepEqual(new Set(answers.map(({ status }) => status < 300)), new Set([true, false]));
      const refused = answers.find(({ status }) => status >= 400);
      assert.deepEqual([refused?.status, refused?.json.code], [409, 'last_owner']);
      const { rows } = await fresh.database.pool.query(`SELECT FROM members WHERE role = 'owner'`);
      assert.equal(rows.length, 1);
    } finally {
      await fresh.close();
    }
  });

  test('get reader groups from admins, which the audit log records; a change of role doesn’t affect the groups', async () => {
    const admin = await service.join(uniqueEmail('admin'), 'admin');
    const email = uniqueEmail('reader');
    const id = await idOf(await service.join(email, 'viewer'));
    const ownerId = await idOf(owner);
    const path = `/v1/organization/members/${id}`;
    const give = (readerGroups: readonly string[], by: Browser = admin) => by.request('PATCH', path, { readerGroups });
    assert.deepEqual((await give(['staff', 'Sales, EU', '"hr"', 'staff'])).json.readerGroups, [
      'staff',
      'Sales, EU',
      '"hr"',
    ]);
    // Setting the same groups again changes nothing.
    await give(['"hr"', 'Sales, EU', 'staff']);
    assert.equal((await change(admin, id, 'editor')).json.readerGroups.length, 3);
    assert.deepEqual((await give([])).json.readerGroups, []);
    assert.deepEqual((await service.listEvents(email)).slice(0, 3), [
      'member.groups_changed success',
      'member.role_changed success',
      'member.groups_changed success',
    ]);
    // Admins can't change an owner's role, but they can change an owner's groups.
    const owners = await admin.request('PATCH', `/v1/organization/members/${ownerId}`, { readerGroups: ['board'] });
    assert.deepEqual([owners.status, owners.json.role, owners.json.readerGroups], [200, 'owner', ['board']]);
    // A role that the caller can't assign makes the whole request fail.
    const body = { role: 'owner', readerGroups: ['board'] };
    assert.equal((await admin.request('PATCH', path, body)).status, 403);
    const { members } = (await owner.request('GET', '/v1/organization/members?limit=100')).json;
    const reader = members.find(({ userId }: { userId: string }) => userId === id);
    assert.deepEqual([reader.role, reader.readerGroups], ['editor', []]);
  });

  test('get no reader groups from members who can’t manage people, or from keys that expire or are bound to projects', async () => {
    const viewer = await service.join(uniqueEmail('viewer'), 'viewer');
    const id = await idOf(viewer);
    const body = { readerGroups: ['board'] };
    const path = `/v1/organization/members/${id}`;
    assert.equal((await viewer.request('PATCH', path, body)).status, 403);
    for (const as of [{ expiresAt: new Date(Date.now() + 60_000) }, { projectIds: ['proj_1'] }]) {
      const refused = await service.request('PATCH', path, { body, as });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    }
    const scoped = await service.request('PATCH', path, { body, as: { scopes: ['members:write'] } });
    assert.deepEqual([scoped.status, scoped.json.readerGroups], [200, ['board']]);
  });

  test('have at most a hundred reader groups, with names that pages can contain', async () => {
    const id = await idOf(owner);
    const give = (body: object) => owner.request('PATCH', `/v1/organization/members/${id}`, body);
    for (const readerGroups of [
      [''],
      [' staff'],
      ['staff '],
      ['a\nb'],
      ['a\u0000'],
      ['a\u0085b'],
      ['x'.repeat(201)],
      'staff',
      [7],
      Array.from({ length: 101 }, (_, number) => `g${number}`),
    ])
      assert.equal((await give({ readerGroups })).status, 400, JSON.stringify(readerGroups).slice(0, 40));
    assert.equal((await give({})).status, 400);
    const names = ['a', 'ä', 'Sales, EU', '*', '😀', 'x'.repeat(200)];
    assert.deepEqual((await give({ readerGroups: names })).json.readerGroups, names);
  });

  test('are listed page by page in the order of the whole list, and other cursors are refused', async () => {
    const all = (await owner.request('GET', '/v1/organization/members?limit=100')).json.members;
    const first = (await owner.request('GET', '/v1/organization/members?limit=2')).json;
    const next = (await owner.request('GET', `/v1/organization/members?limit=2&cursor=${first.nextCursor as string}`))
      .json;
    const ids = (members: { userId: string }[]) => members.map(({ userId }) => userId);
    assert.deepEqual([...ids(first.members), ...ids(next.members)], ids(all).slice(0, 4));
    for (const cursor of ['usr_missing', 'x%27']) {
      assert.equal((await owner.request('GET', `/v1/organization/members?cursor=${cursor}`)).status, 400);
    }
  });

  test('aren’t keys: a key reads its own permissions, without a user or a role', async () => {
    const { json } = await service.request('GET', '/v1/me', {
      as: { scopes: ['exports:read'], projectIds: ['proj_1'] },
    });
    assert.deepEqual([json.user, json.role, json.scopes, json.projectIds], [null, null, ['exports:read'], ['proj_1']]);
    assert.deepEqual(json.organizations, [{ id: HOME, name: 'Home', role: null }]);
  });
});
