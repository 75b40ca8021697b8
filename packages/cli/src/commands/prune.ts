import type { Pruned, PruneReport, Removed } from '@docwright/server';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatTable } from '../output/table.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from './setting-options.ts';

interface PruneOptions extends SettingOptions {
  readonly dryRun?: boolean;
}

export function addPruneCommand(program: Command, bind: Bind): void {
  withSettingOptions(program.command('prune'))
    .description('Remove what is past its time by the settings: jobs, exports, deployments, bundles, figures.')
    .option('--dry-run', 'say what would go and why, and leave it')
    .addHelpText(
      'after',
      '\nThe service does the same each hour. It works on the installation’s database and files themselves, whether the service runs or not. Bytes of rows are estimated by the average of their table; PostgreSQL gives them to new rows, not back to the disk.',
    )
    .action(bind<PruneOptions>(prune));
}

async function prune(call: Invocation<PruneOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const { createLogger, loadSettings, pruneInstallation } = await import('@docwright/server');
  const log = createLogger({ level: 'warn', destination: context.stderr });
  progress.show('looking for what is past its time …');
  const report = await pruneInstallation(loadSettings(toSettingsRequest(call)), log, {
    dryRun: options.dryRun === true,
  });
  return { json: report, text: describe(report) };
}

const nothing = 'Nothing is past its time.';

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
  return formatTable(['what', 'rows', 'files', 'size of files', 'what is kept'], rows);
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
    formatTable(['from', 'count', 'size', 'oldest', 'what is kept'], rows),
    '',
    `${total} would go. Nothing was removed.`,
  ].join('\n');
}

const toMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
