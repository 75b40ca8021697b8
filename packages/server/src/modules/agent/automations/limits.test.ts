import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { HOME, principalOf } from '../../../testing/module-database.ts';
import { dryRun } from './dry-run.ts';
import { fireDue } from './fire-due.ts';
import { recordEvent } from './record-event.ts';
import type { AutomationRow } from './tables.ts';
import { findBudgetOfTurn } from './find-spent-budget.ts';
import { openAutomatedDocs, pullRequest, type AutomatedDocs } from './testing/automated-docs.ts';

describe('events that can’t be handled at once', () => {
  let automated: AutomatedDocs;
  before(async () => {
    automated = await openAutomatedDocs();
  });
  after(() => automated.close());
  afterEach(() => run('TRUNCATE automations, agent_jobs, model_budgets, model_spending, rate_uses CASCADE'));

  const run = (statement: string, values: readonly unknown[] = []) =>
    automated.deps.database.pool.query(statement, [...values]);
  /** Records an event and starts the run that is due, if any. */
  const report = async (automation: AutomationRow, subject: string) => {
    const evidence = [{ kind: 'event' as const, text: subject, source: null }];
    await automated.deps.database.kysely
      .transaction()
      .execute((tx) => recordEvent(automated.deps, tx, { automation, subject, evidence }));
    await automated.advance(automation.id);
  };
  const runsOf = async ({ id }: AutomationRow) =>
    (await automated.runsOf(id)).map(({ state, evidence }) => [state, ...evidence.map(({ text }) => text)]);
  const waitingFor = async ({ id }: AutomationRow) =>
    (await run('SELECT waiting_for FROM automations WHERE id = $1', [id])).rows[0].waiting_for as string | null;
  const age = ({ id }: AutomationRow, interval: string) =>
    run(`UPDATE automation_runs SET created_at = created_at - $2::interval WHERE automation_id = $1`, [id, interval]);
  const tryOut = ({ id }: AutomationRow) =>
    dryRun(
      automated.deps,
      { principal: principalOf(), projectId: 'project', id, body: {} },
      new AbortController().signal,
    );
  const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, known: true };

  test('wait for the limit on open pull requests until one of them ends', async () => {
    const automation = await automated.create({ limits: { openPullRequests: 2 } });
    for (const [subject, number] of [
      ['a', 7],
      ['b', 8],
    ] as const) {
      await report(automation, subject);
      await automated.endJob(automation.id, { result: 'changes', pullRequest: pullRequest(number) });
    }
    await report(automation, 'c');
    await report(automation, 'd');
    assert.equal((await automated.runsOf(automation.id)).length, 2);
    assert.match((await waitingFor(automation)) ?? '', /^2 pull requests are open, and the limit is 2\./);
    const [first] = await automated.runsOf(automation.id);
    await run(`UPDATE agent_jobs SET pr_state = 'closed' WHERE id = $1`, [first?.job_id]);
    await automated.advance(automation.id);
    assert.deepEqual(await runsOf(automation), [
      ['closed', 'a'],
      ['review_needed', 'b'],
      ['running', 'c', 'd'],
    ]);
  });

  test('wait for the limit on runs per day until the oldest run is a day old', async () => {
    const automation = await automated.create({ limits: { runsPerDay: 1 } });
    await report(automation, 'a');
    await automated.endJob(automation.id, { result: 'no_changes' });
    await report(automation, 'b');
    await age(automation, '23 hours');
    await automated.advance(automation.id);
    assert.equal((await automated.runsOf(automation.id)).length, 1);
    await age(automation, '1 hour');
    await automated.advance(automation.id);
    assert.deepEqual(await runsOf(automation), [
      ['no_changes', 'a'],
      ['running', 'b'],
    ]);
  });

  test('wait until the next month if the limit on monthly cost is reached', async () => {
    const automation = await automated.create({ limits: { usdPerMonth: 1 } });
    await report(automation, 'a');
    await automated.endJob(automation.id, { result: 'no_changes', usage: { ...usage, costUsd: 1 } });
    await report(automation, 'b');
    assert.equal(await waitingFor(automation), 'The automation has used 1.00 of 1.00 USD this month.');
    await age(automation, '1 month');
    await automated.advance(automation.id);
    assert.deepEqual(await runsOf(automation), [
      ['no_changes', 'a'],
      ['running', 'b'],
    ]);
  });

  const spendBudget = async (project: string | null) => {
    await run(
      `INSERT INTO model_budgets (organization_id, project_id, usd, thresholds, stop_jobs) VALUES ($1, $2, 5, '{80}', true)`,
      [HOME, project],
    );
    await run(
      `INSERT INTO model_spending (organization_id, project_id, month, usd, unpriced_answers)
       VALUES ($1, 'project', to_char(now() at time zone 'UTC', 'YYYY-MM'), 5, 0)`,
      [HOME],
    );
  };
  const raiseBudget = () => run('UPDATE model_budgets SET usd = 6');

  for (const [whose, project] of [
    ['project', 'project'],
    ['organization', null],
  ] as const)
    test(`wait for the budget of the ${whose}`, async () => {
      const automation = await automated.create({});
      await spendBudget(project);
      await report(automation, 'a');
      await report(automation, 'b');
      assert.deepEqual(await runsOf(automation), []);
      const reason = new RegExp(`^The budget of the ${whose} for .* is spent`);
      assert.match((await waitingFor(automation)) ?? '', reason);
      assert.match((await tryOut(automation)).waitingFor ?? '', reason);
      await raiseBudget();
      await automated.advance(automation.id);
      assert.deepEqual(await runsOf(automation), [['running', 'a', 'b']]);
    });

  test('are handled in a turn that a spent budget of the automation, project or organization stops', async () => {
    const automation = await automated.create({ limits: { usdPerMonth: 1 } });
    await report(automation, 'a');
    await automated.endJob(automation.id, { result: 'no_changes', usage: { ...usage, costUsd: 0.6 } });
    await report(automation, 'b');
    const running = (await automated.runsOf(automation.id)).at(-1);
    assert.ok(running?.job_id);
    const spent = (turnUsd: number, turn = running.job_turn ?? 0) =>
      findBudgetOfTurn(automated.docs.database.kysely, { jobId: running.job_id ?? '', turn, turnUsd });
    assert.equal(await spent(0.3), undefined);
    assert.equal(await spent(0.4), 'The automation has used 1.00 of 1.00 USD this month.');
    assert.equal(await spent(0.4, 99), undefined, 'another turn of the job');
    for (const project of ['project', null]) {
      await spendBudget(project);
      assert.match((await spent(0)) ?? '', /^The budget of the (?:project|organization) for .* is spent/);
      await run('TRUNCATE model_budgets, model_spending');
    }
    await automated.endJob(automation.id, { result: 'no_changes', usage: { ...usage, costUsd: 0 } });
    assert.equal(await spent(9), undefined, 'a run that has ended');
  });

  test('wait for another run if the budget was spent before their run could start', async () => {
    const automation = await automated.create({});
    await run(
      `INSERT INTO rate_uses (bucket, used_at) SELECT 'agent-jobs:project', clock_timestamp() FROM generate_series(1, 100)`,
    );
    await report(automation, 'a');
    assert.deepEqual(await runsOf(automation), [['queued', 'a']]);
    await run('TRUNCATE rate_uses');
    await spendBudget(null);
    await automated.advance(automation.id);
    await automated.advance(automation.id);
    const [failed, ...others] = await automated.runsOf(automation.id);
    assert.deepEqual([failed?.state, others], ['failed', []]);
    assert.match(failed?.outcome ?? '', /^The budget of the organization/);
    await raiseBudget();
    await automated.advance(automation.id);
    assert.deepEqual(await runsOf(automation), [
      ['failed', 'a'],
      ['running', 'a'],
    ]);
  });

  test('don’t cause more than one attempt a minute to start a queued run', async () => {
    const automation = await automated.create({});
    await run(
      `INSERT INTO rate_uses (bucket, used_at) SELECT 'agent-jobs:project', clock_timestamp() FROM generate_series(1, 100)`,
    );
    await report(automation, 'a');
    assert.deepEqual(await runsOf(automation), [['queued', 'a']]);
    const attempts = async () => {
      // Workers have handled all tickets, and a minute has passed.
      await run('TRUNCATE pgboss.job, upkeep_runs');
      for (let n = 0; n < 3; n += 1) await automated.advance(automation.id);
      await automated.lookAfter();
      const { rows } = await run(`SELECT FROM pgboss.job WHERE name = 'automations' AND data ->> 'what' = 'advance'`);
      return rows.length;
    };
    assert.equal(await attempts(), 1);
    await automated.change(automation.id, { enabled: false });
    assert.equal(await attempts(), 0);
    assert.deepEqual(await runsOf(automation), [['no_changes', 'a']]);
  });

  test('start a new job if someone archived the open pull request’s job', async () => {
    const automation = await automated.create({ kind: 'update-from-code', instructions: '' });
    await report(automation, 'a');
    await automated.endJob(automation.id, { result: 'changes', pullRequest: pullRequest(7) });
    assert.equal((await tryOut(automation)).scope.pullRequest, pullRequest(7).url);
    await run(`UPDATE agent_jobs SET status = 'archived'`);
    assert.equal((await tryOut(automation)).scope.pullRequest, null);
    await report(automation, 'b');
    const [first, second] = await automated.runsOf(automation.id);
    assert.deepEqual([first?.state, second?.state], ['review_needed', 'running'], second?.outcome ?? '');
    assert.notEqual(second?.job_id, first?.job_id);
  });

  test('are handled once: a repeated event starts no run, even after its pull request was closed', async () => {
    const automation = await automated.create({});
    await report(automation, 'a');
    await automated.endJob(automation.id, { result: 'changes', pullRequest: pullRequest(7) });
    await run(`UPDATE agent_jobs SET pr_state = 'closed'`);
    await report(automation, 'a');
    assert.deepEqual(await runsOf(automation), [['closed', 'a']]);
    await report(automation, 'b');
    assert.deepEqual(await runsOf(automation), [
      ['closed', 'a'],
      ['running', 'b'],
    ]);
  });

  test('are discarded with their automation, which starts no more jobs', async () => {
    const hourly = { type: 'schedule' as const, cron: '0 * * * *' };
    const automation = await automated.create({ trigger: hourly });
    await report(automation, 'a');
    await report(automation, 'b');
    const [{ job_id: jobId } = { job_id: null }] = await automated.runsOf(automation.id);
    await automated.remove(automation.id);
    automated.clock.advance(5 * 3_600_000);
    await fireDue(automated.deps);
    await automated.advance(automation.id);
    await automated.follow(automation.id);
    assert.deepEqual(await automated.endJob(automation.id, { id: jobId ?? '', result: 'no_changes' }), []);
    const { rows } = await run('SELECT id FROM agent_jobs');
    assert.deepEqual(rows, [{ id: jobId }]);
  });
});
