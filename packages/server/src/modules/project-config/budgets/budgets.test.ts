import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { raiseAlerts } from './raise-alerts.ts';
import { requireBudget } from './require-budget.ts';
import { registerBudgetRoutes } from './routes.ts';
import type { BudgetTables } from './tables.ts';

let service: ModuleRoutes<BudgetTables>;
let reported: { readonly organizationId: string; readonly data: object }[] = [];
const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);

before(async () => {
  service = await openModuleRoutes<BudgetTables>((routes, { database }) => registerBudgetRoutes(routes, { database }));
});
after(() => service.close());
beforeEach(async () => {
  reported = [];
  await query(`truncate projects, model_budgets, model_spending, budget_alerts cascade`);
  for (const id of ['proj_a', 'proj_b']) await insertProject(service.database, id);
  await insertProject(service.database, 'proj_foreign', { organizationId: OTHER });
});

const month = `to_char(now() at time zone 'UTC', 'YYYY-MM')`;
const spend = (projectId: string, usd: number, organizationId = HOME, unpriced = 0) =>
  query(
    `insert into model_spending as s (organization_id, project_id, month, usd, unpriced_answers)
     values ($1, $2, ${month}, $3, $4) on conflict (organization_id, month, project_id)
     do update set usd = s.usd + excluded.usd`,
    [organizationId, projectId, usd, unpriced],
  );
const set = (body: object, as = {}) => service.request('PUT', '/v1/budgets', { body, as });
const list = async (as = {}) => (await service.request('GET', '/v1/budgets', { as })).json.budgets;
const raise = () =>
  raiseAlerts({
    database: service.database,
    publishEvent: (_tx, event) => {
      reported.push({ organizationId: event.organizationId, data: event.data });
      return Promise.resolve();
    },
  });

describe('a budget', () => {
  test('belongs to the organization or a project, and counts the costs of the current month', async () => {
    await set({ usd: 100 });
    await set({ usd: 10, projectId: 'proj_a', thresholds: [90, 10, 90], stopJobs: true });
    await spend('proj_a', 4, HOME, 2);
    await spend('proj_b', 3);
    await spend('proj_foreign', 99, OTHER);
    await query(`insert into model_spending (organization_id, project_id, month, usd, unpriced_answers)
      values ('${HOME}', 'proj_a', '2020-01', 50, 0)`);
    const [ours, ofA, ...rest] = await list();
    assert.deepEqual([ours.projectId, ours.usd, ours.thresholds, ours.spentUsd], [null, 100, [50, 80, 100], 7]);
    assert.deepEqual(
      [ofA.projectId, ofA.thresholds, ofA.stopJobs, ofA.spentUsd, ofA.unpricedAnswers, rest],
      ['proj_a', [10, 90], true, 4, 2, []],
    );
  });

  test('replaces an earlier budget; deleting it a second time returns 404', async () => {
    await set({ usd: 1 });
    await set({ usd: 2, stopJobs: true });
    assert.deepEqual(
      (await list()).map(({ usd }: { usd: number }) => usd),
      [2],
    );
    assert.equal((await service.request('DELETE', '/v1/budgets')).status, 204);
    assert.equal((await service.request('DELETE', '/v1/budgets')).status, 404);
  });

  test('is refused if its amount or one of its thresholds is out of range', async () => {
    for (const usd of [0, -1, 0.001, 2 ** 31, 1e300, '5', null]) {
      const { status, json } = await set({ usd });
      assert.deepEqual([status, json.code], [400, 'invalid_request'], String(usd));
    }
    for (const thresholds of [[0], [101], [50.5], [-1], [2 ** 31], Array.from({ length: 11 }, () => 1)])
      assert.equal((await set({ usd: 5, thresholds })).status, 400, JSON.stringify(thresholds));
    await assert.rejects(
      query(
        `insert into model_budgets (organization_id, usd, thresholds, stop_jobs) values ('${HOME}', 'NaN', '{}', false)`,
      ),
      { code: '23514' },
    );
  });

  test('can’t be set for another organization’s project or without permission for the organization, and is listed only for permitted projects', async () => {
    for (const projectId of ['proj_foreign', 'proj_none', `'; drop table projects; --`])
      assert.equal((await set({ usd: 5, projectId })).status, 404, projectId);
    assert.equal((await set({ usd: 5 }, { scopes: ['organization:read', 'projects:write'] })).status, 403);
    assert.equal((await set({ usd: 5, projectId: 'proj_a' }, { projectIds: ['proj_a'] })).status, 403);
    await set({ usd: 5 });
    await set({ usd: 5, projectId: 'proj_a' });
    await set({ usd: 5, projectId: 'proj_b' });
    const seen = await list({ projectIds: ['proj_a'] });
    assert.deepEqual(
      seen.map(({ projectId }: { projectId: string }) => projectId),
      ['proj_a'],
    );
    assert.deepEqual(await list({ organizationId: OTHER }), []);
  });
});

