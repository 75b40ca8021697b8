import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { notificationKinds, type Role } from '@docwright/contract';
import type { Identity } from '../../../platform/http/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { scopesOfRole } from '../../identity/accounts/index.ts';
import type { WebhookEvent } from '../../project-config/webhooks/index.ts';
import { registerNotificationRoutes } from './routes.ts';
import { deleteOldNotifications } from './store.ts';
import type { NotificationTables } from './tables.ts';
import { createTellPeople } from './tell-people.ts';

let service: ModuleRoutes<NotificationTables>;
const people = createTellPeople(undefined);
const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);

const as = (userId: string, role: Role, organizationId = HOME): Partial<Identity> => ({
  actor: { kind: 'user', id: userId, name: `${userId}@example.com` },
  organizationId,
  role,
  scopes: scopesOfRole[role],
});
const owner = as('usr_owner', 'owner');
const editor = as('usr_editor', 'editor');
const viewer = as('usr_viewer', 'viewer');
const foreign = as('usr_foreign', 'owner', OTHER);

before(async () => {
  service = await openModuleRoutes<NotificationTables>((routes, { database }) =>
    registerNotificationRoutes(routes, { database, hasMail: true }),
  );
});
after(() => service.close());
beforeEach(async () => {
  await query('truncate users, projects, deleted_projects cascade');
  const members = [
    ['usr_owner', HOME, 'owner'],
    ['usr_admin', HOME, 'admin'],
    ['usr_editor', HOME, 'editor'],
    ['usr_viewer', HOME, 'viewer'],
    ['usr_foreign', OTHER, 'owner'],
  ];
  for (const [id, organization, role] of members) {
    await query(`insert into users (id, name, email, email_verified) values ($1, $1, $1 || '@example.com', true)`, [
      id,
    ]);
    await query(`insert into members (organization_id, user_id, role) values ($1, $2, $3)`, [organization, id, role]);
  }
  await insertProject(service.database, 'proj_a');
});

const tell = (event: Partial<WebhookEvent> & Pick<WebhookEvent, 'type'>) =>
  service.database.kysely.transaction().execute((tx) =>
    people.ofEvent(tx, {
      organizationId: HOME,
      projectId: 'proj_a',
      at: new Date(),
      data: { id: 'aj_1', deploymentId: 'dpl_1', title: 'Fix links', branch: 'main', summary: 'It broke.' },
      ...event,
    }),
  );
const failedDeployment = { type: 'deployment.failed', environment: 'production' } as const;
const endedJob = { type: 'agent.job.completed', startedBy: 'usr_editor' } as const;
const list = async (who: Partial<Identity>, search = '') =>
  (await service.request('GET', `/v1/notifications${search}`, { as: who })).json;
const titles = async (who: Partial<Identity>): Promise<string[]> =>
  (await list(who)).notifications.map(({ title }: { title: string }) => title);
const read = (who: Partial<Identity>, body: object) =>
  service.request('POST', '/v1/notifications/read', { as: who, body });
const set = (who: Partial<Identity>, kind: string, inApp: boolean, mail = false) =>
  service.request('PUT', '/v1/notification-settings', { as: who, body: { settings: [{ kind, inApp, mail }] } });

