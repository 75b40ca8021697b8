import type { JobErrorCode } from '@docwright/contract';
import { isCodeHostError } from '../../../../platform/code-host/index.ts';
import { isGitError } from '../../../../platform/git/index.ts';
import type { StorageGate } from '../../../identity/storage/index.ts';
import { RenderFailure } from '../../../building/site-rendering/index.ts';
import { findRepositoryFault, toJobFailure, type ConnectRepository } from '../../../sources/repositories/index.ts';
import { AgentJobFailure } from '../errors.ts';
import type { PreparedRepository } from '../publish/published.ts';
import type { AgentJobRow } from '../tables.ts';

/**
 * Checks that the organization may store the turn's commit. A turn whose commit exists is published even if the quota
 * has been reached since.
 * @throws AgentJobFailure storage_quota_exceeded
 */
export async function requireStorage(
  storage: Pick<StorageGate, 'findExcess'>,
  { organization_id: organizationId, publish_state: state }: AgentJobRow,
): Promise<void> {
  const message = state === 'working' ? await storage.findExcess(organizationId) : undefined;
  if (message === undefined) return;
  const remedy = 'Send a follow-up when there is space again.';
  throw new AgentJobFailure({ code: 'storage_quota_exceeded', message, remedy, retryable: false });
}

/** Checks everything that could make the job fail at its end, before the first model call. @throws AgentJobFailure */
export async function prepareRepository(
  connect: ConnectRepository,
  job: AgentJobRow,
  signal: AbortSignal,
): Promise<PreparedRepository> {
  try {
    const { organization_id: organizationId, repository } = job;
    const { host, mirror, path } = await connect({ organizationId, repository });
    const fault = findRepositoryFault({ facts: await host.getRepository(signal), path });
    if (fault !== undefined) throw new AgentJobFailure(fault);
    await mirror.fetch({ branches: [job.base_branch], signal });
    return { host, mirror, baseCommit: job.base_commit ?? (await mirror.resolveRef(job.base_branch, { signal })) };
  } catch (error) {
    throw toAgentJobFailure(error);
  }
}

const renderCodes: Readonly<Record<RenderFailure['code'], JobErrorCode>> = {
  no_docs_config: 'no_docs_config',
  invalid_docs_config: 'invalid_docs_config',
  restricted_pages: 'restricted_pages',
  site_protected: 'site_protected',
  limit_exceeded: 'limit_exceeded',
  storage_quota_exceeded: 'storage_quota_exceeded',
  internal: 'internal',
};

/** The named cause of an error of git or the code host; other errors are returned unchanged. */
export function toAgentJobFailure(error: unknown): unknown {
  if (error instanceof RenderFailure && error.code !== 'internal') {
    const remedy = "Fix the site first: the docs gate can't check it in its current state.";
    const failure = { code: renderCodes[error.code], message: error.message, remedy, retryable: false };
    return new AgentJobFailure(failure, { cause: error });
  }
  if (!isGitError(error) && !isCodeHostError(error)) return error;
  return new AgentJobFailure(toJobFailure(error), { cause: error });
}
