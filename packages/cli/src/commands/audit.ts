import type { AuditReport } from '@docwright/server';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from './setting-options.ts';

interface AuditCommandOptions extends SettingOptions {
  readonly settled?: boolean;
  readonly canary?: readonly string[];
}

export function addAuditCommand(program: Command, bind: Bind): void {
  withSettingOptions(program.command('audit'))
    .description('Check what the service left behind against what it promises: jobs, pull requests, bundles, logs.')
    .option('--settled', 'nothing is under way any more: a job that has not ended is a fault')
    .option('--canary <text...>', 'texts that must be in no row, log, bundle or pull request')
    .addHelpText('after', '\nIt reads an installation that runs or is stopped. Exit code 1: a promise is broken.')
    .action(bind<AuditCommandOptions>(auditInstallation));
}

async function auditInstallation(call: Invocation<AuditCommandOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const { auditService, createLogger, loadSettings } = await import('@docwright/server');
  const settings = loadSettings(toSettingsRequest(call));
  const level = options.logLevel === undefined ? 'error' : settings.logLevel;
  const log = createLogger({ level, destination: context.stderr });
  progress.show('looking at rows, bundles, repositories and logs …');
  const report = await auditService(settings, log, {
    settled: options.settled === true,
    ...(options.canary && { canaries: options.canary }),
  });
  return { json: report, text: describe(report), exit: report.violations.length === 0 ? 'ok' : 'failed' };
}

function describe({ checked, violations }: AuditReport): string {
  const looked = Object.entries(checked).map(
    ([promise, things]) => `${promise}  ${String(things).padStart(6)} checked`,
  );
  const found = violations.map(({ promise, subject, message }) => `${promise}  ${subject}: ${message}`);
  const end = violations.length === 0 ? 'No promise is broken.' : `Broken: ${String(violations.length)}.`;
  return [...looked, '', ...found, end].join('\n');
}
