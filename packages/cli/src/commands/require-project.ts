import type { Client } from '@docwright/sdk';
import { Option } from 'commander';
import { CliError } from '../cli-error.ts';
import { findLinkedProject } from '../connection/linked-project.ts';
import { isSameService, resolveConnection } from '../connection/resolve-connection.ts';
import type { Invocation } from '../invocation.ts';
import { findProject } from './find-project.ts';

export interface ProjectOption {
  readonly project?: string;
}

export const projectOption = (): Option =>
  new Option(
    '--project <id>',
    'project, by ID or name (DOCWRIGHT_PROJECT); default: the linked project, or the key’s only one',
  );

/**
 * Returns the ID of the project that is named by the option, by `DOCWRIGHT_PROJECT`, or by the link of this folder or a
 * parent folder. A link to another service is rejected rather than ignored, because the command would otherwise change
 * the key's only project instead of the intended project.
 */
export async function findNamedProject(call: Invocation<ProjectOption>): Promise<string | undefined> {
  const { options, context } = call;
  const named = options.project ?? context.env['DOCWRIGHT_PROJECT'];
  if (named !== undefined && named !== '') {
    // An ID needs no request.
    return named.startsWith('proj_') ? named : (await findProject(call.client(), named, context.signal)).id;
  }
  const link = findLinkedProject(context.cwd);
  if (link === undefined) return undefined;
  const { baseUrl } = resolveConnection(context, options);
  if (isSameService(link.baseUrl, baseUrl)) return link.projectId;
  const message = `${link.path} links this folder to a project of ${link.baseUrl}, but this command uses ${baseUrl}; pass --project or --base-url ${link.baseUrl}, or run "docwright link" again`;
  throw new CliError('usage', 'linked_elsewhere', message);
}

/** Returns the named project, or the only project that the key can access. */
export async function requireProject(call: Invocation<ProjectOption>, client: Client): Promise<string> {
  const named = await findNamedProject(call);
  if (named !== undefined) return named;
  const { projects } = await client.listProjects({ limit: 10 }, { signal: call.context.signal });
  const [first, second] = projects;
  if (first !== undefined && second === undefined) return first.id;
  const names = projects.map(({ id, name }) => `${id} (${name})`).join(', ');
  const message =
    first === undefined
      ? 'no projects yet; create one with "docwright projects create"'
      : `specify a project with --project or DOCWRIGHT_PROJECT, or link this folder with "docwright link": ${names}`;
  throw new CliError('usage', 'project_needed', message);
}