describe('a threshold', () => {
  test('is reported once a month even if several workers check at once; of several thresholds, only the highest is reported', async () => {
    await set({ usd: 10 });
    await spend('proj_a', 4.99);
    await raise();
    assert.deepEqual(reported, []);
    await spend('proj_a', 0.01);
    await Promise.all([raise(), raise(), raise()]);
    assert.deepEqual([reported.length, (await list())[0].alerts[0].threshold], [1, 50]);
    await spend('proj_a', 9);
    await Promise.all([raise(), raise()]);
    assert.deepEqual(
      reported.map(({ data }) => (data as { threshold: number }).threshold),
      [50, 100],
    );
    await service.request('DELETE', '/v1/budgets');
    await set({ usd: 10 });
    await raise();
    assert.equal(reported.length, 2);
  });

  test('is reported later if reporting fails, because the alert and the event are stored in one transaction', async () => {
    await set({ usd: 10 });
    await spend('proj_a', 6);
    const failing = raiseAlerts({
      database: service.database,
      publishEvent: () => Promise.reject(new Error('killed')),
    });
    await assert.rejects(failing, ({ errors }: AggregateError) => /killed/.test(String(errors)));
    const { rows } = await query('select from budget_alerts');
    assert.equal(rows.length, 0);
    await raise();
    assert.equal(reported.length, 1);
  });

  test('doesn’t block the reports of others if it can’t be reported', async () => {
    await insertProject(service.database, 'proj_c');
    for (const projectId of ['proj_a', 'proj_b', 'proj_c']) {
      await set({ usd: 10, projectId });
      await spend(projectId, 10);
    }
    const toldOf: (string | null)[] = [];
    const failing = raiseAlerts({
      database: service.database,
      publishEvent: (_tx, { projectId }) => {
        if (projectId === 'proj_b') return Promise.reject(new Error('full'));
        toldOf.push(projectId);
        return Promise.resolve();
      },
    });
    await assert.rejects(failing, AggregateError);
    assert.deepEqual(toldOf, ['proj_a', 'proj_c']);
    await raise();
    assert.deepEqual(
      reported.map(({ data }) => (data as { projectId: string }).projectId),
      ['proj_b'],
    );
  });

  test('is reported to the organization that has the budget', async () => {
    await set({ usd: 1 }, { organizationId: OTHER });
    await spend('proj_a', 50);
    await raise();
    assert.deepEqual(reported, []);
    await spend('proj_foreign', 5, OTHER);
    await raise();
    assert.deepEqual(
      reported.map(({ organizationId }) => organizationId),
      [OTHER],
    );
  });
});

describe('a spent budget', () => {
  const requireFor = (projectId: string) => requireBudget(service.database.kysely, { organizationId: HOME, projectId });

  test('stops new jobs only if configured and only in its project, and the error says where to change it', async () => {
    await set({ usd: 5, projectId: 'proj_a' });
    await spend('proj_a', 5);
    await requireFor('proj_a');
    await set({ usd: 5, projectId: 'proj_a', stopJobs: true });
    await assert.rejects(requireFor('proj_a'), {
      code: 'budget_spent',
      message: /budget of the project .* 5\.00 of 5\.00 USD.*Settings → Usage/,
    });
    await requireFor('proj_b');
    await set({ usd: 5, stopJobs: true });
    await assert.rejects(requireFor('proj_b'), { message: /budget of the organization/ });
    await set({ usd: 6, stopJobs: true });
    await requireFor('proj_b');
  });
});
