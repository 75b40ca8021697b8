import type { ContextCommit, ContextRepository } from '@docwright/contract';
import type { CodeRepository } from '@docwright/doc-agent';
import { isGitError, type Mirror } from '../../../platform/git/index.ts';
import { isLocalAddress, type ConnectRepository } from '../../sources/repositories/index.ts';
import { openCode } from './open-code.ts';

export interface PinRequest {
  readonly organizationId: string;
  /** The repositories, with their stored addresses. */
  readonly repositories: readonly ContextRepository[];
  /** Commits that an earlier attempt pinned, with stored addresses. */
  readonly known: readonly ContextCommit[];
  readonly signal: AbortSignal;
}

export interface PinnedContext {
  /** The commits, with the stored addresses of their repositories. */
  readonly commits: readonly ContextCommit[];
  readonly repositories: readonly CodeRepository[];
}

/**
 * Fetches context repositories and pins the commit of each. As for any other repository, each fetch checks whether the
 * organization may use it.
 * @param onFailure converts an error from git or a code host to the error that is thrown
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
  // A renamed or transferred repository still responds under its old name, but its new name is used.
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

/**
 * Fetches the commit separately if the branch has since moved too far. Returns false if the commit no longer exists.
 */
async function isThere(mirror: Mirror, commit: string, signal: AbortSignal): Promise<boolean> {
  try {
    await mirror.fetchCommit(commit, { signal });
    return true;
  } catch (error) {
    // The commit is no longer on the branch, and the code host has deleted it.
    if (isGitError(error) && !error.retryable && error.code !== 'cancelled') return false;
    throw error;
  }
}

/**
 * Returns short names for models and citations: `owner/name`, prefixed with the host only if two names would be the
 * same.
 */
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
