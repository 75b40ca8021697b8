import type { Client } from '@docwright/sdk';
import { CliError } from '../cli-error.ts';
import type { Invocation } from '../invocation.ts';

export interface ProjectOption {
  readonly project?: string;
}

/** The project that is meant: the option, `DOCWRIGHT_PROJECT`, or the only one that the key may see. */
export async function requireProject({ options, context }: Invocation<ProjectOption>, client: Client): Promise<string> {
  const named = options.project ?? context.env['DOCWRIGHT_PROJECT'];
  if (named !== undefined && named !== '') return named;
  const { projects } = await client.listProjects({ limit: 10 }, { signal: context.signal });
  const [first, second] = projects;
  if (first !== undefined && second === undefined) return first.id;
  const names = projects.map(({ id, name }) => `${id} (${name})`).join(', ');
  const message =
    first === undefined
      ? 'there is no project yet; make one with "docwright projects create"'
      : `say which project with --project or DOCWRIGHT_PROJECT: ${names}`;
  throw new CliError('usage', 'project_needed', message);
}
