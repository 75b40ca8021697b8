import { basename } from 'node:path';
import { DocwrightError, type Project } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { ask } from '../ask.ts';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { collect } from '../../parse-option.ts';
import { createRepositoryFrom } from '../folder/push-folder.ts';

const kinds = ['cloud', 'client-hosted', 'air-gapped'] as const;

interface ProjectFields {
  readonly name?: string;
  readonly repository?: string;
  readonly from?: string;
  readonly branch?: string;
  readonly docsFolder?: string;
  readonly domain?: string[];
  readonly kind?: (typeof kinds)[number];
  readonly model?: string;
  readonly offlineSearch?: boolean;
  readonly analytics?: boolean;
  readonly feedback?: boolean;
  readonly assistant?: boolean;
  readonly playground?: boolean;
  readonly draft?: boolean;
  readonly excludeOrphans?: boolean;
}

export function addProjectCommands(program: Command, bind: Bind): void {
  const projects = program.command('projects').description('Projects: documentation sites and their repositories.');
  withFields(projects.command('create').description('Create a project from a repository or a local folder.'))
    .option('--from <folder>', 'push this folder to the embedded code host and use that repository')
    .action(bind<ProjectFields>(createProject));
  projects.command('list').description('List projects, newest first.').action(bind(listProjects));
  projects.command('get').argument('<id>', 'project').description('Show a project.').action(bind(getProject));
  withFields(
    projects
      .command('update')
      .argument('<id>', 'project')
      .description('Change a project. Omitted settings are unchanged.'),
  ).action(bind<ProjectFields>(updateProject));
  withYes(projects.command('delete').argument('<id>', 'project'))
    .description('Delete a project with its jobs, exports and bundles. Its repository is kept.')
    .action(bind<DeletionOptions>(deleteProject));
}

function withFields(command: Command): Command {
  return command
    .option('--name <name>', 'display name; default: the name of its repository')
    .option('--repository <url>', 'full address of its repository')
    .option('--branch <name>', 'base branch; default: main')
    .option('--docs-folder <path>', 'folder with docs.json; default: the root')
    .option(
      '--domain <host>',
      'export name: a host name for “docwright export --domain”; repeatable. For the live site, see “docwright domains add”',
      collect,
    )
    .addOption(new Option('--kind <kind>', 'how the site is deployed').choices(kinds))
    .option('--model <model>', 'model of agent jobs: builtin/rules-1 or provider/model')
    .option('--draft', 'agent pull requests are drafts')
    .option('--no-draft', 'agent pull requests are ready for review')
    .option('--exclude-orphans', 'exports leave out pages outside the navigation')
    .option('--no-exclude-orphans', 'exports include pages outside the navigation')
    .option('--analytics', 'pages count page views, without cookies')
    .option('--no-analytics', 'pages don’t count page views')
    .option('--feedback', 'pages ask readers whether they helped')
    .option('--no-feedback', 'pages don’t ask whether they helped')
    .option('--assistant', 'pages have an assistant that answers readers’ questions')
    .option('--no-assistant', 'pages have no assistant')
    .option('--playground', 'API pages send requests')
    .option('--no-playground', 'API pages send no requests')
    .option('--offline-search', 'exported sites include offline search')
    .option('--no-offline-search', 'exported sites don’t include offline search');
}

function toBody(fields: ProjectFields) {
  const { name, repository, branch, docsFolder, domain, kind, model, draft, excludeOrphans } = fields;
  const { analytics, feedback, assistant, playground, offlineSearch } = fields;
  const features = { analytics, feedback, assistant, playground, offlineSearch };
  return {
    name,
    repository,
    branch,
    docsFolder,
    domains: domain,
    deploymentKind: kind,
    model,
    ...(Object.values(features).some((value) => value !== undefined) && { features }),
    asDraft: draft,
    excludeOrphans,
  };
}

