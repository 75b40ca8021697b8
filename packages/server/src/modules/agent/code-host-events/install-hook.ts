import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';

export interface Install {
  /** The host's ID of its hook. */
  readonly hostHookId: string | null;
  readonly problem: string | null;
}

/** Creates the hook on the code host. If the credential doesn't allow it, the result states what to do instead. */
export async function installHook(
  connectRepository: ConnectRepository,
  project: ProjectRow,
  hook: { readonly url: string; readonly secret: string },
): Promise<Install> {
  try {
    const { organization_id: organizationId, repository } = project;
    const { host } = await connectRepository({ organizationId, repository });
    return { hostHookId: await host.installHook(hook), problem: null };
  } catch (error) {
    if (!isCodeHostError(error) && !isGitError(error)) throw error;
    const remedy = "Add the address and the secret to the repository's webhooks yourself.";
    return { hostHookId: null, problem: `${error.message} ${remedy}` };
  }
}
