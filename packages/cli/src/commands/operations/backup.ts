import { resolve } from 'node:path';
import type { BackupManifest, BackupReport } from '@docwright/server';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatSize } from '../../output/format-size.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';
import { countOf } from '../../count-of.ts';

interface BackupOptions extends SettingOptions {
  readonly out: string;
  readonly keys: boolean;
}

export function addBackupCommands(program: Command, bind: Bind): void {
  withSettingOptions(program.command('backup'))
    .description('Back up an installation’s data to a new folder. The service can keep running.')
    .requiredOption('--out <folder>', 'new folder for the backup')
    .option('--no-keys', 'leave out files with secrets; store them elsewhere')
    .addHelpText(
      'after',
      '\nThe folder contains secrets (unless --no-keys) and customers’ content. Protect it like the database.',
    )
    .action(bind<BackupOptions>(backUp));
  withSettingOptions(program.command('restore').argument('<folder>', 'folder created by `docwright backup`'))
    .description('Restore a backup into an empty installation.')
    .action(bind<SettingOptions>(restore));
}

/** Loads the server and the settings. One-off commands log only errors; their results are printed. */
async function prepare(call: Invocation<SettingOptions>) {
  const server = await import('@docwright/server');
  const settings = server.loadSettings(toSettingsRequest(call));
  const level = call.options.logLevel === undefined ? 'error' : settings.logLevel;
  return { server, settings, log: server.createLogger({ level, destination: call.context.stderr }) };
}

async function backUp(call: Invocation<BackupOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  const report = await server.backupInstallation(settings, log, {
    folder: resolve(call.context.cwd, call.options.out),
    withKeys: call.options.keys,
    onProgress: (what) => call.progress.show(what),
  });
  return toBackupResult(report);
}

export function toBackupResult(report: BackupReport): CommandResult {
  // The command must fail so that scheduled runs report the problem: these repositories are missing from the backup.
  const exit = report.damagedRepositories.length === 0 ? 'ok' : 'failed';
  return { json: report, text: describeBackup(report), exit };
}

function describeBackup(report: BackupReport): string {
  const { folder, sizeBytes, rows, blobs, missingBlobs, repositories, damagedRepositories, keys } = report;
  return [
    `${folder}: ${countOf(rows, 'row')}, ${countOf(blobs, 'bundle')}, ${countOf(repositories, 'repository', 'repositories')}, ${formatSize(sizeBytes)}.`,
    keys.length > 0
      ? `It contains secrets (${keys.join(', ')}). Protect it accordingly.`
      : "It contains no secrets. Also back up the secrets in the settings and the data folder; without them, encrypted data can't be read.",
    ...damagedRepositories.map(
      ({ id, damage }) => `NOT in the backup: repository ${id}, ${damage}. Restore it from an older backup.`,
    ),
    ...missingBlobs.map((key) => `Deleted during the backup: ${key}`),
  ].join('\n');
}

async function restore(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { server, settings, log } = await prepare(call);
  call.progress.show('restoring …');
  const manifest = await server.restoreInstallation(settings, log, resolve(call.context.cwd, call.argument(0)));
  const text = [
    `Restored the backup of ${manifest.createdAt}. Start the service now.`,
    ...manifest.damagedRepositories.map(
      ({ id, damage }) =>
        `Repository ${id} was not in the backup (${damage}): copy ${id}.git from an older backup, or push to it again.`,
    ),
  ].join('\n');
  return { json: toSummary(manifest), text };
}

function toSummary(manifest: BackupManifest) {
  const { createdAt, generator, tables, queue, blobs, repositories, damagedRepositories } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = { rows, queued: queue.rows, blobs: blobs.length, repositories: repositories.length };
  return { createdAt, generator, ...counts, damagedRepositories };
}
