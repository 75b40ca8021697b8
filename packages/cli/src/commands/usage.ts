import type { Usage } from '@docwright/sdk';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatTable } from '../output/table.ts';

interface UsageOptions {
  readonly month?: string;
}

export function addUsageCommand(program: Command, bind: Bind): void {
  program
    .command('usage')
    .description('Show what was started in a month and what it cost, by project.')
    .option('--month <yyyy-mm>', 'a calendar month of UTC; default: the current one')
    .action(bind<UsageOptions>(showUsage));
}

async function showUsage(call: Invocation<UsageOptions>): Promise<CommandResult> {
  const usage = await call.client().getUsage({ month: call.options.month });
  const { month, complete, known, total, projects } = usage;
  if (projects.length === 0) return { json: usage, text: `Nothing was started in ${month}.` };
  const rows = [
    ...projects.map(({ projectId, ...figures }) => [projectId, ...toCells(figures)]),
    ['all', ...toCells(total)],
  ];
  const columns = [
    'project',
    'jobs',
    'input tokens',
    'output tokens',
    'jobs (USD)',
    'assistant (USD)',
    'exports',
    'deployments',
  ];
  const notes = [
    ...(known ? [] : ['A provider left out the figures of a job: the real cost is higher.']),
    ...(complete ? [] : ['More was started than is counted: these are the newest 100,000.']),
  ];
  return { json: usage, text: [formatTable(columns, rows), ...notes].join('\n\n') };
}

function toCells(figures: Usage['total']): string[] {
  const { agentJobs, inputTokens, outputTokens, agentJobsUsd, assistantUsd, exports, deployments } = figures;
  const count = (number: number | null): string => (number === null ? '-' : String(number));
  const usd = (number: number | null): string => (number === null ? '-' : number.toFixed(2));
  return [
    ...[agentJobs, inputTokens, outputTokens].map(count),
    ...[agentJobsUsd, assistantUsd].map(usd),
    ...[exports, deployments].map(count),
  ];
}
