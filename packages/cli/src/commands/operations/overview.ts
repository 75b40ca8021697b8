import type { Overview } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import type { ProjectOption } from '../require-project.ts';

export function addOverviewCommand(program: Command, bind: Bind): void {
  program
    .command('overview')
    .description('Show the last 30 days: agent jobs, deployments, spend and failures.')
    .addOption(new Option('--project <id>', 'only this project; default: all projects'))
    .action(bind<ProjectOption>(showOverview));
}

async function showOverview(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const overview = await call.client().getOverview({ project: call.options.project });
  const { failures } = overview;
  const rows = failures.map(({ kind, id, projectId, message }) => [kind.replace('_', ' '), id, projectId, message]);
  const facts = formatFields(toFields(overview));
  const failed = rows.length === 0 ? 'No failures.' : formatTable(['failed', 'id', 'project', 'reason'], rows);
  return { json: overview, text: `${facts}\n\n${failed}` };
}

function toFields({ agentJobs, deployments, spend, complete }: Overview): (readonly [string, string | undefined])[] {
  const more = complete ? '' : ' or more';
  const outcomes = agentJobs?.outcomes.map(({ outcome, jobs }) => `${jobs} ${outcome.replaceAll('_', ' ')}`);
  return [
    ['Agent jobs', agentJobs === null ? undefined : `${agentJobs.total}${more}`],
    ['Outcomes', outcomes?.join(', ')],
    ['Open pull requests', agentJobs === null ? undefined : String(agentJobs.openPullRequests)],
    [
      'Deployments',
      deployments === null
        ? undefined
        : `${deployments.total}${more}, ${deployments.ready} ready, ${deployments.failed} failed`,
    ],
    ['Spend on agent jobs', toUsd(spend.agentJobsUsd, spend.known ? '' : ' or more')],
    ['Assistant, this month', toUsd(spend.assistantUsd, '')],
  ];
}

const toUsd = (usd: number | null, more: string): string | undefined =>
  usd === null ? undefined : `${usd.toFixed(2)} USD${more}`;
