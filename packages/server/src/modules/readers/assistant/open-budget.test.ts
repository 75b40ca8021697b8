import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLogger } from '../../../platform/log/index.ts';
import { BudgetSpent } from '../../../platform/models/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { openBudget } from './open-budget.ts';
import { deleteOldSpending, selectSpending, type SpendingTables } from './spending-store.ts';

describe('the assistant’s budget', () => {
  let database: ModuleDatabase<SpendingTables & ProjectTables>;
  before(async () => {
    database = await openModuleDatabase();
    await insertProject(database, 'ours');
  });
  after(() => database.close());
  const log = createLogger({ level: 'silent' });
  const open = (spender: string, bounds: { readonly month?: number; readonly visitor?: number }) =>
    openBudget(
      { database, log },
      {
        organizationId: HOME,
        projectId: 'ours',
        spender,
        monthlyBudgetUsd: bounds.month ?? null,
        visitorDailyBudgetUsd: bounds.visitor ?? null,
      },
    );

  const ledger = async () =>
    (await database.pool.query('select project_id, usd::float8 from model_spending where organization_id = $1', [HOME]))
      .rows;

  test('records spending even without a limit, and subtracts returned amounts, in the ledger and in the month', async () => {
    const budget = open('v', {});
    assert.equal(budget.isLimited, false);
    await (
      await budget.reserve(0)
    )(0);
    assert.deepEqual(await ledger(), []);
    const giveBack = await budget.reserve(5);
    await budget.reserve(1);
    await giveBack(4.5);
    assert.deepEqual(await ledger(), [{ project_id: 'ours', usd: 1.5 }]);
    assert.equal(await selectSpending(database.kysely, 'ours'), 1.5);
    await database.pool.query('truncate assistant_spending, model_spending');
  });

  test('records nothing for a call that it refuses', async () => {
    await assert.rejects(open('v', { month: 1 }).reserve(2), BudgetSpent);
    assert.deepEqual(await ledger(), []);
  });

  test('is never exceeded by concurrent calls, and unused amounts are returned to it', async () => {
    const calls = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, index) => open(`v${index % 3}`, { month: 1 }).reserve(0.1)),
    );
    const made = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason as unknown] : []));
    // Ten tenths are slightly more than one in binary fractions.
    assert.ok(made.length === 10 || made.length === 9, String(made.length));
    assert.ok(refused.every((error) => error instanceof BudgetSpent));
    for (const giveBack of made) await giveBack(0.1);
    assert.ok((await selectSpending(database.kysely, 'ours')) < 1e-9);
  });

  test('is separate for each visitor, and a visitor’s spent budget doesn’t use up the month’s', async () => {
    await open('greedy', { month: 1, visitor: 0.3 }).reserve(0.25);
    await assert.rejects(async () => open('greedy', { month: 1, visitor: 0.3 }).reserve(0.1), /a visitor's day/);
    assert.ok(Math.abs((await selectSpending(database.kysely, 'ours')) - 0.25) < 1e-9);
    await open('modest', { month: 1, visitor: 0.3 }).reserve(0.1);
    await assert.rejects(async () => open('third', { month: 0.4, visitor: 0.3 }).reserve(0.1), /the month/);
  });

  test('deletes the records of visitors after their day, and keeps the record of the month', async () => {
    await database.pool.query(`update assistant_spending set changed_at = now() - interval '25 hours'`);
    await deleteOldSpending(database.kysely);
    const { rows } = await database.pool.query(`select visitor from assistant_spending`);
    assert.deepEqual(rows, [{ visitor: '' }]);
  });
});
