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
