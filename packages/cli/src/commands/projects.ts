import { basename } from 'node:path';
import type { Project } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { confirmDeletion, withYes, type DeletionOptions } from './confirm-deletion.ts';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatFields, formatTable } from '../output/table.ts';
import { collect } from '../parse-option.ts';
import { createRepositoryFrom } from './push-folder.ts';

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
  readonly draft?: boolean;
  readonly excludeOrphans?: boolean;
}

export function addProjectCommands(program: Command, bind: Bind): void {
  const projects = program.command('projects').description('Projects: documentation sites and their repositories.');
  withFields(projects.command('create').description('Make a project of a repository, or of a folder of this machine.'))
    .option('--from <folder>', 'push this folder to the service’s own code host and use that repository')
    .action(bind<ProjectFields>(createProject));
  projects.command('list').description('List projects, newest first.').action(bind(listProjects));
  projects.command('get').argument('<id>', 'project').description('Show a project.').action(bind(getProject));
  withFields(
    projects.command('update').argument('<id>', 'project').description('Change a project; what is not named stays.'),
  ).action(bind<ProjectFields>(updateProject));
  withYes(projects.command('delete').argument('<id>', 'project'))
    .description('Delete a project with its jobs, exports and bundles. Its repository stays.')
    .action(bind<DeletionOptions>(deleteProject));
}

function withFields(command: Command): Command {
  return command
    .option('--name <name>', 'what people call it; default: the name of its repository')
    .option('--repository <url>', 'full address of its repository')
    .option('--branch <name>', 'base branch; default: main')
    .option('--docs-folder <path>', 'folder with docs.json; default: the root')
    .option('--domain <host>', 'domain that the site is served at; may be given several times', collect)
    .addOption(new Option('--kind <kind>', 'how the site is deployed').choices(kinds))
    .option('--model <model>', 'model of agent jobs: builtin/rules-1 or provider/model')
    .option('--draft', 'agent pull requests are drafts')
    .option('--no-draft', 'agent pull requests are ready for review')
    .option('--exclude-orphans', 'exports leave out pages that are in no navigation')
    .option('--no-exclude-orphans', 'exports hold pages that are in no navigation too')
    .option('--offline-search', 'exported sites carry their own search')
    .option('--no-offline-search', 'exported sites carry no search of their own');
}

function toBody(fields: ProjectFields) {
  const { name, repository, branch, docsFolder, domain, kind, model, offlineSearch, draft, excludeOrphans } = fields;
  const features = offlineSearch === undefined ? undefined : { offlineSearch };
  return {
    name,
    repository,
    branch,
    docsFolder,
    domains: domain,
    deploymentKind: kind,
    model,
    features,
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
  const { json, ...result } = show(await call.client().createProject({ ...toBody(call.options), name, repository }));
  return { ...result, json: { ...json, ...(pushed !== undefined && { pushed: pushed.content }) } };
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
    projects.length === 0 ? 'No projects.' : formatTable(['id', 'name', 'domains', 'repository', 'branch'], rows);
  return { json: { projects }, text };
}

async function deleteProject(call: Invocation<DeletionOptions>): Promise<CommandResult> {
  const client = call.client();
  const { id, name, repository } = await client.getProject({ projectId: call.argument(0) });
  await confirmDeletion(call, `the project "${name}" (${id}) with its jobs, exports and bundles`);
  await client.deleteProject({ projectId: id });
  return {
    json: { id, deleted: true, repository },
    text: `The project "${name}" (${id}) is deleted. Its repository stays: ${repository}`,
  };
}

function show(project: Project): CommandResult {
  const on = Object.entries(project.features).flatMap(([name, isOn]) => (isOn ? [name] : []));
  const text = formatFields([
    ['Project', project.id],
    ['Name', project.name],
    ['Repository', project.repository],
    ['Branch', project.branch],
    ['Docs folder', project.docsFolder === '' ? '(root)' : project.docsFolder],
    ['Domains', project.domains.join(', ')],
    ['Deployment', project.deploymentKind],
    ['Model', project.model],
    ['Features', on.join(', ')],
    ['Drafts', project.asDraft ? 'yes' : 'no'],
    ['Orphan pages', project.excludeOrphans ? 'left out' : 'exported'],
  ]);
  return { json: project, text };
}
