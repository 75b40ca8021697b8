import { resolve } from 'node:path';
import type { Client, Project } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { findLinkedProject, LINK_FILE, removeLink, saveLink } from '../connection/linked-project.ts';
import { resolveConnection } from '../connection/resolve-connection.ts';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';

interface LinkOptions {
  readonly remove?: boolean;
}

export function addLinkCommand(program: Command, bind: Bind): void {
  program
    .command('link')
    .argument('[project]', 'id or name of the project; default: the only one of the key')
    .description('Link this folder to a project: commands in it and below it need no --project.')
    .option('--remove', 'forget the link that counts here')
    .addHelpText(
      'after',
      `\nThe link is the file ${LINK_FILE}: the service and the project's id, and no secret. It can be committed.`,
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
    text: `Commands in this folder are now for the project "${name}" (${id}).\nThe link is ${path}.`,
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
    throw new CliError('usage', 'project_needed', 'there is no project yet; make one with "docwright projects create"');
  if (named === '') throw new CliError('usage', 'project_needed', `say which project: ${list}`);
  const reason = second === undefined ? 'is no project of this key' : 'is the name of several projects: give an id';
  throw new CliError(second === undefined ? 'notFound' : 'usage', 'project_needed', `"${named}" ${reason}: ${list}`);
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function unlink({ context }: Invocation<LinkOptions>): CommandResult {
  const found = findLinkedProject(context.cwd);
  if (found === undefined) return { json: { removed: null }, text: 'No link counts here.' };
  removeLink(found);
  return { json: { removed: found.path }, text: `${found.path} is gone.` };
}
