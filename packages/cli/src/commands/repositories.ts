import type { Repository } from '@docwright/sdk';
import type { Command } from 'commander';
import { confirmDeletion, withYes, type DeletionOptions } from './confirm-deletion.ts';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatTable } from '../output/table.ts';

interface CreateOptions {
  readonly branch?: string;
}

export function addRepositoryCommands(program: Command, bind: Bind): void {
  const repositories = program.command('repositories').description('Repositories of the service’s own code host.');
  repositories
    .command('create')
    .argument('<name>', 'unique in the organization')
    .description('Make an empty repository. Push to it with any user name and an API key as the password.')
    .option('--branch <name>', 'default branch; default: main')
    .action(bind<CreateOptions>(createRepository));
  repositories.command('list').description('List repositories.').action(bind(listRepositories));
  repositories
    .command('get')
    .argument('<name>', 'repository')
    .description('Show a repository.')
    .action(bind(async (call) => show([await call.client().getRepository({ name: call.argument(0) })])));
  repositories
    .command('revoke-links')
    .argument('<name>', 'repository')
    .description('End all links to a repository and its pull requests; prints a new one.')
    .action(bind(revokeLinks));
  withYes(repositories.command('delete').argument('<name>', 'repository'))
    .description('Delete a repository with its history and pull requests.')
    .action(bind<DeletionOptions>(deleteRepository));
}

async function createRepository(call: Invocation<CreateOptions>): Promise<CommandResult> {
  return show([await call.client().createRepository({ name: call.argument(0), defaultBranch: call.options.branch })]);
}

async function listRepositories(call: Invocation<unknown>): Promise<CommandResult> {
  const { repositories } = await call.client().listRepositories();
  return { json: { repositories }, text: show(repositories).text };
}

async function revokeLinks(call: Invocation<unknown>): Promise<CommandResult> {
  const repository = await call.client().revokeRepositoryLinks({ name: call.argument(0) });
  return { json: repository, text: `All links to ${repository.name} have ended. The new one: ${repository.webUrl}` };
}

async function deleteRepository(call: Invocation<DeletionOptions>): Promise<CommandResult> {
  const name = call.argument(0);
  await confirmDeletion(call, `the repository "${name}" with its history and pull requests`);
  await call.client().deleteRepository({ name });
  return { json: { name, deleted: true }, text: `${name} is deleted.` };
}

function show(repositories: readonly Repository[]): CommandResult {
  const rows = repositories.map(({ name, defaultBranch, cloneUrl }) => [name, defaultBranch, cloneUrl]);
  const text = rows.length === 0 ? 'No repositories.' : formatTable(['name', 'branch', 'clone address'], rows);
  return { json: repositories[0] ?? {}, text };
}
