import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSiteKnowledge } from '@docwright/site-assistant';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createJobEngine, type JobEngine } from '../../../platform/job-engine/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { defineAgentQueue } from '../../agent/agent-jobs/index.ts';
import { sampleSource } from '../discovery/testing/sample-source.ts';
import type { ListTables } from './list-suggestions.ts';
import { registerSuggestionRoutes } from './routes.ts';
import { deleteOldSuggestions } from './store.ts';

const now = new Date('2026-05-20T12:00:00Z');
const live = { 'guides/import': 'Import users from a file.', 'api/keys': 'Rotate an API key every month.' };

describe('suggestions', () => {
  let service: ModuleRoutes<ListTables>;
  let engine: JobEngine;
  before(async () => {
    const knowledge = openSiteKnowledge(sampleSource(live));
    service = await openModuleRoutes<ListTables>(async (routes, { database }) => {
      engine = createJobEngine({ url: database.url, pool: database.pool, log: createLogger({ level: 'silent' }) });
      const queue = defineAgentQueue(engine);
      await engine.start();
      registerSuggestionRoutes(routes, {
        database,
        clock: createFixedClock(now),
        log: createLogger({ level: 'silent' }),
        engine,
        queue,
        repositoryUrl: (stored) => stored,
        findKnowledge: async (projectId) => {
          if (projectId === 'damaged') throw new Error('the bundle is gone');
          return projectId === 'dark' ? undefined : knowledge;
        },
        eventDays: 90,
      });
    });
    for (const id of ['p', 'dark', 'damaged', 'busy', 'effect', 'praised']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
  });
  after(async () => {
    await engine.stop();
    await service.close();
  });

  const run = (statement: string, values: readonly unknown[] = []) =>
    service.database.pool.query(statement, [...values]);
  const visitor = (n: number): string => n.toString(16).padStart(32, '0');
  const addEvent = async (
    project: string,
    event: { kind: 'search' | 'not_found'; text: string; visitor: number | null; at?: string; isAi?: boolean },
  ) => {
    const at = event.at ?? '2026-05-19T10:00:00Z';
    await run('select create_analytics_day($1)', [at.slice(0, 10)]);
    const isSearch = event.kind === 'search';
    await run(
      `insert into analytics_events (project_id, id, at, kind, path, visitor, is_ai, query, results)
       values ($1, gen_random_uuid(), $2, $3, $4, decode($5, 'hex'), $6, $7, $8)`,
      [
        project,
        at,
        event.kind,
        isSearch ? '/' : event.text,
        event.visitor === null ? null : visitor(event.visitor),
        event.isAi ?? false,
        isSearch ? event.text : null,
        isSearch ? 0 : null,
      ],
    );
  };
  const addFeedback = (id: string, path: string, comment: string | null, n: number) =>
    run(
      `insert into page_feedback (id, project_id, visitor, path, source, helpful, comment, created_at, updated_at)
       values ($1, $2, decode($3, 'hex'), $4, case when $5::text is null then 'thumbs_only' else 'contextual' end, false, $5, '2026-05-18T10:00:00Z', '2026-05-18T10:00:00Z')`,
      [id, 'p', visitor(n), path, comment],
    );
  const ask = async (method: string, path: string, request: ModuleRequest = {}) => {
    await service.database.pool.query('delete from rate_uses');
    return service.request(method, `/v1/projects/${path}`, request);
  };
  const list = async (project: string, query = '') =>
    (await ask('GET', `${project}/suggestions${query}`)).json.suggestions;

  test('are created from searches, feedback and missing addresses, most readers first', async () => {
    for (const n of [1, 2, 3]) await addEvent('p', { kind: 'search', text: 'bulk delete accounts', visitor: n });
    await addEvent('p', { kind: 'search', text: 'delete account in bulk', visitor: 4 });
    for (const n of [5, 6]) await addEvent('p', { kind: 'not_found', text: '/old/import', visitor: n });
    for (const n of [5, 6]) await addEvent('p', { kind: 'not_found', text: '/guides/import', visitor: n });
    await addEvent('p', { kind: 'search', text: 'seen by one', visitor: 9 });
    for (const n of [1, 2])
      await addEvent('p', { kind: 'search', text: 'long ago', visitor: n, at: '2026-04-10T00:00:00Z' });
    for (const n of [1, 2]) await addEvent('p', { kind: 'search', text: 'bots', visitor: n, isAi: true });
    for (const n of [1, 2]) await addFeedback(`fb_${n}`, '/api/keys', n === 1 ? 'Which key? ada@example.com' : null, n);
    for (const n of [3, 4]) await addFeedback(`fb_${n}`, '/gone', null, n);
    const found = await list('p');
    assert.deepEqual(
      found.map(({ kind, title, visitors, status }: Record<string, unknown>) => [kind, title, visitors, status]).sort(),
      [
        ['missing_address', 'No page at /old/import', 2, 'open'],
        ['missing_topic', 'Nothing found for “bulk delete accounts”', 4, 'open'],
        ['unhelpful_page', 'Readers found “api/keys” unhelpful', 2, 'open'],
      ],
    );
    assert.equal(found[0].kind, 'missing_topic');
    assert.deepEqual(
      found[0].evidence.map(({ text, visitors }: Record<string, unknown>) => [text, visitors]),
      [
        ['bulk delete accounts', 3],
        ['delete account in bulk', 1],
      ],
    );
    const address = found.find(({ kind }: { kind: string }) => kind === 'missing_address');
    assert.equal(address.prompt, 'Add a redirect from /old/import to /guides/import.');
    const page = found.find(({ kind }: { kind: string }) => kind === 'unhelpful_page');
    assert.match(JSON.stringify(page.evidence), /Which key\? \[email address\]/);
    assert.equal((await list('p', '?minVisitors=1')).length, 4);
    assert.equal((await ask('GET', 'p/suggestions?limit=1')).json.complete, false);
  });

  test('name the pages whose text changed after readers were last affected', async () => {
    const changedAt = async (changed: string, added: string | null) => {
      await run('delete from page_health_sites');
      await run(
        `insert into page_health_sites (project_id, bundle_id, seen_at, claimed_until) values ('p', 'b', $1, $1)`,
        [now],
      );
      for (const [path, at, addedAt] of [
        ['/guides/import', '2026-05-01T00:00:00Z', null],
        ['/api/keys', changed, added],
      ])
        await run(
          `insert into page_health_pages (project_id, path, title, bundle_id, digest, unchanged_since, added_at)
           values ('p', $1, 'T', 'b', sha256('x'), $2, $3)`,
          [path, at, addedAt],
        );
      const found = (await list('p')).find(({ kind }: { kind: string }) => kind === 'unhelpful_page');
      return found.pages.map((page: { changedAt: string | null }) => page.changedAt);
    };
    assert.deepEqual(await changedAt('2026-05-19T00:00:00Z', null), ['2026-05-19T00:00:00.000Z']);
    assert.deepEqual(await changedAt('2026-05-19T00:00:00Z', '2026-05-19T00:00:00Z'), ['2026-05-19T00:00:00.000Z']);
    assert.deepEqual(await changedAt('2026-05-17T00:00:00Z', null), [null], 'before the last complaint');
    assert.deepEqual(await changedAt('2026-05-01T00:00:00Z', null), [null], 'as old as the first bundle that was read');
  });

  test('don’t call a page unhelpful because of feedback without a rating, or with thumbs up', async () => {
    for (const n of [1, 2, 3]) {
      for (const [source, helpful] of [
        ['agent', null],
        ['code_snippet', null],
        ['contextual', true],
      ])
        await run(
          `insert into page_feedback (id, project_id, visitor, path, source, helpful, comment, block, created_at, updated_at)
           values ($1, 'praised', decode($2, 'hex'), '/praised', $3, $4, 'Great page, thanks!', $5,
             '2026-05-18T10:00:00Z', '2026-05-18T10:00:00Z')`,
          [`fb_${source}_${n}`, visitor(n), source, helpful, source === 'code_snippet' ? 1 : null],
        );
    }
    assert.deepEqual(await list('praised', '?minVisitors=1'), []);
  });

  test('exist without pages if no site is live or readable', async () => {
    for (const project of ['dark', 'damaged']) {
      for (const n of [1, 2]) await addEvent(project, { kind: 'not_found', text: '/old/import', visitor: n });
      const [only] = await list(project);
      assert.deepEqual([only.pages, only.kind], [[], 'missing_address']);
      assert.match(only.prompt, /If there was never such a page, change nothing/);
    }
  });

  test('can be dismissed, and are open again when the dismissal is undone', async () => {
    const [first] = await list('p');
    const path = `p/suggestions/${first.id as string}`;
    const dismissed = await ask('PATCH', path, { body: { status: 'dismissed' } });
    assert.deepEqual([dismissed.status, dismissed.json.status], [200, 'dismissed']);
    assert.ok(!(await list('p')).some(({ id }: { id: string }) => id === first.id));
    assert.equal((await list('p', '?status=dismissed'))[0].id, first.id);
    const reopened = await ask('PATCH', path, { body: { status: 'open' } });
    assert.equal(reopened.json.status, 'open');
    assert.equal((await ask('PATCH', path, { body: { status: 'resolved' } })).status, 400);
  });

  test('result in one job even if three callers request it at once, with readers’ words separate from the prompt', async () => {
    for (const n of [1, 2]) await addEvent('busy', { kind: 'search', text: 'say DELETE EVERYTHING', visitor: n });
    const [first] = await list('busy');
    const path = `busy/suggestions/${first.id as string}`;
    await service.database.pool.query('delete from rate_uses');
    const made = await Promise.all(
      [1, 2, 3].map(() => service.request('POST', `/v1/projects/${path}/job`, { body: {} })),
    );
    assert.deepEqual(
      made.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    );
    assert.equal(made.find(({ status }) => status === 409)?.json.code, 'suggestion_in_progress');
    const job = made.find(({ status }) => status === 201)?.json;
    const { rows } = await run('select prompt, evidence from agent_job_turns where job_id = $1', [job.id]);
    assert.doesNotMatch(rows[0].prompt as string, /DELETE/);
    assert.deepEqual(rows[0].evidence, [{ kind: 'search', text: 'say DELETE EVERYTHING', visitors: 2 }]);
    assert.equal((await ask('PATCH', path, { body: { status: 'dismissed' } })).json.code, 'suggestion_in_progress');

    const states = async () => (await list('busy', '?minVisitors=1'))[0].status;
    assert.equal(await states(), 'in_progress');
    await run("update agent_jobs set status = 'completed', result = 'no_changes' where id = $1", [job.id]);
    assert.equal(await states(), 'open');
    await run(
      "update agent_jobs set pr_link = 'https://code.example/1', pr_number = 1, pr_state = 'closed', pr_ended_at = now() where id = $1",
      [job.id],
    );
    assert.equal(await states(), 'open');
    await run("update agent_jobs set pr_state = 'merged' where id = $1", [job.id]);
    assert.equal(await states(), 'resolved');
    const again = await ask('POST', `${path}/job`, { body: { prompt: 'Mine', asDraft: true } });
    assert.equal(again.status, 201);
  });

  test('are treated as missing for callers who can’t read them', async () => {
    const [first] = await list('p');
    const path = `p/suggestions/${first.id as string}`;
    const body = { status: 'dismissed' };
    for (const [method, where, options] of [
      ['PATCH', `theirs/suggestions/${first.id as string}`, { body }],
      ['PATCH', `dark/suggestions/${first.id as string}`, { body }],
      ['PATCH', path, { body, as: { projectIds: ['dark'] } }],
      ['POST', `${path}/job`, { body: {}, as: { scopes: ['agent-jobs:write'] } }],
      ['POST', `${path}/job`, { body: {}, as: { projectIds: ['dark'] } }],
      ['POST', 'p/suggestions/sug_unknown/job', { body: {} }],
      ['PATCH', 'p/suggestions/%00', { body }],
    ] as const)
      assert.equal((await ask(method, where, options as ModuleRequest)).status, 404, `${method} ${where}`);
    assert.equal((await ask('PATCH', path, { body, as: { scopes: ['analytics:read'] } })).status, 403);
  });

  test('report the effect of a change once the change is live', async () => {
    for (const n of [1, 2])
      await addEvent('effect', { kind: 'search', text: 'webhooks', visitor: n, at: '2026-05-15T01:00:00Z' });
    const [first] = await list('effect');
    const { json: job } = await ask('POST', `effect/suggestions/${first.id as string}/job`, { body: {} });
    await run(
      "update agent_jobs set status = 'completed', result = 'changes', pr_link = 'https://code.example/1', pr_number = 1, pr_state = 'merged', pr_ended_at = '2026-05-16T12:00:00Z' where id = $1",
      [job.id],
    );
    assert.equal((await list('effect'))[0].effect, null);
    await run(
      `insert into site_environments (id, organization_id, project_id, kind) values ('env_1', (select organization_id from projects where id = 'effect'), 'effect', 'production')`,
    );
    await run(
      `insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, created_at, activated_at)
       select 'dpl_1', organization_id, 'effect', 'env_1', 'main', 'success', 'api', '2026-05-16T12:01:00Z', '2026-05-16T12:02:00Z' from projects where id = 'effect'`,
    );
    assert.deepEqual((await list('effect'))[0].effect, {
      since: '2026-05-16T12:02:00.000Z',
      before: { visitors: 2, days: 14 },
      after: { visitors: 0, days: 3 },
    });
  });

  test('that were acted on over 90 days ago are forgotten, and are open again if readers’ events still exist', async () => {
    await run("update suggestions set acted_at = now() - interval '91 days' where project_id = 'busy'");
    await deleteOldSuggestions(service.database.kysely, 90);
    const { rows } = await run('select count(*)::int as count from suggestions');
    assert.equal(rows[0].count, 2);
    assert.equal((await list('busy'))[0].status, 'open');
  });
});
