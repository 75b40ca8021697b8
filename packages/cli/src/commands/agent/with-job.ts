import type { Client } from '@docwright/sdk';
import type { CommandResult, Invocation } from '../../invocation.ts';
import { requireProject, type ProjectOption } from '../require-project.ts';

/** An agent job, named by the first argument of a command. */
export interface NamedJob<Options> {
  readonly client: Client;
  readonly ids: { readonly projectId: string; readonly id: string };
  readonly call: Invocation<Options>;
}

export async function withJob<Options extends ProjectOption>(
  call: Invocation<Options>,
  use: (job: NamedJob<Options>) => Promise<CommandResult>,
): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  return use({ client, ids: { projectId, id: call.argument(0) }, call });
}
