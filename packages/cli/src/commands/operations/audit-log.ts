import type { AuditEvent } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';

interface FilterOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly target?: string;
  readonly from?: string;
  readonly to?: string;
}
interface ExportOptions extends FilterOptions {
  readonly format: 'csv' | 'jsonl';
}

export function addAuditLogCommands(program: Command, bind: Bind): void {
  const log = program.command('audit-log').description('The audit log: who did what, when and from where.');
  withFilters(log.command('list')).description('List the newest events.').action(bind<FilterOptions>(listEvents));
  withFilters(log.command('export'))
    .description('Write all matching events to stdout.')
    .addOption(new Option('--format <format>', 'one event per line').choices(['csv', 'jsonl']).default('jsonl'))
    .action(bind<ExportOptions>(exportEvents));
}

function withFilters(command: Command): Command {
  return command
    .option('--actor <id>', 'ID or name of a user or key')
    .option('--action <name>', 'an action, or a prefix such as project.')
    .option('--target <id>', 'ID or name of the changed object')
    .option('--from <time>', 'earliest time, such as 2026-01-31T00:00:00Z')
    .option('--to <time>', 'end of the period, exclusive');
}

async function listEvents(call: Invocation<FilterOptions>): Promise<CommandResult> {
  const { actor, action, target, from, to } = call.options;
  const page = await call.client().listAuditEvents({ actor, action, target, from, to, limit: 50 });
  return { json: page, text: formatTable(['at', 'who', 'what', 'on', 'result'], page.events.map(toRow)) };
}

const toRow = ({ at, actor, action, target, result }: AuditEvent): string[] => [
  at,
  actor.name,
  action,
  target.name ?? target.id ?? '',
  result,
];

async function exportEvents(call: Invocation<ExportOptions>): Promise<CommandResult> {
  const { format, actor, action, target, from, to } = call.options;
  const file = await call.client().exportAuditEvents({ format, actor, action, target, from, to });
  return { json: { format, file }, text: file.trimEnd() };
}
