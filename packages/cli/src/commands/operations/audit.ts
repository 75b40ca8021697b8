import type { AuditReport } from '@docwright/server';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

interface AuditCommandOptions extends SettingOptions {
  readonly settled?: boolean;
  readonly canary?: readonly string[];
}

export function addAuditCommand(program: Command, bind: Bind): void {
  withSettingOptions(program.command('audit'))
    .description('Check the service’s data against its guarantees: jobs, pull requests, bundles, logs.')
    .option('--settled', 'treat unfinished jobs as violations')
    .option('--canary <text...>', 'text that must not appear in any row, log, bundle or pull request')
    .addHelpText('after', '\nThe installation can be running or stopped. Exit code 1: a guarantee is violated.')
    .action(bind<AuditCommandOptions>(auditInstallation));
}

async function auditInstallation(call: Invocation<AuditCommandOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const { auditService, createLogger, loadSettings } = await import('@docwright/server');
  const settings = loadSettings(toSettingsRequest(call));
  const level = options.logLevel === undefined ? 'error' : settings.logLevel;
  const log = createLogger({ level, destination: context.stderr });
  progress.show('checking rows, bundles, repositories and logs …');
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
  const end = violations.length === 0 ? 'No violations.' : `Violations: ${violations.length}.`;
  return [...looked, '', ...found, end].join('\n');
}
