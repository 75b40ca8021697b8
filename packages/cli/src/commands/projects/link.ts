import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findLinkedProject, LINK_FILE, removeLink, saveLink } from '../../connection/linked-project.ts';
import { resolveConnection } from '../../connection/resolve-connection.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { findProject } from '../find-project.ts';

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
  const { id, name } = await findProject(call.client(), call.argument(0), call.context.signal);
  const path = saveLink(resolve(context.cwd), { baseUrl, projectId: id });
  return {
    json: { file: path, baseUrl, projectId: id, name },
    text: `Commands in this folder now use the project "${name}" (${id}).\nThe link is ${path}.`,
  };
}

function unlink({ context }: Invocation<LinkOptions>): CommandResult {
  const found = findLinkedProject(context.cwd);
  if (found === undefined) return { json: { removed: null }, text: 'No link applies here.' };
  removeLink(found);
  return { json: { removed: found.path }, text: `Removed ${found.path}.` };
}
