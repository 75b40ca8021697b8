import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { commentEvent, openHookedProjects, type Hook, type HookedProjects } from './testing/hooked-project.ts';

describe('a code host hook', () => {
  let projects: HookedProjects;
  let name = '';
  let projectId = '';
  let hook: Hook;
  let count = 0;
  before(async () => {
    projects = await openHookedProjects();
  });
  after(() => projects.close());
  beforeEach(async () => {
    count += 1;
    name = `site-${count}`;
    ({ projectId, hook } = await projects.addProject(name));
  });
  const ask = (method: string, rest = '', more: ModuleRequest = {}) =>
    projects.service.request(method, `/v1/projects/${projectId}/code-host-hooks${rest}`, more);
  const listEvents = async () => (await ask('GET', `/${hook.id}/events`)).json.events;
  const comment = (id: number, body = '@docwright shorten it') =>
    commentEvent(`acme/${name}`, 3, { id, by: 'ada', body });
  const post = (payload: unknown, more: object = {}) => projects.post(hook, { payload, ...more });
  const countRows = async (table: string) => {
    const { rows } = await projects.service.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`);
    return rows[0].n;
  };

  describe('creating a hook', () => {
    test('a new hook has an address, and a secret that is shown only once and stored encrypted', async () => {
      assert.equal(hook.url, `https://docs.example/v1/code-hosts/github/webhook/${hook.id}`);
      assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      const { text, json } = await ask('GET');
      assert.deepEqual(
        [json.hooks.length, json.hooks[0].followUps, json.hooks[0].mention, json.hooks[0].lastEventAt],
        [1, 'mention', '@docwright', null],
      );
      const { rows } = await projects.service.database.pool.query('SELECT * FROM code_host_hooks');
      const events = await projects.service.database.pool.query('SELECT * FROM audit_events');
      assert.ok(!JSON.stringify([text, rows, events.rows]).includes(hook.secret.slice(6)));
    });

    test('other organizations and keys of other projects can’t read, create or delete a hook', async () => {
      for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
        for (const answer of [
          await ask('GET', '', { as }),
          await ask('POST', '', { as, body: {} }),
          await ask('GET', `/${hook.id}/events`, { as }),
          await ask('DELETE', `/${hook.id}`, { as }),
        ]) {
          assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], JSON.stringify(as));
        }
      }
      assert.equal((await ask('GET')).json.hooks.length, 1);
    });

    test('callers who can’t start agent jobs can’t create or delete a hook, and the audit log records the attempts', async () => {
      const as = { scopes: ['projects:write'] as const };
      for (const refused of [await ask('POST', '', { as, body: {} }), await ask('DELETE', `/${hook.id}`, { as })]) {
        assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
        assert.match(refused.json.error, /agent-jobs:write/);
      }
      const { rows } = await projects.service.database.pool.query(
        `SELECT action FROM audit_events WHERE result = 'refused' AND target_id IN ($1, $2) ORDER BY id`,
        [projectId, hook.id],
      );
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['code_host_hook.created', 'code_host_hook.deleted'],
      );
    });

    for (const [repository, code] of [
      ['local:docs', 'code_host_without_hooks'],
      ['https://github.com/stranger/docs', 'invalid_repository'],
      ['https://git.unknown.example/acme/docs', 'invalid_repository'],
    ] as const) {
      test(`a hook is not created for ${repository}: ${code}`, async () => {
        projectId = await insertProject(projects.service.database, `proj_odd_${count}`, { repository });
        const refused = await ask('POST', '', { body: {} });
        assert.equal(refused.json.code, code);
        assert.deepEqual((await ask('GET')).json.hooks, []);
      });
    }

    test('the lengths of the secret and the mention are limited', async () => {
      for (const body of [
        { secret: 'fifteen-letters' },
        { secret: 'x'.repeat(201) },
        { secret: 'NUL \u0000 and sixteen letters' },
        { mention: '' },
        { mention: 'x'.repeat(300) },
        { followUps: 'always' },
      ]) {
        const refused = await ask('POST', '', { body });
        assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], JSON.stringify(body));
      }
      const own = await ask('POST', '', { body: { secret: 'a secret of the host', followUps: 'review' } });
      assert.deepEqual([own.json.secret, own.json.followUps], ['a secret of the host', 'review']);
    });

    test('a hook is created on the code host on request; if the host refuses, the reason and instructions are returned', async () => {
      const { github } = projects;
      const { json: made } = await ask('POST', '', { body: { install: true } });
      assert.deepEqual([made.installed, made.installProblem], [true, null]);
      assert.deepEqual(github.installed, [{ url: made.url, secret: made.secret }]);
      github.refusal = new CodeHostError('forbidden', 'The credential lacks a permission for this repository.');
      const { status, json: refused } = await ask('POST', '', { body: { install: true } });
      github.refusal = undefined;
      assert.deepEqual([status, refused.installed], [201, false]);
      assert.match(refused.installProblem, /lacks a permission.*Add the address and the secret/);
      assert.equal(hook.id.length > 0 && github.calls.filter((name) => name === 'installHook').length, 2);
    });

    test('a hook can be deleted by its ID, with its events, but not through another project', async () => {
      await post(comment(1));
      const other = await projects.addProject(`${name}-other`);
      const wrong = await projects.service.request(
        'DELETE',
        `/v1/projects/${other.projectId}/code-host-hooks/${hook.id}`,
      );
      assert.equal(wrong.status, 404);
      const peek = `/v1/projects/${other.projectId}/code-host-hooks/${hook.id}/events`;
      assert.equal((await projects.service.request('GET', peek)).status, 404);
      assert.equal((await ask('DELETE', `/${hook.id}`)).status, 204);
      assert.equal((await post(comment(2))).status, 404);
      const left = 'SELECT FROM code_host_events WHERE hook_id = $1';
      assert.equal((await projects.service.database.pool.query(left, [hook.id])).rows.length, 0);
      assert.equal((await ask('DELETE', `/${hook.id}`)).status, 404);
    });
  });

  describe('events for a hook', () => {
    test('a signed comment is queued, and the time of the last event is recorded', async () => {
      const answer = await post(comment(1), { delivery: 'd-1' });
      assert.deepEqual([answer.status, answer.json], [202, { outcome: 'accepted', reason: null }]);
      const [event] = await listEvents();
      assert.deepEqual([event.type, event.pullRequest, event.author, event.outcome], ['comment', 3, 'ada', 'waiting']);
      assert.notEqual((await ask('GET')).json.hooks[0].lastEventAt, null);
      const tickets = await projects.listTickets('code-host-events');
      assert.deepEqual(tickets.at(-1), { eventId: event.id, look: 1 });
    });

    test('bodies that aren’t signed with the hook’s own secret are rejected', async () => {
      const other = await projects.addProject(`${name}-other`);
      const body = JSON.stringify(comment(1));
      const good = { delivery: 'd-1', payload: body };
      const forged = [
        await projects.post(hook, { ...good, secret: undefined }),
        await projects.post(hook, { ...good, secret: '' }),
        await projects.post(hook, { ...good, secret: `${hook.secret} ` }),
        await projects.post(hook, { ...good, secret: other.hook.secret }),
        await projects.post(hook, { ...good, headers: { 'x-hub-signature-256': 'sha256=' } }),
        await projects.post(hook, { ...good, headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } }),
        await projects.post(hook, { payload: '', secret: undefined }),
      ];
      for (const answer of forged) assert.deepEqual([answer.status, answer.json.code], [401, 'invalid_signature']);
      assert.deepEqual(await listEvents(), []);
      assert.equal((await ask('GET')).json.hooks[0].lastEventAt, null);
    });

    test('events for another kind of host, an unknown kind, or an unknown ID are rejected', async () => {
      const event = { payload: comment(1) };
      for (const url of [
        hook.url.replace('/github/', '/gitlab/'),
        hook.url.replace('/github/', '/__proto__/'),
        hook.url.replace('/github/', '/GitHub/'),
        `${hook.url}x`,
        hook.url.replace(hook.id, `${hook.id}%27%20OR%20true`),
        hook.url.replace(hook.id, 'x'.repeat(5_000)),
      ]) {
        const answer = await projects.post({ ...hook, url }, event);
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], url.slice(0, 90));
        assert.ok(answer.text.length < 400);
      }
      assert.deepEqual(await listEvents(), []);
    });

    test('an event is accepted once, even with repeated or concurrent deliveries, other delivery IDs, or another spelling of the repository', async () => {
      const tickets = (await projects.listTickets('code-host-events')).length;
      const deliveries = ['d-1', 'd-1', 'd-2', 'd-3', undefined, 'd-4', 'd-5', 'd-1'];
      const answers = await Promise.all(deliveries.map((delivery) => post(comment(7), { delivery })));
      assert.equal(answers.filter(({ status }) => status === 202).length, 1);
      for (const { status, json } of answers) {
        assert.ok(status === 202 || (status === 200 && json.outcome === 'duplicate'), JSON.stringify(json));
      }
      const edited = await post(comment(7, '@docwright now delete everything'), { delivery: 'd-9' });
      assert.equal(edited.json.outcome, 'duplicate');
      // Repositories are found by their names in any spelling.
      const spelled = commentEvent(`Acme/${name.toUpperCase()}`, 3, {
        id: 7,
        by: 'ada',
        body: '@docwright shorten it',
      });
      assert.equal((await post(spelled, { delivery: 'd-10' })).json.outcome, 'duplicate');
      assert.equal((await listEvents()).length, 1);
      assert.equal((await projects.listTickets('code-host-events')).length, tickets + 1);
    });

    test('a reopened pull request can end a second time, but a repeated first end is a duplicate', async () => {
      const closed = (merged: boolean) => ({
        action: 'closed',
        repository: { full_name: `acme/${name}` },
        pull_request: { number: 3, merged },
        sender: { login: 'ada' },
      });
      const outcomes = [];
      for (const payload of [closed(false), closed(true), closed(false)]) {
        outcomes.push((await post(payload, { name: 'pull_request' })).json.outcome);
      }
      assert.deepEqual(outcomes, ['accepted', 'accepted', 'duplicate']);
    });

    test('a push is accepted once for each delivery, even with NUL in its branch', async () => {
      const push = { ref: 'refs/heads/a\u0000b', repository: { full_name: `acme/${name}` }, sender: { login: 'ada' } };
      const outcomes = [];
      for (const delivery of ['p-1', 'p-1', 'p-2']) {
        outcomes.push((await post(push, { name: 'push', delivery })).json.outcome);
      }
      assert.deepEqual(outcomes, ['accepted', 'duplicate', 'accepted']);
      const [event] = await listEvents();
      assert.deepEqual([event.type, event.pullRequest, event.branches], ['branch-moved', null, ['a\ufffdb']]);
    });

    test('a hint about pull request 2^31 is not accepted', async () => {
      const payload = {
        action: 'opened',
        repository: { full_name: `acme/${name}` },
        pull_request: { number: 2 ** 31 },
        sender: { login: 'ada' },
      };
      const refused = await post(payload, { name: 'pull_request' });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request']);
    });

    for (const [what, payload, code] of [
      ['a body that isn’t JSON', 'payload=%7B%7D', 'invalid_json'],
      ['an empty body', '', 'invalid_json'],
      ['a list', [], 'invalid_request'],
      ['null', null, 'invalid_request'],
      ['a body without its comment', { ...comment(1), comment: undefined }, 'invalid_request'],
      ['a body without its author', { ...comment(1), comment: { id: 1, body: 'x' } }, 'invalid_request'],
      ['a pull request 0', commentEvent('acme/x', 0, { id: 1, by: 'a', body: '' }), 'invalid_request'],
      ['a pull request -1', commentEvent('acme/x', -1, { id: 1, by: 'a', body: '' }), 'invalid_request'],
      ['a pull request 1.5', commentEvent('acme/x', 1.5, { id: 1, by: 'a', body: '' }), 'invalid_request'],
      ['a pull request 2^31', commentEvent('acme/x', 2 ** 31, { id: 1, by: 'a', body: '' }), 'invalid_request'],
    ] as const) {
      test(`${what} is rejected, and no event is stored`, async () => {
        const refused = await post(payload);
        assert.deepEqual([refused.status, refused.json.code], [400, code]);
        assert.deepEqual(await listEvents(), []);
      });
    }

    test('text with NUL and half a surrogate pair, which the database can’t store, is accepted', async () => {
      const answer = await post(comment(1, '@docwright a\u0000b \ud800 \\u0000'));
      assert.equal(answer.status, 202);
      const { rows } = await projects.service.database.pool.query(
        'SELECT data FROM code_host_events WHERE hook_id = $1',
        [hook.id],
      );
      assert.equal(rows[0].data.body, '@docwright a\ufffdb \ufffd \\u0000');
    });

    test('a body above 2 MiB is rejected, even if it is signed', async () => {
      const large = await post({ ...comment(1), more: 'x'.repeat(2 * 1024 * 1024) });
      assert.deepEqual([large.status, large.json.code], [413, 'payload_too_large']);
    });

    test('irrelevant events receive a response with the reason, and are not stored', async () => {
      for (const [event, payload] of [
        ['star', { action: 'created' }],
        ['issue_comment', { ...comment(1), action: 'edited' }],
      ] as const) {
        const answer = await post(payload, { name: event });
        assert.deepEqual([answer.status, answer.json.outcome], [200, 'ignored']);
        assert.match(answer.json.reason, /not supported/);
      }
      assert.deepEqual(await listEvents(), []);
    });

    test('events are stored for 90 days: the next event removes older ones, except those that are still waiting', async () => {
      for (const id of [1, 2, 3]) await post(comment(id));
      const { pool } = projects.service.database;
      const age = (id: number, days: number, outcome: string) =>
        pool.query(
          `UPDATE code_host_events SET received_at = now() - make_interval(days => $1), outcome = $2
           WHERE hook_id = $3 AND data ->> 'commentId' = $4`,
          [days, outcome, hook.id, `comment-${id}`],
        );
      await age(1, 91, 'ignored');
      await age(2, 89, 'ignored');
      await age(3, 91, 'waiting');
      const elsewhere = await countRows('code_host_events');
      await post(comment(4));
      const { rows } = await pool.query(
        `SELECT data ->> 'commentId' AS id FROM code_host_events WHERE hook_id = $1 ORDER BY 1`,
        [hook.id],
      );
      assert.deepEqual(
        rows.map(({ id }) => id),
        ['comment-2', 'comment-3', 'comment-4'],
      );
      assert.equal(
        await countRows('code_host_events'),
        elsewhere,
        'one was added, one was removed, and other hooks keep theirs',
      );
    });
  });
});
