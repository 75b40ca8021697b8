import type { CreateRepositoryCommitBody, RepositoryCommit } from '@docwright/contract';
import { isGitError } from '../../../platform/git/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import { isLocalCodeHostError, type LocalCodeHost, type LocalRepository } from '../local-code-host/index.ts';
import { branchChanged } from './errors.ts';
import { requireBranch } from './require-branch.ts';

/** @throws ApiError branch_changed, invalid_request, repository_damaged */
export async function commitToRepository(
  localCodeHost: LocalCodeHost,
  repository: LocalRepository,
  { author, body }: { readonly author: Author; readonly body: CreateRepositoryCommitBody },
): Promise<RepositoryCommit> {
  const { branch = repository.defaultBranch, message, expectedHead } = body;
  requireBranch(branch);
  const changes = body.files.map(toChange);
  try {
    const commit = { author, branch, message, changes, expectedHead };
    return { branch, ...(await localCodeHost.commitFiles(repository, commit)) };
  } catch (error) {
    if (isLocalCodeHostError(error, 'head-moved') || isLocalCodeHostError(error, 'branch-moved'))
      throw branchChanged(error.message);
    if (isLocalCodeHostError(error, 'nothing-to-commit') || isGitError(error, 'invalid-path'))
      throw invalidFiles(error.message);
    if (isGitError(error, 'repository-damaged'))
      throw new ApiError('repository_damaged', error.message, { cause: error });
    throw error;
  }
}

function toChange(
  { path, content, encoding }: CreateRepositoryCommitBody['files'][number],
  index: number,
): { readonly path: string; readonly content: Uint8Array | null } {
  if (content === null || encoding !== 'base64')
    return { path, content: content === null ? null : Buffer.from(content) };
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(content))
    throw invalidFiles(`The content of "${path.slice(0, 200)}" is not Base64.`, `/files/${index}/content`);
  return { path, content: Buffer.from(content, 'base64') };
}

const invalidFiles = (message: string, path = '/files'): ApiError =>
  new ApiError('invalid_request', message, { details: [{ path, message: "can't be committed" }] });
