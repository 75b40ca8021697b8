import { resolve } from 'node:path';
import type { Client, Project } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import { findLinkedProject, LINK_FILE, removeLink, saveLink } from '../../connection/linked-project.ts';
import { resolveConnection } from '../../connection/resolve-connection.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';

interface LinkOptions {
  readonly remove?: boolean;
}

export function addLinkCommand(program: Command, bind: Bind): void {
  program
    .command('link')
    .argument('[project]', 'ID or name of the project; default: the key’s only project')
    .description('Link this folder to a project. Commands in it and its subfolders don’t need --project.')
    .option('--remove', 'remove the link that applies here')
    .addHelpText(
      'after',
      `\nThe link is the file ${LINK_FILE}. It contains the service's address and the project's ID but no secrets, so you can commit it.`,
    )
    .action(bind<LinkOptions>((call) => (call.options.remove === true ? unlink(call) : link(call))));
}

async function link(call: Invocation<LinkOptions>): Promise<CommandResult> {
  const { context, options } = call;
  const { baseUrl } = resolveConnection(context, options);
  const { id, name } = await findProject(call, call.client());
  const path = saveLink(resolve(context.cwd), { baseUrl, projectId: id });
  return {
    json: { file: path, baseUrl, projectId: id, name },
    text: `Commands in this folder now use the project "${name}" (${id}).\nThe link is ${path}.`,
  };
}

async function findProject(call: Invocation<LinkOptions>, client: Client): Promise<Project> {
  const { signal } = call.context;
  const named = call.argument(0);
  const projects = await Array.fromAsync(client.iterateProjects({ limit: 100 }, { signal }));
  const found = named === '' ? projects : projects.filter(({ id, name }) => id === named || sameName(name, named));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const list = (found.length === 0 ? projects : found).map(({ id, name }) => `${id} (${name})`).join(', ');
  if (projects.length === 0)
    throw new CliError('usage', 'project_needed', 'no projects yet; create one with "docwright projects create"');
  if (named === '') throw new CliError('usage', 'project_needed', `specify a project: ${list}`);
  const reason = second === undefined ? 'is not a project of this key' : 'is the name of several projects; use an ID';
  throw new CliError(second === undefined ? 'notFound' : 'usage', 'project_needed', `"${named}" ${reason}: ${list}`);
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function unlink({ context }: Invocation<LinkOptions>): CommandResult {
  const found = findLinkedProject(context.cwd);
  if (found === undefined) return { json: { removed: null }, text: 'No link applies here.' };
  removeLink(found);
  return { json: { removed: found.path }, text: `Removed ${found.path}.` };
}
