import type { Site } from '@docwright/sdk';
import { Argument, Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

interface SetOptions extends ProjectOption {
  readonly previewAccess?: NonNullable<Site['settings']['previewAccess']> | 'default';
  readonly previews?: 'yes' | 'no';
  readonly requireNoErrors?: 'yes' | 'no';
  readonly requireForkApproval?: 'yes' | 'no';
  readonly published?: 'yes' | 'no';
  readonly basePath?: string;
}

interface TakedownOptions {
  readonly reason: string;
  readonly status: '410' | '451';
}

const yesOrNo = (flags: string, meaning: string): Option => new Option(flags, meaning).choices(['yes', 'no']);

export function addLiveSiteCommands(program: Command, bind: Bind): void {
  const site = program.command('live-site').description('Address, settings and preview passwords of a live site.');
  site
    .command('get')
    .description('Show the live site of a project.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(async (call) => show(await call.client().getSite(await target(call)))));
  site
    .command('set')
    .description('Change settings of the live site. Omitted settings are unchanged.')
    .addOption(projectOption())
    .addOption(
      new Option('--preview-access <who>', 'who can read previews; default: the installation’s default').choices([
        'members',
        'password',
        'link',
        'public',
        'default',
      ]),
    )
    .addOption(yesOrNo('--previews <answer>', 'whether branches get previews'))
    .addOption(yesOrNo('--require-no-errors <answer>', 'whether errors prevent a deployment from going live'))
    .addOption(
      yesOrNo(
        '--require-fork-approval <answer>',
        'whether each commit of a fork’s pull request needs approval before it gets a preview',
      ),
    )
    .option('--base-path <path>', 'path the site is served under, such as /docs; / for none. Redeploys the site')
    .addOption(yesOrNo('--published <answer>', 'whether the site is served'))
    .action(bind<SetOptions>(change));
  site
    .command('set-password')
    .argument('<label>', 'name for the people who will use the password')
    .description(
      'Generate a password for previews. It is shown only once and replaces the password with the same label.',
    )
    .addOption(projectOption())
    .action(bind<ProjectOption>(setPassword));
  site
    .command('delete-password')
    .argument('<label>', 'label of the password')
    .description('Delete a password for previews. Everyone who used it loses access.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(deletePassword));
  addTakedownCommands(program, bind);
}

function addTakedownCommands(program: Command, bind: Bind): void {
  const takedowns = program
    .command('takedowns')
    .description('Sites that the operator has taken down, in any organization. Needs an admin key of the operator.');
  const slug = (): Argument => new Argument('<slug>', 'first part of the site’s address');
  takedowns.command('list').description('List takedowns, newest first.').action(bind(listTakedowns));
  takedowns
    .command('add')
    .addArgument(slug())
    .description('Take a site down. Readers see only the reason until the site is restored.')
    .requiredOption('--reason <text>', 'reason shown to readers')
    .addOption(
      new Option('--status <code>', '451 for legal reasons, 410 for others').choices(['451', '410']).default('451'),
    )
    .action(bind<TakedownOptions>(takeDown));
  takedowns.command('lift').addArgument(slug()).description('Restore a site that was taken down.').action(bind(lift));
}

const target = async (call: Invocation<ProjectOption>) => ({ projectId: await requireProject(call, call.client()) });

const toFlag = (answer: 'yes' | 'no' | undefined): boolean | undefined =>
  answer === undefined ? undefined : answer === 'yes';

async function change(call: Invocation<SetOptions>): Promise<CommandResult> {
  const { previewAccess, previews, requireNoErrors, requireForkApproval, published, basePath } = call.options;
  const settings = {
    previews: toFlag(previews),
    requireNoErrors: toFlag(requireNoErrors),
    requireForkApproval: toFlag(requireForkApproval),
    published: toFlag(published),
    previewAccess: previewAccess === 'default' ? null : previewAccess,
    basePath: basePath === '/' ? '' : basePath,
  };
  if (Object.values(settings).every((value) => value === undefined))
    throw new CliError('usage', 'usage', 'live-site set needs at least one setting; see --help');
  return show(await call.client().updateSite({ ...(await target(call)), ...settings }));
}

async function setPassword(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const made = await call.client().setPreviewPassword({ ...(await target(call)), label: call.argument(0) });
  const fields = formatFields([
    ['Label', made.label],
    ['Password', made.password],
  ]);
  return { json: made, text: `${fields}\n\nSave the password. It is not shown again.` };
}

async function deletePassword(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const label = call.argument(0);
  await call.client().deletePreviewPassword({ ...(await target(call)), label });
  return { json: { label }, text: `Deleted the password "${label}".` };
}

async function listTakedowns(call: Invocation<unknown>): Promise<CommandResult> {
  const found = await call.client().listTakedowns();
  const rows = found.takedowns.map((one) => [one.site, String(one.status), one.organizationId, one.reason]);
  const head = ['site', 'status', 'organization', 'reason'];
  return { json: found, text: rows.length === 0 ? 'No sites are taken down.' : formatTable(head, rows) };
}

async function takeDown(call: Invocation<TakedownOptions>): Promise<CommandResult> {
  const { reason, status } = call.options;
  const taken = await call
    .client()
    .takeDownSite({ site: call.argument(0), reason, status: status === '410' ? 410 : 451 });
  return { json: taken, text: `Readers of ${taken.site} get ${taken.status}: ${taken.reason}` };
}

async function lift(call: Invocation<unknown>): Promise<CommandResult> {
  const site = call.argument(0);
  await call.client().liftTakedown({ site });
  return { json: { site }, text: `Restored ${site}. It is served according to its project’s settings.` };
}

function show(site: Site): CommandResult {
  const { settings, previewPasswords: passwords, takedown } = site;
  const answer = (is: boolean): string => (is ? 'yes' : 'no');
  const text = formatFields([
    ['Address', site.url],
    ['Live', answer(site.live)],
    ['Base path', settings.basePath === '' ? undefined : settings.basePath],
    ['Published', answer(settings.published)],
    ['Previews', answer(settings.previews)],
    ['Preview access', settings.previewAccess ?? 'installation default'],
    ['Passwords', passwords.length === 0 ? undefined : passwords.map(({ label }) => label).join(', ')],
    ['Require no errors', answer(settings.requireNoErrors)],
    ['Require fork approval', answer(settings.requireForkApproval)],
    ['Taken down', takedown === null ? undefined : `${takedown.status}: ${takedown.reason}`],
  ]);
  return { json: site, text };
}
