import type { Client, Project } from '@docwright/sdk';
import { CliError } from '../cli-error.ts';

/** Finds a project. @param named an ID or a name; if empty, the key's only project is returned */
export async function findProject(client: Client, named: string, signal: AbortSignal): Promise<Project> {
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