async function createProject(call: Invocation<ProjectFields>): Promise<CommandResult> {
  const { from, repository: address } = call.options;
  if ((from === undefined) === (address === undefined)) {
    throw new CliError('usage', 'usage', 'a project needs either --repository <url> or --from <folder>');
  }
  const pushed = address === undefined ? await createRepositoryFrom(call) : undefined;
  const repository = address ?? pushed?.repository.cloneUrl ?? '';
  const name = call.options.name ?? basename(repository, '.git');
  const body = { ...toBody(await withMeasuring(call)), name, repository };
  const project = await call.client().createProject(body);
  const { json, ...result } = show(project, await findSiteUrl(call, project));
  return { ...result, json: { ...json, ...(pushed !== undefined && { pushed: pushed.content }) } };
}

/**
 * Returns the URL of the project's live site; `undefined` for other kinds of deployment, and if the request fails, for
 * example because the key can't read deployments.
 */
async function findSiteUrl(call: Invocation<unknown>, { id, deploymentKind }: Project): Promise<string | undefined> {
  if (deploymentKind !== 'cloud') return undefined;
  try {
    return (await call.client().getSite({ projectId: id })).url;
  } catch (error) {
    if (error instanceof DocwrightError) return undefined;
    throw error;
  }
}

/** Asks on a terminal whether to turn on analytics and feedback. The empty Analytics page asks the same question. */
async function withMeasuring(call: Invocation<ProjectFields>): Promise<ProjectFields> {
  const { options } = call;
  if (options.kind === 'air-gapped' || options.analytics !== undefined || options.feedback !== undefined)
    return options;
  const answer = await ask(call, 'Turn on web analytics (no cookies) and feedback on each page? [Y/n] ');
  if (answer === undefined) return options;
  const isOn = !/^n(o)?$/i.test(answer);
  return { ...options, analytics: isOn, feedback: isOn };
}

async function updateProject(call: Invocation<ProjectFields>): Promise<CommandResult> {
  return show(await call.client().updateProject({ projectId: call.argument(0), ...toBody(call.options) }));
}

async function getProject(call: Invocation<unknown>): Promise<CommandResult> {
  return show(await call.client().getProject({ projectId: call.argument(0) }));
}

async function listProjects(call: Invocation<unknown>): Promise<CommandResult> {
  const projects = await Array.fromAsync(call.client().iterateProjects({ limit: 100 }));
  const rows = projects.map(({ id, name, domains, repository, branch }) => [
    id,
    name,
    domains.join(','),
    repository,
    branch,
  ]);
  const text =
    projects.length === 0 ? 'No projects.' : formatTable(['id', 'name', 'export names', 'repository', 'branch'], rows);
  return { json: { projects }, text };
}

async function deleteProject(call: Invocation<DeletionOptions>): Promise<CommandResult> {
  const client = call.client();
  const { id, name, repository } = await client.getProject({ projectId: call.argument(0) });
  await confirmDeletion(call, `the project "${name}" (${id}) with its jobs, exports and bundles`);
  await client.deleteProject({ projectId: id });
  return {
    json: { id, deleted: true, repository },
    text: `Deleted the project "${name}" (${id}). Its repository is kept: ${repository}`,
  };
}

function show(project: Project, siteUrl?: string): CommandResult {
  const on = Object.entries(project.features).flatMap(([name, isOn]) => (isOn ? [name] : []));
  const text = formatFields([
    ['Project', project.id],
    ['Name', project.name],
    ['Repository', project.repository],
    ['Branch', project.branch],
    ['Docs folder', project.docsFolder === '' ? '(root)' : project.docsFolder],
    ['Export names', project.domains.join(', ')],
    ['Deployment', project.deploymentKind],
    ['Live site', siteUrl],
    ['Model', project.model],
    ['Features', on.join(', ')],
    ['Drafts', project.asDraft ? 'yes' : 'no'],
    ['Orphan pages', project.excludeOrphans ? 'left out' : 'exported'],
  ]);
  return { json: project, text };
}
