import type { AnalyticsPage } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { addAnalyticsImport } from './analytics-import.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

const kinds = [
  'views',
  'referrers',
  'searches',
  'not-found',
  'outlinks',
  'code-copies',
  'playground-calls',
  'agent-reads',
  'feedback',
] as const;

interface ExportOptions extends ProjectOption {
  readonly kind: (typeof kinds)[number];
  readonly format: 'csv' | 'jsonl';
  readonly from?: string;
  readonly to?: string;
}

interface PageOptions extends ProjectOption {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

export function addAnalyticsCommands(program: Command, bind: Bind): void {
  const analytics = program.command('analytics').description('Analytics of a live site.');
  analytics
    .command('page')
    .description('Show what readers did on one page, compared with the previous period.')
    .argument('<path>', 'path of the page, such as /guides/keys')
    .addOption(projectOption())
    .option('--from <date>', 'first day (UTC), such as 2026-01-31')
    .option('--to <date>', 'day after the last one')
    .addOption(new Option('--limit <n>', 'rows per list').argParser(parseInteger(1, 100)).default(20))
    .action(bind<PageOptions>(showPage));
  analytics
    .command('export')
    .description('Write daily figures or readers’ feedback to stdout.')
    .addOption(projectOption())
    .addOption(new Option('--kind <kind>', 'kind of data to export').choices(kinds).default('views'))
    .addOption(
      new Option('--format <format>', 'format, with one row per line').choices(['csv', 'jsonl']).default('csv'),
    )
    .option('--from <date>', 'first day (UTC), such as 2026-01-31')
    .option('--to <date>', 'day after the last one')
    .action(bind<ExportOptions>(exportFigures));
  addAnalyticsImport(analytics, bind);
}

async function exportFigures(call: Invocation<ExportOptions>): Promise<CommandResult> {
  const { kind, format, from: dateFrom, to: dateTo } = call.options;
  const client = call.client();
  const projectId = await requireProject(call, client);
  const file = await client.exportAnalytics({ projectId, kind, format, dateFrom, dateTo });
  return { json: { kind, format, file }, text: file.trimEnd() };
}

async function showPage(call: Invocation<PageOptions>): Promise<CommandResult> {
  const { from: dateFrom, to: dateTo, limit } = call.options;
  const client = call.client();
  const projectId = await requireProject(call, client);
  const page = await client.getAnalyticsPage({
    projectId,
    path: call.argument(0),
    dateFrom,
    dateTo,
    limit,
  });
  return { json: page, text: formatPage(page) };
}

const cell = (count: number | null | undefined): string =>
  count === null || count === undefined ? '-' : String(count);

function formatPage(page: AnalyticsPage): string {
  const { totals, before, feedback, answers, health } = page;
  const figures = [
    ['views by people', cell(totals.views.human), cell(before?.views.human)],
    ['views by AI agents', cell(totals.views.ai), cell(before?.views.ai)],
    ['visitors, summed by day', cell(totals.visitors.total), cell(before?.visitors.total)],
    ['thumbs up', cell(feedback.thumbsUp), cell(feedback.before?.thumbsUp)],
    ['thumbs down', cell(feedback.thumbsDown), cell(feedback.before?.thumbsDown)],
    ['assistant answers that cite it', cell(answers.total), '-'],
    ['requests with response 404', cell(page.missed.total), cell(page.missed.before)],
  ];
  const notes = [
    ...(page.state === 'missing' ? ["The live site doesn't have this page."] : []),
    ...(health?.stale === true ? [`Unchanged since ${health.unchangedSince.slice(0, 10)}.`] : []),
    ...(health?.brokenLinks ?? []).map(({ url }) => `Broken link: ${url}`),
  ];
  return [formatTable(['', 'range', 'before'], figures), ...formatLists(page), notes.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Formats a table for each list that has rows. */
function formatLists(page: AnalyticsPage): string[] {
  const lists = [
    ['came from', page.referrers.rows.map((row) => [row.referrer, row.views, row.before] as const)],
    ['search that ended here', page.searchesTo.rows.map((row) => [row.searchQuery, row.clicks, row.before] as const)],
    ['search from this page', page.searchesFrom.rows.map((row) => [row.searchQuery, row.hits, row.before] as const)],
    ['link to another site', page.outlinks.rows.map((row) => [row.url, row.clicks, row.before] as const)],
    ['copied code', page.codeCopies.rows.map((row) => [row.firstLine || '-', row.copies, row.before] as const)],
    [
      'read by agents',
      page.agentReads.rows.map((row) => [[row.via, row.tool ?? ''].join(' ').trim(), row.reads, row.before] as const),
    ],
  ] as const;
  return lists
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) =>
      formatTable(
        [title, 'range', 'before'],
        rows.map(([name, count, before]) => [name, cell(count), cell(before)]),
      ),
    );
}
