import type { JobErrorCode } from '@docwright/contract';
import type { CodeHost, RepositoryFacts } from '../../platform/code-host/index.ts';
import { isCodeHostError } from '../../platform/code-host/index.ts';
import { isGitError, type Mirror } from '../../platform/git/index.ts';
import { RenderFailure } from '../site-rendering/index.ts';
import { toJobFailure, type ConnectRepository } from '../repositories/index.ts';
import { AgentJobFailure } from './errors.ts';
import type { AgentJobRow } from './tables.ts';

export interface PreparedRepository {
  readonly host: CodeHost;
  readonly mirror: Mirror;
  /** The job's base, fixed by its first attempt. */
  readonly baseCommit: string;
}

/** All that could stop the job at its end is looked at here, before the first model call. @throws AgentJobFailure */
export async function prepareRepository(
  connect: ConnectRepository,
  job: AgentJobRow,
  signal: AbortSignal,
): Promise<PreparedRepository> {
  try {
    const { host, mirror } = await connect({ organizationId: job.organization_id, repository: job.repository });
    requireWriteAccess(await host.getRepository(signal), job.repository);
    await mirror.fetch({ branches: [job.base_branch], signal });
    return { host, mirror, baseCommit: job.base_commit ?? (await mirror.resolveRef(job.base_branch, { signal })) };
  } catch (error) {
    throw toAgentJobFailure(error);
  }
}

function requireWriteAccess(facts: RepositoryFacts, repository: string): void {
  if (facts.archived) {
    throw new AgentJobFailure({
      code: 'permission_denied',
      message: `The repository ${repository} is archived: nothing can be pushed to it.`,
      remedy: 'Unarchive the repository, or point the project at another.',
      retryable: false,
    });
  }
  if (facts.permission !== 'write' && facts.permission !== 'admin') {
    throw new AgentJobFailure({
      code: 'permission_denied',
      message: `The installation's credentials ${facts.permission === 'none' ? 'may not read' : 'may only read'} the repository ${repository}.`,
      remedy: 'Give them write access to contents and pull requests of the repository.',
      retryable: false,
    });
  }
}

const renderCodes: Readonly<Record<RenderFailure['code'], JobErrorCode>> = {
  no_docs_config: 'no_docs_config',
  invalid_docs_config: 'invalid_docs_config',
  limit_exceeded: 'limit_exceeded',
  internal: 'internal',
};

/** The named cause of what git or the code host threw; anything else passes unchanged. */
export function toAgentJobFailure(error: unknown): unknown {
  if (error instanceof RenderFailure && error.code !== 'internal') {
    const remedy = 'Mend the site by hand: the docs gate can’t look at it as it is.';
    const failure = { code: renderCodes[error.code], message: error.message, remedy, retryable: false };
    return new AgentJobFailure(failure, { cause: error });
  }
  if (!isGitError(error) && !isCodeHostError(error)) return error;
  return new AgentJobFailure(toJobFailure(error), { cause: error });
}