describe('recipients', () => {
  test('include the person who started a job, but no one if a key or the service started it', async () => {
    await tell(endedJob);
    await tell({ type: 'agent.job.failed' });
    assert.deepEqual(await titles(editor), ['Agent job completed: Fix links']);
    for (const other of [owner, viewer, foreign]) assert.deepEqual(await titles(other), []);
    const [newest] = (await list(editor)).notifications;
    assert.deepEqual(
      [newest.kind, newest.path, newest.projectName, newest.readAt],
      ['agent.job.ended', '/dashboard/jobs/proj_a/aj_1', 'proj_a', null],
    );
  });

  test('don’t include the person who started a job if that person left or is in another organization', async () => {
    await tell({ ...endedJob, startedBy: 'usr_foreign' });
    await tell({ ...endedJob, startedBy: 'usr_gone' });
    const { rows } = await query('select from notifications');
    assert.equal(rows.length, 0);
  });

  test('are admins for a failed production deployment, an exceeded budget and a disabled endpoint', async () => {
    await tell(failedDeployment);
    await tell({ type: 'deployment.failed', environment: 'preview' });
    await tell({ ...failedDeployment, data: { deploymentId: 'dpl_2', errorCode: 'cancelled' } });
    await tell({ type: 'budget.threshold_reached', projectId: null, data: { threshold: 80, projectId: null } });
    await service.database.kysely.transaction().execute((tx) =>
      people.ofEndpoint(tx, {
        organizationId: HOME,
        endpointId: 'whe_1',
        address: 'https://x.example',
        reason: 'Gone.',
      }),
    );
    for (const who of [owner, as('usr_admin', 'admin')])
      assert.deepEqual(await titles(who), [
        'Webhook endpoint disabled: https://x.example',
        '80% of the model budget is spent',
        'Deployment failed: main',
      ]);
    for (const who of [editor, viewer, foreign]) assert.deepEqual(await titles(who), []);
  });

  test('include other admins, but not the new member, for a new member', async () => {
    const member = {
      organizationId: HOME,
      userId: 'usr_admin',
      email: 'usr_admin@example.com',
      role: 'admin',
    } as const;
    await service.database.kysely.transaction().execute((tx) => people.ofMember(tx, member));
    assert.deepEqual(await titles(owner), ['usr_admin@example.com joined as admin']);
    assert.deepEqual(await titles(as('usr_admin', 'admin')), []);
  });

  test('depend on the person’s choice, which overrides the role’s default', async () => {
    await set(owner, 'deployment.failed', false);
    await set(viewer, 'deployment.failed', true);
    await set(viewer, 'feedback.created', true);
    await tell(failedDeployment);
    await tell({ type: 'feedback.created', data: { path: '/guide', comment: 'Hm', helpful: false } });
    assert.deepEqual(await titles(owner), []);
    assert.deepEqual(await titles(viewer), ['New feedback on /guide', 'Deployment failed: main']);
  });

  test('don’t exist if the transaction is rolled back', async () => {
    await assert.rejects(
      service.database.kysely.transaction().execute(async (tx) => {
        await people.ofEvent(tx, {
          ...failedDeployment,
          organizationId: HOME,
          projectId: null,
          at: new Date(),
          data: {},
        });
        throw new Error('rolled back');
      }),
    );
    assert.equal((await list(owner)).unread, 0);
  });

  test('don’t include a member who is being removed at the same time, who doesn’t block the others', async () => {
    await service.database.kysely.transaction().execute(async (tx) => {
      await tx.deleteFrom('members').where('user_id', '=', 'usr_admin').execute();
      await tell(failedDeployment);
    });
    const { rows } = await query('select user_id from notifications');
    assert.deepEqual(rows, [{ user_id: 'usr_owner' }]);
  });

  test('see other people’s text limited to one line without control characters', async () => {
    const title = `a\r\nBcc: x@example.com\u0000\u202e\ud800${'y'.repeat(5_000)}`;
    await tell({ ...endedJob, data: { id: 'aj_1', title, summary: `${'z'.repeat(5_000)}\u0000` } });
    const [newest] = (await list(editor)).notifications;
    assert.match(newest.title, /^Agent job completed: a Bcc: x@example\.com/);
    assert.ok(newest.title.length <= 200 && newest.text.length <= 500);
    assert.doesNotMatch(`${newest.title}${newest.text}`, /[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  test('see a Markdown summary without its markup', async () => {
    await tell({ ...endedJob, data: { id: 'aj_1', title: 'x', summary: '- Set `a-b` to 2 - 1.\n- Renamed `c`.' } });
    const [{ text }] = (await list(editor)).notifications;
    assert.equal(text, 'Set a-b to 2 - 1. Renamed c.');
  });
});

describe('the list', () => {
  test('is sorted newest first, in pages, and reports the number of unread notifications regardless of its filter', async () => {
    for (let count = 0; count < 5; count += 1)
      await tell({ ...failedDeployment, data: { deploymentId: `dpl_${count}`, branch: `b${count}` } });
    const first = await list(owner, '?limit=2');
    const second = await list(owner, `?limit=2&cursor=${first.nextCursor}`);
    const third = await list(owner, `?limit=2&cursor=${second.nextCursor}`);
    assert.deepEqual([first.unread, third.nextCursor], [5, null]);
    assert.deepEqual(
      [first, second, third].flatMap(({ notifications }) => notifications.map(({ title }: { title: string }) => title)),
      ['b4', 'b3', 'b2', 'b1', 'b0'].map((branch) => `Deployment failed: ${branch}`),
    );
    const { status } = await read(owner, { ids: [first.notifications[0].id] });
    assert.equal(status, 200);
    const left = await list(owner, '?unread=true');
    assert.deepEqual([left.unread, left.notifications.length], [4, 4]);
    assert.deepEqual((await read(owner, { upTo: second.notifications[0].id })).json, { unread: 1 });
    assert.deepEqual((await read(owner, { upTo: first.notifications[0].id })).json, { unread: 0 });
  });

  test('doesn’t let members read or mark other people’s notifications, or their own from another organization', async () => {
    await tell(failedDeployment);
    await query(`insert into members (organization_id, user_id, role) values ($1, 'usr_owner', 'owner')`, [OTHER]);
    const { id } = (await list(owner)).notifications[0];
    const { id: ofAdmin } = (await list(as('usr_admin', 'admin'))).notifications[0];
    for (const who of [editor, foreign, as('usr_owner', 'owner', OTHER)]) {
      assert.deepEqual([(await list(who)).notifications, (await list(who)).unread], [[], 0]);
      await read(who, { ids: [id, ofAdmin] });
      await read(who, { upTo: '999999999999999' });
    }
    await read(owner, { ids: [ofAdmin] });
    assert.equal((await list(owner)).unread, 1);
    assert.equal((await list(as('usr_admin', 'admin'))).unread, 1);
  });

  test('omits earlier notifications that a changed role can’t see', async () => {
    await service.database.kysely.transaction().execute((tx) =>
      people.ofEndpoint(tx, {
        organizationId: HOME,
        endpointId: 'whe_1',
        address: 'https://x.example',
        reason: 'Gone.',
      }),
    );
    const demoted = await list(as('usr_owner', 'viewer'));
    assert.deepEqual([demoted.notifications, demoted.unread], [[], 0]);
  });

  test('refuses invalid cursors, limits, filters and IDs with `invalid_request`', async () => {
    for (const search of [
      '?cursor=x',
      '?cursor=1e9',
      '?cursor=9999999999999999',
      '?limit=0',
      '?limit=101',
      '?unread=x',
    ])
      assert.equal((await list(owner, search)).code, 'invalid_request', search);
    const bodies = [
      {},
      { ids: [] },
      { ids: ['1'], upTo: '1' },
      { ids: ["1'"] },
      { ids: ['9223372036854775808'] },
      { ids: Array.from({ length: 101 }, () => '1') },
      { upTo: '-1' },
      { upTo: '1\u0000' },
    ];
    for (const body of bodies)
      assert.equal((await read(owner, body)).json.code, 'invalid_request', JSON.stringify(body));
    assert.equal((await read(owner, { ids: [String(2 ** 31), '999999999999999'] })).status, 200);
  });
});

describe('an API key', () => {
  test('has no notifications and no settings, and the error names the alternative', async () => {
    const requests = [
      ['GET', '/v1/notifications', undefined],
      ['POST', '/v1/notifications/read', { ids: ['1'] }],
      ['GET', '/v1/notification-settings', undefined],
      ['PUT', '/v1/notification-settings', { settings: [{ kind: 'deployment.failed', inApp: true, mail: true }] }],
    ] as const;
    for (const [method, path, body] of requests) {
      const { status, json } = await service.request(method, path, body === undefined ? {} : { body });
      assert.deepEqual([status, json.code], [403, 'person_required'], path);
      assert.match(json.error, /People read theirs in the dashboard/);
    }
  });
});

describe('settings', () => {
  const get = async (who: Partial<Identity>) =>
    (await service.request('GET', '/v1/notification-settings', { as: who })).json;

  test('start with the role’s defaults, and include only kinds that the role can see', async () => {
    const { settings, email, mailObstacle } = await get(owner);
    assert.deepEqual(
      settings.map(({ kind }: { kind: string }) => kind),
      notificationKinds,
    );
    assert.deepEqual(
      settings.map(({ inApp, mail }: { inApp: boolean; mail: boolean }) => [inApp, mail]),
      [
        [true, false],
        [true, true],
        [true, true],
        [false, false],
        [true, true],
        [true, true],
        [true, true],
        [true, false],
        [true, true],
      ],
    );
    assert.deepEqual([email, mailObstacle], ['usr_owner@example.com', null]);
    assert.deepEqual(
      (await get(viewer)).settings.map(({ kind }: { kind: string }) => kind),
      [
        'agent.job.ended',
        'deployment.failed',
        'budget.threshold_reached',
        'feedback.created',
        'draft.expiring',
        'comment.mentioned',
        'comment.replied',
      ],
    );
  });

  test('belong to one person in one organization, and omitted kinds are unchanged', async () => {
    await query(`insert into members (organization_id, user_id, role) values ($1, 'usr_owner', 'owner')`, [OTHER]);
    await set(owner, 'deployment.failed', false, false);
    await set(owner, 'budget.threshold_reached', true, false);
    const of = async (who: Partial<Identity>, kind: string) =>
      (await get(who)).settings.find((one: { kind: string }) => one.kind === kind);
    assert.deepEqual(await of(owner, 'deployment.failed'), { kind: 'deployment.failed', inApp: false, mail: false });
    for (const who of [as('usr_owner', 'owner', OTHER), as('usr_admin', 'admin'), foreign])
      assert.deepEqual(await of(who, 'deployment.failed'), { kind: 'deployment.failed', inApp: true, mail: true });
  });

  test('contain the reason why no email is sent', async () => {
    await query(`update users set email_verified = false where id = 'usr_owner'`);
    assert.equal((await get(owner)).mailObstacle, 'address_unconfirmed');
  });

  test('are refused for kinds that the role can’t see, for unknown kinds, and for kinds that are listed twice', async () => {
    assert.equal((await set(viewer, 'webhook.disabled', true)).json.code, 'insufficient_scope');
    assert.equal((await set(owner, 'nothing', true)).json.code, 'invalid_request');
    const twice = Array.from({ length: 2 }, () => ({ kind: 'deployment.failed', inApp: true, mail: true }));
    const body = { settings: twice };
    const { json } = await service.request('PUT', '/v1/notification-settings', { as: owner, body });
    assert.equal(json.code, 'invalid_request');
    const gone = await set(as('usr_gone', 'owner'), 'deployment.failed', true);
    assert.equal(gone.status, 404);
  });
});

describe('deletion', () => {
  const count = async (): Promise<number> => (await query('select count(*)::int as n from notifications')).rows[0].n;

  test('of a membership includes its notifications and settings', async () => {
    await set(owner, 'deployment.failed', true);
    await tell(failedDeployment);
    await query(`delete from members where user_id in ('usr_owner', 'usr_admin')`);
    assert.equal(await count(), 0);
    assert.equal((await query('select from notification_settings')).rows.length, 0);
  });

  test('of an account includes its notifications', async () => {
    await tell(failedDeployment);
    await query(`delete from users`);
    assert.equal(await count(), 0);
  });

  test('happens after the given number of days, and beyond the limit for a person in an organization', async () => {
    for (let made = 0; made < 4; made += 1) await tell(failedDeployment);
    await tell(endedJob);
    await query(`update notifications set at = now() - interval '91 days' where user_id = 'usr_editor'`);
    await deleteOldNotifications(service.database.kysely, { days: 90, ofPerson: 3 });
    assert.deepEqual(
      (await query('select user_id, count(*)::int as n from notifications group by user_id order by user_id')).rows,
      [
        { user_id: 'usr_admin', n: 3 },
        { user_id: 'usr_owner', n: 3 },
      ],
    );
    const kept = (await query(`select id from notifications where user_id = 'usr_owner' order by id`)).rows;
    assert.equal(kept.length, 3);
  });

  test('of a project hides its notifications immediately', async () => {
    await tell(failedDeployment);
    await query(`delete from projects where id = 'proj_a'`);
    const after = await list(owner);
    assert.deepEqual([after.notifications, after.unread], [[], 0]);
  });
});
