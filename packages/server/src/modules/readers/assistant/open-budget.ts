import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { BudgetSpent, type ModelBudget } from '../../../platform/models/meter-model.ts';
import { findAssistantSettings } from './assistant-settings.ts';
import type { SettingsTables } from './save-settings.ts';
import {
  addSpending,
  refundMonth,
  reserveOfMonth,
  subtractSpending,
  type SpendingName,
  type SpendingTables,
} from './spending-store.ts';

interface BudgetOf {
  readonly organizationId: string;
  readonly projectId: string;
  /** The caller's digest. */
  readonly spender: string;
  readonly monthlyBudgetUsd: number | null;
  readonly visitorDailyBudgetUsd: number | null;
}

/**
 * Opens the budget of a project's models, shared by all processes. Without a limit, spending is only recorded, for the
 * organization's budgets and its usage figures.
 */
export function openBudget(
  { database, log }: { readonly database: Database<SpendingTables>; readonly log: Logger },
  { organizationId, projectId, spender, monthlyBudgetUsd, visitorDailyBudgetUsd }: BudgetOf,
): ModelBudget {
  const { kysely } = database;
  const isLimited = monthlyBudgetUsd !== null || visitorDailyBudgetUsd !== null;
  return {
    isLimited,
    reserve: async (usd) => {
      // Local models cost nothing.
      if (usd === 0 && !isLimited) return () => Promise.resolve();
      const owner = { organizationId, projectId };
      // The month is also recorded without a limit, so that an owner sees the spending.
      const ofMonth = { usd, limit: monthlyBudgetUsd ?? Number.MAX_VALUE };
      const reserveMonth = async (db: Queryable<SpendingTables>) => {
        const { month, day, isWithin } = await reserveOfMonth(db, owner, ofMonth);
        if (!isWithin) throw spent({ projectId, period: month, visitor: '' }, ofMonth);
        return { month, day };
      };
      const { month, day } =
        visitorDailyBudgetUsd === null
          ? await reserveMonth(kysely)
          : await kysely.transaction().execute(async (tx) => {
              const periods = await reserveMonth(tx);
              const ofDay = { usd, limit: visitorDailyBudgetUsd };
              const name = { projectId, period: periods.day, visitor: spender };
              if (!(await addSpending(tx, name, ofDay))) throw spent(name, ofDay);
              return periods;
            });
      return async (unused) => {
        try {
          await refundMonth(kysely, { ...owner, month }, unused);
          if (visitorDailyBudgetUsd !== null)
            await subtractSpending(kysely, { projectId, period: day, visitor: spender }, unused);
        } catch (err) {
          // The surplus stays counted, so that a budget is never exceeded.
          log.warn({ err, project: projectId }, 'the unused cost of an answer could not be returned to the budget');
        }
      };
    },
  };
}

/** Opens the project's monthly budget for its search by meaning. */
export async function openSearchBudget(
  deps: { readonly database: Database<SettingsTables>; readonly log: Logger },
  project: { readonly organizationId: string; readonly projectId: string },
): Promise<ModelBudget> {
  const { monthlyBudgetUsd } = await findAssistantSettings(deps.database.kysely, project);
  return openBudget(deps, { ...project, spender: '', monthlyBudgetUsd, visitorDailyBudgetUsd: null });
}

const spent = (name: SpendingName, { usd, limit }: { readonly usd: number; readonly limit: number }): BudgetSpent =>
  new BudgetSpent(
    `A call that may cost ${usd.toFixed(4)} USD exceeds what is left of the ${limit} USD of ${
      name.visitor === '' ? 'the month' : "a visitor's day"
    } (${name.period}).`,
  );
