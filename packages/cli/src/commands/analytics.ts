import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { projectOption, requireProject, type ProjectOption } from './require-project.ts';

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

export function addAnalyticsCommands(program: Command, bind: Bind): void {
  program
    .command('analytics')
    .description('What readers of a live site do.')
    .command('export')
    .description('Write the figures of each day, or readers’ feedback, to stdout.')
    .addOption(projectOption())
    .addOption(new Option('--kind <kind>', 'what the rows tell').choices(kinds).default('views'))
    .addOption(new Option('--format <format>', 'one line a row').choices(['csv', 'jsonl']).default('csv'))
    .option('--from <date>', 'first day of UTC: 2026-01-31')
    .option('--to <date>', 'the day after the last')
    .action(bind<ExportOptions>(exportFigures));
}

async function exportFigures(call: Invocation<ExportOptions>): Promise<CommandResult> {
  const { kind, format, from: dateFrom, to: dateTo } = call.options;
  const client = call.client();
  const projectId = await requireProject(call, client);
  const file = await client.exportAnalytics({ projectId, kind, format, dateFrom, dateTo });
  return { json: { kind, format, file }, text: file.trimEnd() };
}
