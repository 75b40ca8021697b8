import { isReaderEvidence, type Evidence } from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost } from '../../../../platform/code-host/index.ts';
import { findCodeOwners } from './find-code-owners.ts';
import type { PreparedRepository } from './published.ts';

/** Maximum number of authors. With more reviewers, each would wait for the others. */
const maxAuthors = 5;

/**
 * Finds reviewers for a pull request that no person started: the authors of the pull requests that caused it or, if
 * none can review, the code owners of the changed files.
 */
export async function findReviewers(
  repository: Pick<PreparedRepository, 'host' | 'mirror' | 'baseCommit'>,
  changes: { readonly paths: readonly string[]; readonly evidence: readonly Evidence[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const authors = await findAuthors(repository.host, changes.evidence, signal);
  return authors.length > 0 ? authors : findCodeOwners(repository, changes.paths, signal);
}

/** Code hosts that identify people by the same name that a review request uses. */
const kindsWithNames: readonly CodeHost['kind'][] = ['github', 'gitea'];

async function findAuthors(
  host: CodeHost,
  evidence: readonly Evidence[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!kindsWithNames.includes(host.kind)) return [];
  const named = evidence.flatMap((one) => (isReaderEvidence(one) ? [] : (one.author ?? [])));
  const authors: string[] = [];
  // Newest first.
  for (const name of new Set(named.toReversed())) {
    if (authors.length === maxAuthors) break;
    if (await mayReview(host, name, signal)) authors.push(name);
  }
  return authors;
}

/**
 * Whether a person has write access. Others aren't requested as reviewers, even if everyone can read the repository.
 */
async function mayReview(host: CodeHost, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    const permission = await host.permissionOf({ id }, signal);
    return permission === 'write' || permission === 'admin';
  } catch (error) {
    // Reviewers are optional, so the pull request is opened without them.
    if (isCodeHostError(error) && !signal.aborted) return false;
    throw error;
  }
}
