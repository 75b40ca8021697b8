import { readFile } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import type { Repository } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import { countOf } from '../../count-of.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatTable } from '../../output/table.ts';

interface CreateOptions {
  readonly branch?: string;
  readonly template?: 'empty' | 'starter';
}

interface CommitOptions {
  readonly branch?: string;
  readonly message?: string;
  readonly file: readonly string[];
}

export function addRepositoryCommands(program: Command, bind: Bind): void {
  const repositories = program.command('repositories').description('Repositories of the embedded code host.');
  repositories
    .command('create')
    .argument('<name>', 'unique in the organization')
    .description('Create a repository. Push to it with any user name and an API key as the password.')
    .option('--branch <name>', 'default branch; default: main')
    .addOption(new Option('--template <name>', 'initial content').choices(['empty', 'starter']).default('empty'))
    .action(bind<CreateOptions>(createRepository));
  repositories.command('list').description('List repositories.').action(bind(listRepositories));
  repositories
    .command('get')
    .argument('<name>', 'repository')
    .description('Show a repository.')
    .action(bind(async (call) => show([await call.client().getRepository({ name: call.argument(0) })])));
  repositories
    .command('commit')
    .argument('<name>', 'repository')
    .description('Commit files without git.')
    .requiredOption('--file <path...>', 'files in the current folder; paths are kept')
    .option(
      '--branch <name>',
      'branch to commit to; created from the default branch if missing; default: the default branch',
    )
    .option('-m, --message <text>', 'commit message; default: the names of the files')
    .action(bind<CommitOptions>(commitToRepository));
  repositories
    .command('revoke-links')
    .argument('<name>', 'repository')
    .description('Revoke all links to a repository and its pull requests, and print a new one.')
    .action(bind(revokeLinks));
  withYes(repositories.command('delete').argument('<name>', 'repository'))
    .description('Delete a repository with its history and pull requests.')
    .action(bind<DeletionOptions>(deleteRepository));
}

async function createRepository(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const { branch: defaultBranch, template } = call.options;
  return show([await call.client().createRepository({ name: call.argument(0), defaultBranch, template })]);
}

/** @throws CliError if a file isn't below the working folder, or can't be read */
async function commitToRepository(call: Invocation<CommitOptions>): Promise<CommandResult> {
  const { branch, file: named } = call.options;
  const { message = `Add ${named.map((file) => basename(file)).join(', ')}`.slice(0, 200) } = call.options;
  const name = call.argument(0);
  const files = await Promise.all(
    named.map(async (file) => {
      const path = relative(call.context.cwd, resolve(call.context.cwd, file)).split(sep).join('/');
      if (path.startsWith('..') || path === '')
        throw new CliError(
          'usage',
          'outside_folder',
          `${file} is outside ${call.context.cwd}, so it has no path in a repository`,
        );
      const bytes = await readFile(resolve(call.context.cwd, file)).catch((cause: Error) => {
        throw new CliError('usage', 'unreadable_file', `${file} can't be read: ${cause.message}`, { cause });
      });
      return { path, content: bytes.toString('base64'), encoding: 'base64' as const };
    }),
  );
  const commit = await call.client().createRepositoryCommit({ name, branch, message, files });
  const { sha, changedFiles } = commit;
  const what = changedFiles === 0 ? 'Nothing changed' : `${countOf(changedFiles, 'file')} committed`;
  return { json: commit, text: `${what}: ${commit.branch} is at ${sha.slice(0, 10)}.` };
}

async function listRepositories(call: Invocation<unknown>): Promise<CommandResult> {
  const repositories = await Array.fromAsync(call.client().iterateRepositories({ limit: 100 }));
  return { json: { repositories }, text: show(repositories).text };
}

async function revokeLinks(call: Invocation<unknown>): Promise<CommandResult> {
  const repository = await call.client().revokeRepositoryLinks({ name: call.argument(0) });
  return { json: repository, text: `Revoked all links to ${repository.name}. New link: ${repository.webUrl}` };
}

async function deleteRepository(call: Invocation<DeletionOptions>): Promise<CommandResult> {
  const name = call.argument(0);
  await confirmDeletion(call, `the repository "${name}" with its history and pull requests`);
  await call.client().deleteRepository({ name });
  return { json: { name, deleted: true }, text: `Deleted ${name}.` };
}

function show(repositories: readonly Repository[]): CommandResult {
  const rows = repositories.map(({ name, defaultBranch, cloneUrl }) => [name, defaultBranch, cloneUrl]);
  const text = rows.length === 0 ? 'No repositories.' : formatTable(['name', 'branch', 'clone address'], rows);
  return { json: repositories[0] ?? {}, text };
}
