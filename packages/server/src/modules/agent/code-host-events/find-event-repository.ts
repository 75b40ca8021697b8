import { isCodeHostError, type CodeHost } from '../../../platform/code-host/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import type { HookRow } from './tables.ts';

/** Addresses of the repositories with source code that a project and its automations read, as stored. */
export type ListContextRepositories = (project: ProjectRow) => Promise<readonly string[]>;

/** The repository that an event is about. */
export interface EventRepository {
  /** As stored in the project or in its list of context repositories. */
  readonly address: string;
  readonly host: CodeHost;
  /** Whether it is the project's own repository, not a context repository. */
  readonly isDocs: boolean;
}

/**
 * Finds a repository by the name in an event. Returns `undefined` if it is neither the project's repository nor one of
 * its context repositories. The host is queried for the current name of the project's repository only if no stored name
 * matches, as after a rename.
 */
export async function findEventRepository(
  deps: { readonly connectRepository: ConnectRepository; readonly listContextRepositories: ListContextRepositories },
  project: ProjectRow,
  event: { readonly hook: Pick<HookRow, 'kind'>; readonly repository: string },
): Promise<EventRepository | undefined> {
  const { organization_id: organizationId, repository: docs } = project;
  const name = event.repository.toLowerCase();
  const isNamed = (address: string): boolean => address.toLowerCase().endsWith(`/${name}`);
  const connect = async (address: string): Promise<EventRepository> => {
    const { host } = await deps.connectRepository({ organizationId, repository: address });
    return { address, host, isDocs: address === docs };
  };
  if (isNamed(docs)) return connect(docs);
  for (const address of (await deps.listContextRepositories(project)).filter(isNamed)) {
    try {
      const found = await connect(address);
      // A repository on another code host may have the same name.
      if (found.host.kind === event.hook.kind) return found;
    } catch (error) {
      if (!isCodeHostError(error, 'repository-not-found')) throw error;
    }
  }
  const found = await connect(docs);
  return (await found.host.getRepository()).fullName.toLowerCase() === name ? found : undefined;
}
