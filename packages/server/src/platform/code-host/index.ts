export { allowsPush, findMergeRefusal, judgeChecks, knownProtection, type CheckResult } from './branch-protection.ts';
export type {
  BranchProtection,
  CheckedHead,
  CodeHost,
  CodeHostKind,
  CommentedNumber,
  CommentName,
  CommitCheck,
  CommitStatus,
  FoundComment,
  GitAccess,
  HostPerson,
  MergeRequest,
  MergeResult,
  NewPullRequest,
  OpenPullRequests,
  PeopleResult,
  PullRequest,
  PullRequestChange,
  PullRequestPeople,
  PullRequestQuery,
  PullRequestState,
  RepositoryFacts,
  RepositoryPermission,
  RequiredChecks,
} from './code-host.ts';
export { isHead } from './code-host.ts';
export { CodeHostError, isCodeHostError, type CodeHostErrorCode } from './errors.ts';
export { asList, asObject, numberOf, optionalObject, optionalText, textOf, type Json } from './read-json.ts';
export { createGitHub, type GitHub, type GitHubOptions } from './github/create-github.ts';
export { mergeOnce } from './merge-once.ts';
export type { GitHubCredential } from './github/credential.ts';
export type { GitHubRepository } from './github/repository.ts';
export { createGitLab, type GitLab, type GitLabOptions } from './gitlab/create-gitlab.ts';
export {
  createBitbucket,
  type Bitbucket,
  type BitbucketOptions,
  type BitbucketRepository,
} from './bitbucket/create-bitbucket.ts';
export { createGitea, type Gitea, type GiteaOptions, type GiteaRepository } from './gitea/create-gitea.ts';
export {
  type CodeHostAccount,
  type CredentialFindings,
  type ListedRepository,
  type PermissionFinding,
} from './accounts/account.ts';
export { createBitbucketAccount } from './accounts/bitbucket.ts';
export { createGiteaAccount } from './accounts/gitea.ts';
export { createGitHubAccount, gitHubAppPermissions } from './accounts/github.ts';
export { convertAppManifest, type ConvertedApp } from './accounts/github-manifest.ts';
export { createGitLabAccount } from './accounts/gitlab.ts';
