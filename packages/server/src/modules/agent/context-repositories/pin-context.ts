import type { ContextCommit, ContextRepository } from '@docwright/contract';
import type { CodeRepository } from '@docwright/doc-agent';
import { isGitError, type Mirror } from '../../../platform/git/index.ts';
import { isLocalAddress, type ConnectRepository } from '../../sources/repositories/index.ts';
import { openCode } from './open-code.ts';

export interface PinRequest {
  readonly organizationId: string;
  /** With stored addresses. */
  readonly repositories: readonly ContextRepository[];
  /** Commits that an earlier attempt has fixed, with stored addresses. */
  readonly known: readonly ContextCommit[];
  readonly signal: AbortSignal;
}

export interface PinnedContext {
  /** With stored addresses. */
  readonly commits: readonly ContextCommit[];
  readonly repositories: readonly CodeRepository[];
}

/**
 * Fetches context repositories and fixes the commit of each. What an organization may use is checked as for any other
 * repository, at each fetch.
 * @param onFailure names an error of git or a code host; its result is thrown
 */
export async function pinContext(
  connect: ConnectRepository,
  request: PinRequest,
  onFailure: (error: unknown, repository: string) => unknown,
): Promise<PinnedContext> {
  const commits: ContextCommit[] = [];
  const repositories: CodeRepository[] = [];
  const names = nameRepositories(request.repositories.map(({ repository }) => repository));
  for (const [index, wanted] of request.repositories.entries()) {
    const { repository, paths = [] } = wanted;
    try {
      const { mirror, pinned } = await pin(connect, request, wanted);
      commits.push({ repository, ...pinned });
      const name = { name: names[index] ?? repository, ...pinned, paths };
      repositories.push(openCode(mirror, name, (error) => onFailure(error, repository)));
    } catch (error) {
      throw onFailure(error, repository);
    }
  }
  return { commits, repositories };
}

async function pin(
  connect: ConnectRepository,
  { organizationId, known, signal }: PinRequest,
  { repository, branch }: ContextRepository,
): Promise<{ readonly mirror: Mirror; readonly pinned: Omit<ContextCommit, 'repository'> }> {
  const { host, mirror } = await connect({ organizationId, repository, purpose: 'context' });
  // A repository that was renamed or transferred answers under its old name: it counts as the new one.
  if (host.kind !== 'local') await host.getRepository(signal);
  const { defaultBranch, branches } = await mirror.fetch({
    ...(branch !== undefined && { branches: [branch] }),
    signal,
  });
  const earlier = known.find((one) => one.repository === repository);
  const wanted = branch ?? defaultBranch;
  if (earlier?.branch === wanted && (await isThere(mirror, earlier.commit, signal)))
    return { mirror, pinned: { branch: wanted, commit: earlier.commit } };
  const commit = branches.get(wanted) ?? (await mirror.resolveRef(wanted, { signal }));
  return { mirror, pinned: { branch: wanted, commit } };
}

/** Fetches the commit alone if its branch has moved far since. */
async function isThere(mirror: Mirror, commit: string, signal: AbortSignal): Promise<boolean> {
  try {
    await mirror.fetchCommit(commit, { signal });
    return true;
  } catch (error) {
    // Deleted from the branch and removed by the code host.
    if (isGitError(error) && !error.retryable && error.code !== 'cancelled') return false;
    throw error;
  }
}

/** Short names for models and citations: `owner/name`, with the host only if two would have the same name. */
export function nameRepositories(stored: readonly string[]): string[] {
  const shorts = stored.map((address) => {
    if (isLocalAddress(address)) return address.replace(/^[^:]+:@?/, '');
    return new URL(address).pathname.slice(1);
  });
  return shorts.map((short, index) => {
    const isDistinct = shorts.filter((other) => other.toLowerCase() === short.toLowerCase()).length === 1;
    const address = stored[index] ?? '';
    if (isDistinct) return short;
    return isLocalAddress(address) ? `local/${short}` : address.replace(/^https?:\/\//, '');
  });
}
