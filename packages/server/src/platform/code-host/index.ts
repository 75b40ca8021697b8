export type {
  CodeHost,
  CodeHostKind,
  GitAccess,
  NewPullRequest,
  PeopleResult,
  PullRequest,
  PullRequestChange,
  PullRequestPeople,
  PullRequestQuery,
  PullRequestState,
  RepositoryFacts,
  RepositoryPermission,
} from './code-host.ts';
export { CodeHostError, isCodeHostError, type CodeHostErrorCode } from './errors.ts';
export { createGitHub, type GitHub, type GitHubOptions } from './github/create-github.ts';
export type { GitHubCredential } from './github/credential.ts';
export type { GitHubRepository } from './github/repository.ts';
