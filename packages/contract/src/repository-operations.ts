import { Type } from 'typebox';
import { json, operation, page } from './define-operation.ts';
import { Id } from './ids.ts';
import { CheckRepositoryBody, RepositoryCheck } from './repository-check.ts';
import {
  CreateRepositoryBody,
  CreateRepositoryCommitBody,
  maxCommitBodyBytes,
  Repository,
  RepositoryCommit,
  RepositoryList,
} from './repository.ts';

const name = Type.Object({ name: Id('Name of the repository.') });

export const repositoryOperations = {
  checkRepository: operation({
    method: 'POST',
    path: '/v1/repositories/check',
    tag: 'Repositories',
    summary: 'Check a repository before creating a project',
    description:
      'Checks the address, access, permissions, branch and docs folder, and reports what is found and what is missing. Nothing is changed.',
    scope: 'projects:write',
    body: CheckRepositoryBody,
    success: json(200, 'The results.', RepositoryCheck),
  }),
  createRepository: operation({
    method: 'POST',
    path: '/v1/repositories',
    tag: 'Repositories',
    summary: 'Create a repository on the embedded code host',
    description:
      'The repository is empty, or contains a starter site. Push to its `cloneUrl` with any user name and an API key as the password.',
    scope: 'repositories:write',
    body: CreateRepositoryBody,
    idempotent: true,
    success: json(201, 'The repository.', Repository),
    errors: ['storage_quota_exceeded', 'repository_taken'],
  }),
  listRepositories: operation({
    method: 'GET',
    path: '/v1/repositories',
    tag: 'Repositories',
    summary: 'List the repositories of the embedded code host',
    description: 'Sorted by name.',
    scope: 'repositories:read',
    query: Type.Object(page),
    success: json(200, 'The repositories.', RepositoryList),
  }),
  getRepository: operation({
    method: 'GET',
    path: '/v1/repositories/{name}',
    tag: 'Repositories',
    summary: 'Get a repository of the embedded code host',
    description: 'Returns its addresses.',
    scope: 'repositories:read',
    params: name,
    success: json(200, 'The repository.', Repository),
    errors: ['not_found'],
  }),
  createRepositoryCommit: operation({
    method: 'POST',
    path: '/v1/repositories/{name}/commits',
    tag: 'Repositories',
    summary: 'Commit files to a repository of the embedded code host',
    description:
      'For callers that have files but no git. The body can be at most 16 MiB, so a large folder needs several commits. Repeating a request has no effect and creates no commit.',
    scope: 'repositories:write',
    params: name,
    body: CreateRepositoryCommitBody,
    maxBodyBytes: maxCommitBodyBytes,
    success: json(201, 'The branch after the commit.', RepositoryCommit),
    errors: ['storage_quota_exceeded', 'not_found', 'branch_changed', 'repository_damaged'],
  }),
  revokeRepositoryLinks: operation({
    method: 'POST',
    path: '/v1/repositories/{name}/revoke-links',
    tag: 'Repositories',
    summary: 'Revoke all links to a repository of the embedded code host',
    description:
      'Links to its page and its pull requests stop working immediately, for everyone; `webUrl` in the response is a new link. Clones and pushes use API keys and are not affected.',
    scope: 'repositories:write',
    params: name,
    success: json(200, 'The repository, with a new link.', Repository),
    errors: ['not_found'],
  }),
  deleteRepository: operation({
    method: 'DELETE',
    path: '/v1/repositories/{name}',
    tag: 'Repositories',
    summary: 'Delete a repository of the embedded code host',
    description: 'Also deletes its pull requests. First, delete or move any project that uses the repository.',
    scope: 'repositories:write',
    params: name,
    success: { status: 204, description: 'The repository is deleted.', content: {} },
    errors: ['not_found', 'repository_in_use'],
  }),
} as const;
