import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { HOME } from '../../../testing/module-database.ts';
import { handleEvent } from './handle-event.ts';
import { defaultCodeHostEventSettings as settings } from './settings.ts';
import { endHostEvent } from './store.ts';
import { commentEvent, openHookedProjects, type Hook, type HookedProjects } from './testing/hooked-project.ts';

const order = '@docwright shorten it';

describe('a code host’s event', () => {
  let projects: HookedProjects;
  let name = '';
  let projectId = '';
  let jobId = '';
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
    jobId = `aj_${count}`;
    await projects.addJob(jobId, projectId, 3);
    const { github } = projects;
    github.comments.clear();
    github.permissions.clear();
    github.permissions.set('ada', 'write');
    github.answers.length = 0;
    github.refusal = undefined;
    github.calls.length = 0;
    github.fullName = `acme/${name}`;
  });
  const query = async (text: string, ...values: unknown[]) =>
    (await projects.service.database.pool.query(text, values)).rows;
  const jobNow = async () => (await query('SELECT * FROM agent_jobs WHERE id = $1', jobId))[0];
  const eventNow = async (id: string) => (await query('SELECT * FROM code_host_events WHERE id = $1', id))[0];
  const receive = async (payload: unknown, event = 'issue_comment'): Promise<string> => {
    const answer = await projects.post(hook, { payload, name: event });
    assert.equal(answer.json.outcome, 'accepted', answer.text);
    const [row] = await query('SELECT id FROM code_host_events WHERE hook_id = $1 ORDER BY received_at DESC', hook.id);
    return row?.id;
  };
  const handle = async (eventId: string, look = 1) => {
    await handleEvent(projects.deps, { eventId, look });
    const { outcome, reason } = await eventNow(eventId);
    return [outcome, reason];
  };
  /** Sets the comment that GitHub returns; by default, the one in the event. */
  const say = (id: number, posted: { readonly by?: string; readonly body?: string; readonly isBot?: boolean } = {}) => {
    const { by = 'ada', body = order, isBot = false } = posted;
    const author = { id: by, name: by, isBot };
    projects.github.comments.set(`comment-${id}`, { body, author, isReview: false, place: null });
  };
  const comment = (
    id: number,
    more: { readonly repository?: string; readonly number?: number; readonly body?: string } = {},
  ) => commentEvent(more.repository ?? `acme/${name}`, more.number ?? 3, { id, by: 'ada', body: more.body ?? order });
  const closed = (merged: boolean, more: object = {}) => ({
    action: 'closed',
    repository: { full_name: `acme/${name}` },
    pull_request: { number: 3, merged },
    sender: { login: 'ada' },
    ...more,
  });

  test('is the next turn of the pull request’s job if its author has write access', async () => {
    const id = await receive(comment(1));
    say(1);
    assert.deepEqual(await handle(id), ['follow-up', null]);
    const job = await jobNow();
    assert.deepEqual([job.status, job.turns, job.attempt, job.publish_state], ['active', 2, 1, 'working']);
    const turns = await query('SELECT turn, prompt, from_code_host FROM agent_job_turns WHERE job_id = $1', jobId);
    assert.deepEqual(turns, [{ turn: 2, prompt: 'shorten it', from_code_host: true }]);
    assert.deepEqual((await projects.listTickets('agent-jobs')).at(-1), { agentJobId: jobId, turn: 2 });
    const audit = await query('SELECT actor_kind, actor_name, result FROM audit_events WHERE target_id = $1', jobId);
    assert.deepEqual(audit, [{ actor_kind: 'anonymous', actor_name: 'ada (github)', result: 'success' }]);
    const [answer, ...others] = projects.github.answers;
    assert.deepEqual([answer?.[0], others], [3, []]);
    assert.match(answer?.[1] ?? '', new RegExp(`/dashboard/jobs/${projectId}/${jobId}\\)`));
  });

  test('is one turn, even if its worker is lost before the outcome is recorded, or two workers handle it at once', async () => {
    const id = await receive(comment(1));
    say(1);
    await Promise.all([handle(id), handle(id)]);
    await query(`UPDATE code_host_events SET outcome = 'waiting' WHERE id = $1`, id);
    await query(`UPDATE agent_jobs SET status = 'completed' WHERE id = $1`, jobId);
    assert.equal((await handle(id))[0], 'follow-up');
    assert.equal((await jobNow()).turns, 2);
    assert.equal((await query('SELECT FROM agent_job_turns WHERE job_id = $1', jobId)).length, 1);
  });

  test('uses the text and the author that the host returns, not those in the signed body', async () => {
    const forgeries = [
      [1, undefined, /the comment does not exist/],
      [2, { body: 'Thanks!' }, /does not mention @docwright/],
      [3, { by: 'eve' }, /eve has no write access/],
      [4, { by: 'ci', isBot: true }, /ci is a bot/],
    ] as const;
    for (const [id, posted, reason] of forgeries) {
      if (posted !== undefined) say(id, posted);
      const [outcome, why] = await handle(await receive(comment(id)));
      assert.equal(outcome, 'ignored');
      assert.match(why, reason);
    }
    say(5, { body: '@docwright add an example' });
    await handle(await receive(comment(5)));
    const turns = await query('SELECT prompt FROM agent_job_turns WHERE job_id = $1', jobId);
    assert.deepEqual(turns, [{ prompt: 'add an example' }]);
    const refused = await query(
      `SELECT actor_name, details FROM audit_events WHERE target_id = $1 AND result = 'refused'`,
      jobId,
    );
    assert.deepEqual(refused, [
      { actor_name: 'ada (github)', details: { projectId, hookId: hook.id, commentId: 'comment-1' } },
    ]);
  });

  for (const [permission, reason] of [
    ['none', 'ada has no write access to the repository'],
    ['read', 'ada has no write access to the repository'],
    [
      new CodeHostError('forbidden', 'not yours to ask'),
      "the installation's credentials can't check the permissions of ada",
    ],
  ] as const) {
    test(`is ignored if its author’s permission is ${permission}`, async () => {
      const id = await receive(comment(1));
      say(1);
      projects.github.permissions.set('ada', permission);
      assert.deepEqual(await handle(id), ['ignored', reason]);
      assert.equal((await jobNow()).turns, 1);
    });
  }

  test('causes no request to the host if it doesn’t mention the agent', async () => {
    const [outcome] = await handle(await receive(comment(1, { body: 'looks good' })));
    assert.deepEqual([outcome, projects.github.calls], ['ignored', []]);
  });

  test('is ignored if it belongs to another repository; after a rename, the host is queried for the current name', async () => {
    const foreign = await receive(comment(1, { repository: 'stranger/docs' }));
    assert.match((await handle(foreign))[1], /stranger\/docs, which is not the project's repository/);
    projects.github.fullName = 'Acme/renamed';
    say(2);
    assert.equal((await handle(await receive(comment(2, { repository: 'acme/Renamed' }))))[0], 'follow-up');
  });

  test('belongs to the project if its repository’s name differs only in case, without a request', async () => {
    say(1);
    assert.equal(
      (await handle(await receive(comment(1, { repository: `ACME/${name.toUpperCase()}` }))))[0],
      'follow-up',
    );
    assert.ok(!projects.github.calls.includes('getRepository'));
  });

  test('is checked again if it arrives while the agent works, and dropped after a day', async () => {
    await query(`UPDATE agent_jobs SET status = 'active' WHERE id = $1`, jobId);
    const id = await receive(comment(1));
    say(1);
    assert.equal((await handle(id))[0], 'waiting');
    assert.deepEqual((await projects.listTickets('code-host-events')).at(-1), { eventId: id, look: 2 });
    await query(`UPDATE agent_jobs SET status = 'completed' WHERE id = $1`, jobId);
    assert.equal((await handle(id, 2))[0], 'follow-up');

    const late = await receive(comment(2));
    say(2);
    const giveUpMs = settings.giveUpAfterMs;
    await query(
      `UPDATE code_host_events SET received_at = $1 WHERE id = $2`,
      new Date(projects.clock.now() - giveUpMs),
      late,
    );
    const tickets = (await projects.listTickets('code-host-events')).length;
    assert.equal((await handle(late))[0], 'ignored');
    assert.equal((await projects.listTickets('code-host-events')).length, tickets, 'no further attempt');
  });

  test('waits if the hourly limit on messages is reached', async () => {
    await query(
      `INSERT INTO rate_uses (bucket, used_at) SELECT 'agent-messages:' || $1, now() FROM generate_series(1, 100)`,
      projectId,
    );
    const id = await receive(comment(1));
    say(1);
    assert.equal((await handle(id))[0], 'waiting');
    assert.equal((await jobNow()).turns, 1);
  });

  test('is the next turn even if attempts to answer fail', async () => {
    const id = await receive(comment(1));
    say(1);
    projects.github.refusal = new CodeHostError('unavailable', 'GitHub does not answer');
    await assert.rejects(handle(id), /does not answer/);
    await handleEvent(projects.deps, { eventId: id, look: 1, isLastAttempt: true });
    const { outcome, agent_job_id: job } = await eventNow(id);
    assert.deepEqual([outcome, job, (await jobNow()).turns], ['follow-up', jobId, 2]);
  });

  test('is ignored for an archived job, with the reason', async () => {
    await query(`UPDATE agent_jobs SET status = 'archived' WHERE id = $1`, jobId);
    const id = await receive(comment(1));
    say(1);
    const [outcome, reason] = await handle(id);
    assert.equal(outcome, 'ignored');
    assert.match(reason, /archived/);
  });

  test('is a turn even if the host’s response contains NUL', async () => {
    const id = await receive(comment(1));
    say(1, { body: '@docwright a\u0000b \ud800' });
    assert.equal((await handle(id))[0], 'follow-up');
    const turns = await query('SELECT prompt FROM agent_job_turns WHERE job_id = $1', jobId);
    assert.deepEqual(turns, [{ prompt: 'a\ufffdb \ufffd' }]);
  });

  test('is retried if the code host is unavailable', async () => {
    const id = await receive(comment(1));
    say(1);
    projects.github.permissions.set('ada', new CodeHostError('unavailable', 'GitHub does not answer'));
    await assert.rejects(handle(id), /does not answer/);
    assert.equal((await eventNow(id)).outcome, 'waiting');
  });

  test('is not handled by a late worker if it was dropped, or its hook was deleted', async () => {
    const event = await receive(comment(1));
    say(1);
    await endHostEvent(projects.service.database.kysely, event, {
      outcome: 'ignored',
      reason: 'gone',
      agentJobId: null,
    });
    assert.deepEqual(await handle(event), ['ignored', 'gone']);
    const id = await receive(comment(2));
    say(2);
    await projects.service.request('DELETE', `/v1/projects/${projectId}/code-host-hooks/${hook.id}`);
    await handleEvent(projects.deps, { eventId: id, look: 1 });
    assert.equal((await jobNow()).turns, 1);
  });

  test('is a hint for its repository’s live sites if it is a push or a pull request', async () => {
    const subject = { repository: { full_name: `acme/${name}` }, sender: { login: 'ada' } };
    projects.hints.length = 0;
    const push = await receive({ ref: 'refs/heads/next', ...subject }, 'push');
    assert.deepEqual(await handle(push), ['noted', null]);
    const opened = { action: 'opened', pull_request: { number: 8 }, ...subject };
    assert.deepEqual(await handle(await receive(opened, 'pull_request')), ['noted', null]);
    const hint = { organizationId: HOME, repository: `https://github.com/acme/${name}`, author: 'ada' };
    assert.deepEqual(projects.hints, [
      { ...hint, branches: ['next'] },
      { ...hint, pullRequest: 8 },
    ]);
    const foreign = { ref: 'refs/heads/main', ...subject, repository: { full_name: 'stranger/docs' } };
    assert.match((await handle(await receive(foreign, 'push')))[1], /not the project's repository/);
    assert.equal(projects.hints.length, 2);
  });

  test('is a hint for live sites if it reports the end of a person’s pull request', async () => {
    projects.hints.length = 0;
    assert.deepEqual(
      await handle(await receive({ ...closed(true), pull_request: { number: 9, merged: true } }, 'pull_request')),
      ['noted', null],
    );
    assert.deepEqual(
      projects.hints.map((hint) => 'pullRequest' in hint && hint.pullRequest),
      [9],
    );
  });

  test('is a hint for automations, but not for jobs, if it is from a context repository', async () => {
    projects.hints.length = 0;
    projects.code.push('https://gitlab.com/acme/api', 'https://github.com/acme/api');
    const subject = { repository: { full_name: 'Acme/API' }, sender: { login: 'ada' } };
    const push = await receive({ ref: 'refs/heads/main', ...subject }, 'push');
    assert.deepEqual(await handle(push), ['noted', null]);
    const merged = { action: 'closed', pull_request: { number: 3, merged: true }, ...subject };
    assert.deepEqual(await handle(await receive(merged, 'pull_request')), ['noted', null]);
    const hint = { organizationId: HOME, repository: 'https://github.com/acme/api', author: 'ada' };
    assert.deepEqual(projects.hints, [
      { ...hint, branches: ['main'] },
      { ...hint, pullRequest: 3, isMerged: true },
    ]);
    assert.equal((await jobNow()).pr_state, 'open', 'the job has the same number in another repository');
    projects.code.length = 0;
    const gone = await receive({ ref: 'refs/heads/next', ...subject }, 'push');
    assert.match((await handle(gone))[1], /not the project's repository/);
  });

  test('reports the outcome of its pull request to the job, once', async () => {
    assert.deepEqual(await handle(await receive(closed(true), 'pull_request')), ['noted', null]);
    assert.deepEqual(await handle(await receive(closed(true, { again: 1 }), 'pull_request')), ['noted', null]);
    const job = await jobNow();
    assert.equal(job.pr_state, 'merged');
    const events = await query('SELECT type, data FROM agent_job_events WHERE job_id = $1', jobId);
    assert.deepEqual(events, [{ type: 'pull_request.ended', data: { state: 'merged', by: 'ada' } }]);
  });
});
