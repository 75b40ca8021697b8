import type { Usage } from '@docwright/sdk';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatSize } from '../../output/format-size.ts';
import { formatTable } from '../../output/table.ts';

interface UsageOptions {
  readonly month?: string;
}

export function addUsageCommand(program: Command, bind: Bind): void {
  program
    .command('usage')
    .description('Show the activity of a month and its cost, by project and by the caller who started the agent jobs.')
    .option('--month <yyyy-mm>', 'a calendar month (UTC); default: the current month')
    .action(bind<UsageOptions>(showUsage));
}

async function showUsage(call: Invocation<UsageOptions>): Promise<CommandResult> {
  const usage = await call.client().getUsage({ month: call.options.month });
  const { month, complete, known, total, projects, starters } = usage;
  const stored = describeStorage(usage.storage);
  if (projects.length === 0) return { json: usage, text: [`Nothing was started in ${month}.`, ...stored].join('\n\n') };
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
    ...(known ? [] : ["A provider didn't report a job's usage, so the real cost is higher."]),
    ...(complete ? [] : ['Only the newest 100,000 are counted.']),
  ];
  const tables = [formatTable(columns, rows), ...formatPullRequests(usage), ...formatStarters(starters ?? [])];
  return { json: usage, text: [...tables, ...notes, ...stored].join('\n\n') };
}

function describeStorage(storage: Usage['storage']): string[] {
  if (storage === null) return [];
  const { usedBytes, quotaBytes, repositoryBytes, bundleBytes, recordBytes } = storage;
  const quota = quotaBytes === null ? 'no quota' : `of ${formatSize(quotaBytes)}`;
  return [
    `Stored: ${formatSize(usedBytes)}, ${quota} (repositories ${formatSize(repositoryBytes)}, bundles ${formatSize(bundleBytes)}, readers’ data about ${formatSize(recordBytes)}).`,
  ];
}

/** Formats the table of pull requests; empty if the jobs opened none. */
function formatPullRequests({ projects, total }: Usage): string[] {
  if (total.pullRequests === null || total.pullRequests.opened === 0) return [];
  const rows = [...projects, { projectId: 'all', ...total }].flatMap(({ projectId, pullRequests: pulls }) =>
    pulls === null || pulls.opened === 0
      ? []
      : [[projectId, ...[pulls.opened, pulls.merged, pulls.closed].map(String), ...toMergeCells(pulls)]],
  );
  return [
    formatTable(
      ['project', 'pull requests', 'merged', 'closed', 'merged unchanged', 'lines changed later', 'USD per merge'],
      rows,
    ),
  ];
}

type PullRequests = NonNullable<Usage['total']['pullRequests']>;

/** Formats cells such as `12 of 16` and `4.2% of 1240`, which count only known values. */
function toMergeCells(pulls: PullRequests): string[] {
  const { mergedUnchanged, mergedChanged, lines, shareChangedAfter: share, costPerMergeUsd } = pulls;
  const known = mergedUnchanged + mergedChanged;
  return [
    known === 0 ? '-' : `${mergedUnchanged} of ${known}`,
    share === null ? '-' : `${Number((100 * share).toFixed(1))}% of ${lines}`,
    toUsd(costPerMergeUsd),
  ];
}

function formatStarters(starters: NonNullable<Usage['starters']>): string[] {
  if (starters.length === 0) return [];
  const rows = starters.map(({ kind, id, name, ...figures }) => [
    name ?? id ?? starterNames[kind],
    starterKinds[kind],
    ...toJobCells(figures),
    toCount(figures.pullRequests?.merged ?? null),
    toUsd(figures.pullRequests?.costPerMergeUsd ?? null),
  ]);
  const columns = [
    'started by',
    'kind',
    'jobs',
    'input tokens',
    'output tokens',
    'jobs (USD)',
    'merged',
    'USD per merge',
  ];
  return [formatTable(columns, rows)];
}

type StarterKind = NonNullable<Usage['starters']>[number]['kind'];
const starterKinds: Readonly<Record<StarterKind, string>> = {
  user: 'member',
  api_key: 'API key',
  system: 'system',
};
const starterNames: Readonly<Record<StarterKind, string>> = {
  ...starterKinds,
  system: 'Docwright',
};

function toCells(figures: Usage['total']): string[] {
  const { assistantUsd, exports, deployments } = figures;
  return [...toJobCells(figures), toUsd(assistantUsd), toCount(exports), toCount(deployments)];
}

type JobFigures = Pick<Usage['total'], 'agentJobs' | 'inputTokens' | 'outputTokens' | 'agentJobsUsd'>;
const toJobCells = ({ agentJobs, inputTokens, outputTokens, agentJobsUsd }: JobFigures): string[] => [
  ...[agentJobs, inputTokens, outputTokens].map(toCount),
  toUsd(agentJobsUsd),
];
const toCount = (number: number | null): string => (number === null ? '-' : String(number));
const toUsd = (number: number | null): string => (number === null ? '-' : number.toFixed(2));
