import type { ConnectedRepositories, ManagedOrganization, OrganizationManager } from '@docwright/server';
import type { Organization } from '@docwright/sdk';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import { requireOwnDataFolder } from '../../connection/find-data-folder.ts';
import { readSavedConnection } from '../../connection/saved-connection.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

const plans = ['free', 'pro', 'enterprise'] as const;

interface OperatorOptions extends SettingOptions {
  readonly organization?: string;
}
type DeleteOptions = SettingOptions & DeletionOptions;
interface CreateOptions extends SettingOptions {
  readonly plan: (typeof plans)[number];
  readonly slug?: string;
  readonly key?: string;
}

const onTheMachine =
  '\nRun it on the server. It uses the installation’s database directly, whether or not the service is running.';

export function addOrganizationCommands(program: Command, bind: Bind): void {
  const org = program.command('org').description('Organizations: your key’s, or all of them for the operator.');
  org
    .command('get')
    .description('Show the organization of the key.')
    .action(bind(async (call) => showOwn(await call.client().getOrganization())));
  addOperatorCommands(org, bind);
  addRepositoriesCommands(org, bind);
}

function addOperatorCommands(org: Command, bind: Bind): void {
  withSettingOptions(org.command('list'))
    .description('List all organizations of the installation.')
    .addHelpText('after', onTheMachine)
    .action(bind<SettingOptions>(list));
  withSettingOptions(org.command('create').argument('<name>', 'name of the organization'))
    .description('Create an organization, and a link to set up its first owner.')
    .addOption(new Option('--plan <plan>', 'static export requires enterprise').choices(plans).default('free'))
    .option('--slug <slug>', 'part of its repositories’ addresses; default: derived from the name')
    .option('--key <name>', 'also create an admin key with this name; it is shown only once')
    .addHelpText(
      'after',
      `${onTheMachine}\nIt can’t use repositories of code hosts until you run “org repositories allow”.`,
    )
    .action(bind<CreateOptions>(create));
  withOrganization(org.command('set-plan'))
    .addArgument(new Argument('<plan>', 'static export requires enterprise').choices(plans))
    .description('Change the plan of an organization.')
    .addHelpText('after', onTheMachine)
    .action(bind<OperatorOptions>(setPlan));
  withOrganization(org.command('quota').argument('<megabytes>', 'a number, none, or default', parseQuota))
    .description('Set an organization’s storage quota for repositories, bundles and readers’ data.')
    .addHelpText(
      'after',
      `${onTheMachine}\nAt the quota, pushes, commits, exports, deployments, previews and agent jobs are refused; live sites and deletions continue. The default is DOCWRIGHT_STORAGE_QUOTA_MEGABYTES; the operator’s organization has no quota by default.`,
    )
    .action(bind<OperatorOptions>(setQuota));
  withYes(withSettingOptions(org.command('delete').argument('<organization>', 'ID or slug')))
    .description('Delete an organization and all of its data.')
    .addHelpText(
      'after',
      `${onTheMachine}\nSign-in, API keys and sites stop working immediately. A worker then deletes the rest. Its name and audit log are kept until the log expires.`,
    )
    .action(bind<DeleteOptions>(deleteOne));
  withOrganization(org.command('rename').argument('<name>', 'new name'), 'the key’s organization, through the API')
    .description('Change the name of an organization.')
    .action(bind<OperatorOptions>(rename));
}

function addRepositoriesCommands(org: Command, bind: Bind): void {
  const repositories = org
    .command('repositories')
    .description('Repositories of code hosts that an organization may use.');
  const repository = '<repository>';
  const meaning = 'https://host/owner/name, https://host/owner/* for all repositories of an owner, or * for everything';
  withOrganization(repositories.command('list'))
    .description('List allowed repositories.')
    .addHelpText('after', onTheMachine)
    .action(bind<OperatorOptions>((call) => answer(call, (manager, name) => manager.repositories(name))));
  withOrganization(repositories.command('allow').argument(repository, meaning))
    .description('Allow the organization to use repositories with the installation’s credentials.')
    .addHelpText('after', onTheMachine)
    .action(bind<OperatorOptions>((call) => answer(call, (manager, name) => manager.allow(name, call.argument(0)))));
  withOrganization(repositories.command('remove').argument(repository, 'pattern, exactly as it was allowed'))
    .description('Disallow repositories. The organization’s jobs on them will fail.')
    .addHelpText('after', onTheMachine)
    .action(bind<OperatorOptions>((call) => answer(call, (manager, name) => manager.remove(name, call.argument(0)))));
}

function withOrganization(command: Command, otherwise = 'the operator’s organization'): Command {
  return withSettingOptions(command).option('--organization <id>', `ID or slug; default: ${otherwise}`);
}

