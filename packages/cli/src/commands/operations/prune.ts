import type { Pruned, PruneReport, Removed } from '@docwright/server';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

interface PruneOptions extends SettingOptions {
  readonly dryRun?: boolean;
}

export function addPruneCommand(program: Command, bind: Bind): void {
  withSettingOptions(program.command('prune'))
    .description('Delete expired data according to the settings: jobs, exports, deployments, bundles, figures.')
    .option('--dry-run', 'show what would be deleted and why, without deleting it')
    .addHelpText(
      'after',
      '\nThe service does the same every hour. The command uses the installation’s database and files directly, whether or not the service is running. The size of rows is estimated from their table’s average. PostgreSQL reuses the space for new rows; it doesn’t return it to the disk.',
    )
    .action(bind<PruneOptions>(prune));
}

async function prune(call: Invocation<PruneOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const { createLogger, loadSettings, pruneInstallation } = await import('@docwright/server');
  const log = createLogger({ level: 'warn', destination: context.stderr });
  progress.show('looking for expired data …');
  const report = await pruneInstallation(loadSettings(toSettingsRequest(call)), log, {
    dryRun: options.dryRun === true,
  });
  return { json: report, text: describe(report) };
}

const nothing = 'No expired data.';

function describe(report: PruneReport): string {
  return report.dryRun ? describePrunable(report.pruned) : describeRemoved(report.removed);
}

function describeRemoved(removed: readonly Removed[]): string {
  if (removed.length === 0) return nothing;
  const rows = removed.map(({ title, rows: count, files, bytes, keeps }) => [
    title,
    String(count),
    String(files),
    toMegabytes(bytes),
    keeps,
  ]);
  return formatTable(['data', 'rows', 'files', 'size of files', 'retention'], rows);
}

function describePrunable(pruned: readonly Pruned[]): string {
  if (pruned.length === 0) return nothing;
  const rows = pruned.map(({ kind, from, count, bytes, oldest, keeps, setting }) => [
    `${from}${kind === 'files' ? ' (files)' : ''}`,
    String(count),
    toMegabytes(bytes),
    oldest?.slice(0, 10) ?? '',
    `${keeps}${setting === null ? '' : ` (${setting})`}`,
  ]);
  const total = toMegabytes(pruned.reduce((sum, { bytes }) => sum + bytes, 0));
  return [
    formatTable(['from', 'count', 'size', 'oldest', 'retention'], rows),
    '',
    `${total} would be removed. Nothing was removed.`,
  ].join('\n');
}

const toMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
