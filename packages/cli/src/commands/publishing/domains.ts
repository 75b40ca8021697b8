import type { DomainRecord, SiteDomain } from '@docwright/sdk';
import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import type { Style } from '../../output/style.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

type RemoveOptions = ProjectOption & DeletionOptions;

export function addDomainCommands(program: Command, bind: Bind): void {
  const domains = program.command('domains').description('Custom domains of a live site.');
  const withProject = (command: Command): Command => command.addOption(projectOption());
  const withDomain = (name: string): Command =>
    withProject(domains.command(name).argument('<domain>', 'host name, such as docs.example.com'));
  withProject(domains.command('list'))
    .description('List domains, oldest first.')
    .action(bind<ProjectOption>(listDomains));
  withDomain('add')
    .description('Add a domain and print the DNS records to set. One of them proves that you own the domain.')
    .action(bind<ProjectOption>(async (call) => show(call, await call.client().addDomain(await target(call)))));
  withDomain('check')
    .description('Check a domain’s DNS records now. Fails if they don’t verify the domain.')
    .action(bind<ProjectOption>(check));
  withDomain('primary')
    .description('Make a verified domain primary: pages use it, and other domains redirect to it.')
    .action(bind<ProjectOption>(async (call) => show(call, await call.client().makeDomainPrimary(await target(call)))));
  withYes(withDomain('remove'))
    .description('Remove a domain. The site is no longer served on it, and another project can verify it.')
    .action(bind<RemoveOptions>(remove));
}

const target = async (call: Invocation<ProjectOption>) => ({
  projectId: await requireProject(call, call.client()),
  domain: call.argument(0),
});

async function listDomains(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const { domains } = await client.listDomains({ projectId: await requireProject(call, client) });
  const rows = domains.map((one) => [
    showName(one),
    colorState(one, call.style),
    one.leadsHere ? 'yes' : 'no',
    one.checkedAt ?? 'not yet',
  ]);
  const text = rows.length === 0 ? 'No domains.' : formatTable(['domain', 'status', 'points here', 'checked'], rows);
  return { json: { domains }, text };
}

async function check(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const found = await call.client().checkDomain(await target(call));
  return { ...show(call, found), ...(found.status !== 'verified' && { exit: 'failed' as const }) };
}

async function remove(call: Invocation<RemoveOptions>): Promise<CommandResult> {
  const named = await target(call);
  const { domain } = named;
  await confirmDeletion(call, `the domain ${domain}`, 'Another project can then verify it.');
  await call.client().removeDomain(named);
  return { json: { domain, removed: true }, text: `Removed ${domain}.` };
}

function show({ style }: Invocation<unknown>, one: SiteDomain): CommandResult {
  const fields = formatFields([
    ['Domain', showName(one)],
    ['Status', colorState(one, style)],
    ['Points here', one.leadsHere ? 'yes' : 'no'],
    ['Reason', one.reason],
    ['Released', one.releasedAt],
    ['Checked', one.checkedAt],
    ['Certificate', describeCertificate(one.certificate)],
  ]);
  const isLocal = one.records.some(({ type, value }) => type === 'CNAME' && /(^|\.)localhost\.?$/.test(value));
  const notes = isLocal
    ? '\n\nNo DNS record can point to localhost. First, the operator must set DOCWRIGHT_SITES_DOMAIN to a domain that resolves to this installation, and restart it.'
    : '';
  return { json: one, text: `${fields}\n\n${describeRecords(one.records)}${notes}` };
}

/** Formats a domain in Unicode, followed by its DNS form if that is different. */
const showName = ({ domain, displayName }: SiteDomain): string =>
  displayName === domain ? domain : `${displayName} (${domain})`;

function describeCertificate(certificate: SiteDomain['certificate']): string | undefined {
  if (certificate === null) return undefined;
  const { status, reason, expiresAt, nextOrderAt } = certificate;
  const used = expiresAt === null ? '' : `, until ${expiresAt}`;
  return status === 'issued'
    ? `issued${used}`
    : `${status}${used}, ordered at ${nextOrderAt}${reason === null ? '' : `: ${reason}`}`;
}

const describeRecords = (records: readonly DomainRecord[]): string =>
  formatTable(
    ['type', 'name', 'value', 'shows'],
    records.map(({ type, name, value, purpose }) => [type, name, value, purpose]),
  );

const colors = { verified: 'green', pending: 'yellow', failed: 'red' } as const;

function colorState({ status, primary }: SiteDomain, style: Style): string {
  return `${style(colors[status], status)}${primary ? ' (primary)' : ''}`;
}