async function open(call: Invocation<SettingOptions>): Promise<OrganizationManager> {
  const { createLogger, createOrganizationManager, loadSettings } = await import('@docwright/server');
  const log = createLogger({ level: 'warn', destination: call.context.stderr });
  return createOrganizationManager(loadSettings(toSettingsRequest(call)), log);
}

async function list(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const organizations = await (await open(call)).list();
  const rows = organizations.map(({ id, slug, name, plan, operator, createdAt }) => [
    id,
    slug,
    name,
    plan,
    operator ? 'yes' : 'no',
    createdAt,
  ]);
  return { json: { organizations }, text: formatTable(['id', 'slug', 'name', 'plan', 'operator', 'created'], rows) };
}

async function create(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const { plan, slug, key: keyName, dataDir } = call.options;
  const baseUrl = readSavedConnection(requireOwnDataFolder(call.context, dataDir))?.baseUrl;
  const made = await (await open(call)).create({ name: call.argument(0), plan, slug, keyName, baseUrl });
  const { organization, setupUrl, expiresAt, key } = made;
  const text = formatFields([...toFields(organization), ['Setup link', setupUrl], ['API key', key]]);
  const keep = key === undefined ? '' : ' The key is not shown again.';
  return {
    json: { ...made, key: key ?? null },
    text: `${text}\n\nThe link works once, until ${expiresAt}: send it to the first owner.${keep}`,
  };
}

async function deleteOne(call: Invocation<DeleteOptions>): Promise<CommandResult> {
  const named = call.argument(0);
  await confirmDeletion(call, `the organization "${named}" with its members, keys, projects, sites and repositories`);
  const { id, name } = await (await open(call)).delete(named);
  return { json: { id, name, deleted: true }, text: `Deleted ${name} (${id}).` };
}

async function setPlan(call: Invocation<OperatorOptions>): Promise<CommandResult> {
  const plan = plans.find((name) => name === call.argument(0)) ?? 'free';
  return show(await (await open(call)).change(call.options.organization, { plan }));
}

/** Validates the value while the command line is parsed. The value remains a string. */
function parseQuota(text: string): string {
  if (text === 'none' || text === 'default' || /^[1-9]\d{0,8}$/.test(text)) return text;
  throw new InvalidArgumentError('Use a number of megabytes from 1 to 999999999, none, or default.');
}

async function setQuota(call: Invocation<OperatorOptions>): Promise<CommandResult> {
  const wanted = call.argument(0);
  const megabytes = wanted === 'default' ? null : wanted === 'none' ? 0 : Number(wanted);
  const { id, name } = await (await open(call)).setQuota(call.options.organization, megabytes);
  const quota = wanted === 'default' ? 'the default quota' : wanted === 'none' ? 'no quota' : `a quota of ${wanted} MB`;
  return { json: { organizationId: id, megabytes }, text: `${name} (${id}) has ${quota}.` };
}

async function rename(call: Invocation<OperatorOptions>): Promise<CommandResult> {
  const { organization } = call.options;
  const name = call.argument(0);
  if (organization === undefined) return showOwn(await call.client().updateOrganization({ name }));
  return show(await (await open(call)).change(organization, { name }));
}

async function answer(
  call: Invocation<OperatorOptions>,
  ask: (manager: OrganizationManager, organization: string | undefined) => Promise<ConnectedRepositories>,
): Promise<CommandResult> {
  const found = await ask(await open(call), call.options.organization);
  return { json: found, text: describeRepositories(found) };
}

function describeRepositories({ organization, repositories, withoutRepository }: ConnectedRepositories): string {
  const of = `${organization.name} (${organization.slug})`;
  const lines =
    repositories.length === 0
      ? [`${of} can't use repositories of code hosts.`]
      : [`${of} may use:`, ...repositories.map(({ pattern }) => `  ${pattern === '*' ? '*  (everything)' : pattern}`)];
  if (withoutRepository.length > 0) {
    lines.push('', "Projects whose repository isn't allowed:");
    lines.push(...withoutRepository.map(({ id, name, repository }) => `  ${id}  ${name}  ${repository}`));
  }
  return lines.join('\n');
}

function show(organization: ManagedOrganization): CommandResult {
  return { json: organization, text: formatFields(toFields(organization)) };
}

const toFields = ({ id, name, slug, plan, operator, createdAt }: ManagedOrganization) =>
  [
    ['Organization', id],
    ['Name', name],
    ['Slug', slug],
    ['Plan', plan],
    ['Operator', operator ? 'yes' : undefined],
    ['Created', createdAt],
  ] as const;

function showOwn(organization: Organization): CommandResult {
  const { id, name, plan, createdAt } = organization;
  const text = formatFields([
    ['Organization', id],
    ['Name', name],
    ['Plan', plan],
    ['Created', createdAt],
  ]);
  return { json: organization, text };
}
