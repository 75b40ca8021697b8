import type { JobErrorCode } from '@docwright/contract';
import { isCodeHostError } from '../../../../platform/code-host/index.ts';
import { isGitError, type Mirror } from '../../../../platform/git/index.ts';
import type { StorageGate } from '../../../identity/storage/index.ts';
import { RenderFailure } from '../../../building/site-rendering/index.ts';
import { findRepositoryFault, toJobFailure, type ConnectRepository } from '../../../sources/repositories/index.ts';
import { AgentJobFailure } from '../errors.ts';
import type { PreparedRepository } from '../publish/published.ts';
import type { AgentJobRow } from '../tables.ts';

/**
 * Checks that the organization can store the turn's commit. If the commit already exists, it is published even if the
 * quota has since been reached.
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
): Promise<PreparedRepository & { readonly baseBranch: string }> {
  try {
    const { organization_id: organizationId, repository } = job;
    const { host, mirror, path } = await connect({ organizationId, repository });
    const fault = findRepositoryFault({ facts: await host.getRepository(signal), path });
    if (fault !== undefined) throw new AgentJobFailure(fault);
    const baseBranch = await fetchBase(mirror, job, signal);
    const baseCommit = job.base_commit ?? (await mirror.resolveRef(baseBranch, { signal }));
    return { host, mirror, baseBranch, baseCommit };
  } catch (error) {
    throw toAgentJobFailure(error);
  }
}

/** Fetches the job's base branch. A job that hasn't started yet may use another branch if this one doesn't exist. */
async function fetchBase(mirror: Mirror, job: AgentJobRow, signal: AbortSignal): Promise<string> {
  const { base_branch: base, fallback_branch: fallback } = job;
  try {
    await mirror.fetch({ branches: [base], signal });
    return base;
  } catch (error) {
    if (!isGitError(error, 'branch-not-found') || fallback === null || job.base_commit !== null) throw error;
  }
  await mirror.fetch({ branches: [fallback], signal });
  return fallback;
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

/** Converts an error from git or the code host to a failure with a named cause; returns other errors unchanged. */
export function toAgentJobFailure(error: unknown): unknown {
  if (error instanceof RenderFailure && error.code !== 'internal') {
    const remedy = "Fix the site first. The docs gate can't check its current state.";
    const failure = { code: renderCodes[error.code], message: error.message, remedy, retryable: false };
    return new AgentJobFailure(failure, { cause: error });
  }
  if (!isGitError(error) && !isCodeHostError(error)) return error;
  return new AgentJobFailure(toJobFailure(error), { cause: error });
}
