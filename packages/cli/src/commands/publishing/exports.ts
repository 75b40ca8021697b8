import type { ExportJob } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatAgo } from '../../output/format-ago.ts';
import { formatSize } from '../../output/format-size.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { parseInteger } from '../../parse-option.ts';
import { colorStatus } from '../agent/describe-agent-job.ts';
import { describeExport } from './describe-export.ts';

const statuses = ['queued', 'running', 'completed', 'failed'] as const;

interface ListOptions {
  readonly domain?: string;
  readonly status?: (typeof statuses)[number];
  readonly limit: number;
}

export function addExportsCommands(program: Command, bind: Bind): void {
  const exports = program
    .command('exports')
    .description('Export jobs. "docwright export" starts one and downloads its bundle.');
  exports
    .command('list')
    .description('List exports, newest first.')
    .option('--domain <host>', 'only for this domain')
    .addOption(new Option('--status <status>', 'only exports with this status').choices(statuses))
    .addOption(new Option('--limit <n>', 'maximum number of exports').argParser(parseInteger(1, 10_000)).default(20))
    .action(bind<ListOptions>(listExports));
  exports
    .command('get')
    .argument('<id>', 'export job')
    .description('Show an export.')
    .action(bind(async (call) => describe(call, await call.client().getStaticExport({ jobId: call.argument(0) }))));
  exports
    .command('cancel')
    .argument('<id>', 'export job')
    .description('Stop an export.')
    .action(bind(async (call) => describe(call, await call.client().cancelStaticExport({ jobId: call.argument(0) }))));
  exports
    .command('bundle')
    .argument('<id>', 'export job')
    .description('Print a new link to the bundle.')
    .action(bind(showBundle));
}

function describe({ style }: Invocation<unknown>, job: ExportJob): CommandResult {
  return { json: job, text: describeExport(job, style) };
}

async function listExports({ options, style, client, context }: Invocation<ListOptions>): Promise<CommandResult> {
  const { domain, status, limit } = options;
  const jobs: ExportJob[] = [];
  for await (const job of client().iterateStaticExports({ domain, status, limit: Math.min(100, limit) })) {
    jobs.push(job);
    if (jobs.length === limit) break;
  }
  const rows = jobs.map((job) => [
    job.jobId,
    colorStatus(job.status, style),
    job.domain ?? job.projectId,
    job.version ?? '',
    String(job.pageCount),
    formatAgo(job.createdAt, context.now()),
  ]);
  const head = ['export', 'status', 'domain', 'version', 'pages', 'created'];
  return { json: { jobs }, text: jobs.length === 0 ? 'No exports.' : formatTable(head, rows) };
}

async function showBundle(call: Invocation<unknown>): Promise<CommandResult> {
  const bundle = await call.client().createStaticExportBundle({ jobId: call.argument(0) });
  const text = formatFields([
    ['Link', bundle.bundleUrl],
    ['Until', bundle.expiresAt],
    ['Size', formatSize(bundle.sizeBytes)],
    ['sha256', bundle.sha256],
  ]);
  return { json: bundle, text };
}
