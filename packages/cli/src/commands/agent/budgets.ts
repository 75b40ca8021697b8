import type { Budget } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';

interface BudgetOptions {
  readonly project?: string;
}
interface SetOptions extends BudgetOptions {
  readonly threshold?: number[];
  readonly alerts: boolean;
  readonly stopJobs?: boolean;
}

export function addBudgetCommands(program: Command, bind: Bind): void {
  const budgets = program.command('budgets').description('Monthly limits on model costs.');
  budgets.command('list').description('List budgets and the amounts spent.').action(bind(listBudgets));
  budgets
    .command('set')
    .argument('<dollars>', 'US dollars per calendar month (UTC)')
    .description('Set the budget of the organization or of one project. Replaces an existing budget.')
    .addOption(ofProject())
    .addOption(
      new Option('--threshold <percent>', 'when to send an alert; repeatable; default: 50, 80 and 100').argParser(
        collectPercent,
      ),
    )
    .option('--no-alerts', 'send no alerts')
    .option('--stop-jobs', 'reject new agent jobs when the budget is spent')
    .action(bind<SetOptions>(setBudget));
  budgets
    .command('delete')
    .description('Delete the budget of the organization or of one project.')
    .addOption(ofProject())
    .action(bind<BudgetOptions>(deleteBudget));
}

/** No default from the linked project, because the current folder must not determine which budget is changed. */
const ofProject = (): Option => new Option('--project <id>', 'one project; default: the organization');

const collectPercent = (text: string, before: readonly number[] = []): number[] => [
  ...before,
  parseInteger(1, 100)(text),
];

async function listBudgets(call: Invocation<unknown>): Promise<CommandResult> {
  const { budgets } = await call.client().listBudgets();
  const rows = budgets.map((budget) => [
    budget.projectId ?? 'organization',
    budget.month,
    budget.spentUsd.toFixed(2),
    budget.usd.toFixed(2),
    toPercent(budget),
    budget.thresholds.join(' '),
    budget.stopJobs ? 'yes' : 'no',
  ]);
  const columns = ['scope', 'month', 'spent (USD)', 'budget (USD)', 'spent', 'alerts at (%)', 'stops jobs'];
  return { json: { budgets }, text: rows.length === 0 ? 'No budgets.' : formatTable(columns, rows) };
}

async function setBudget(call: Invocation<SetOptions>): Promise<CommandResult> {
  const { project: projectId, threshold, alerts, stopJobs = false } = call.options;
  const thresholds = alerts ? threshold : [];
  const budget = await call.client().setBudget({ projectId, usd: toDollars(call.argument(0)), thresholds, stopJobs });
  const text = formatFields([
    ['Scope', budget.projectId ?? 'the organization'],
    ['Budget', `${budget.usd.toFixed(2)} USD per month`],
    ['Spent', `${budget.spentUsd.toFixed(2)} USD in ${budget.month} (${toPercent(budget)})`],
    ['Alerts at', budget.thresholds.length === 0 ? 'none' : budget.thresholds.map((one) => `${one}%`).join(', ')],
    ['Stops jobs', budget.stopJobs ? 'yes' : 'no'],
  ]);
  return { json: budget, text };
}

async function deleteBudget(call: Invocation<BudgetOptions>): Promise<CommandResult> {
  const { project: projectId } = call.options;
  await call.client().deleteBudget({ projectId });
  const text = `Deleted the budget of ${projectId ?? 'the organization'}.`;
  return { json: { projectId: projectId ?? null, deleted: true }, text };
}

function toDollars(text: string): number {
  if (!/^\d{1,7}(\.\d+)?$/.test(text))
    throw new CliError(
      'usage',
      'invalid_amount',
      `"${text}" is not an amount of US dollars; use a number such as 20 or 0.5`,
    );
  return Number(text);
}

const toPercent = ({ spentUsd, usd }: Budget): string => `${Math.floor((spentUsd / usd) * 100)}%`;
