import type { ContextRepository } from '@docwright/contract';
import { ApiError, type Principal } from '../../../platform/http/index.ts';
import {
  parseRepositoryAddress,
  requireBranch,
  rulesOf,
  toRepositoryUrl,
  toStoredAddress,
  type AddressRules,
} from '../../sources/repositories/index.ts';
import { resolveRepository, type ResolveDeps } from '../projects/index.ts';
import { findGlobFault } from './find-path-fault.ts';

/**
 * Returns the stored form of a list of context repositories. Must be called before a transaction starts, like
 * `resolveRepository`.
 * @param field name of the list in the body
 * @throws {ApiError} invalid_request, invalid_repository: a repository that the organization can't use
 */
export async function resolveContextRepositories(
  deps: ResolveDeps,
  principal: Pick<Principal, 'organizationId' | 'projectIds'>,
  given: readonly ContextRepository[],
  field = 'contextRepositories',
): Promise<ContextRepository[]> {
  const resolved: ContextRepository[] = [];
  for (const [index, { repository: text, branch, paths }] of given.entries()) {
    const place = `/${field}/${index}`;
    const repository = await resolve(deps, principal, { text, place });
    if (resolved.some((other) => other.repository === repository)) {
      const details = [{ path: `${place}/repository`, message: 'must be listed once' }];
      throw new ApiError('invalid_request', `The repository "${text}" is listed twice in ${field}.`, { details });
    }
    for (const [number, path] of (paths ?? []).entries()) requirePath(path, `${place}/paths/${number}`);
    resolved.push({
      repository,
      ...(branch !== undefined && { branch: requireBranch(branch, `${place}/branch`) }),
      ...(paths !== undefined && paths.length > 0 && { paths: [...paths] }),
    });
  }
  return resolved;
}

/**
 * Resolves a repository's address. A bound key can't add repositories, so that errors don't reveal to its holder which
 * repositories exist.
 */
async function resolve(
  deps: ResolveDeps,
  { organizationId, projectIds }: Pick<Principal, 'organizationId' | 'projectIds'>,
  { text, place }: { readonly text: string; readonly place: string },
): Promise<string> {
  try {
    return projectIds === null
      ? await resolveRepository(deps, organizationId, text)
      : toStoredAddress(parseRepositoryAddress(text, await rulesOf(deps.rules, organizationId)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details?.map(({ message }) => ({ path: `${place}/repository`, message }));
    throw new ApiError(error.code, error.message, { ...(details !== undefined && { details }), cause: error });
  }
}

function requirePath(path: string, place: string): void {
  const fault = findGlobFault(path);
  if (fault === undefined) return;
  const details = [{ path: place, message: fault }];
  throw new ApiError('invalid_request', `The path ${JSON.stringify(path)} of a context repository ${fault}.`, {
    details,
  });
}

/** Whether everything that the agent can read through `one` can also be read through `known`. */
export function covers(known: ContextRepository, one: ContextRepository): boolean {
  const hasPaths = known.paths === undefined || (one.paths?.every((path) => known.paths?.includes(path)) ?? false);
  return known.repository === one.repository && known.branch === one.branch && hasPaths;
}

/** Returns the context repositories in the form that clients receive. */
export function toContextRepositories(stored: readonly ContextRepository[], rules: AddressRules): ContextRepository[] {
  return stored.map(({ repository, ...rest }) => ({ repository: toRepositoryUrl(repository, rules), ...rest }));
}
