import type { JobErrorCode } from '@docwright/contract';
import type { CodeHostError, CodeHostErrorCode } from '../../../platform/code-host/index.ts';
import { isGitError, type GitError, type GitErrorCode } from '../../../platform/git/index.ts';

/** A failure of git or a code host, in the format of a job's error. */
export interface JobFailure {
  readonly code: JobErrorCode;
  readonly message: string;
  readonly remedy: string;
  /** Whether the same job may succeed later even if nobody changes anything. */
  readonly retryable: boolean;
}

const gitCodes: Readonly<Record<GitErrorCode, JobErrorCode>> = {
  'repository-not-found': 'repository_not_found',
  'permission-denied': 'permission_denied',
  'branch-not-found': 'branch_not_found',
  'commit-not-found': 'repository_not_found',
  'empty-repository': 'repository_empty',
  'too-large': 'limit_exceeded',
  timeout: 'repository_unreachable',
  cancelled: 'cancelled',
  unreachable: 'repository_unreachable',
  'corrupt-repository': 'repository_unreachable',
  'invalid-ref-name': 'branch_not_found',
  'invalid-path': 'internal',
  'invalid-remote': 'repository_not_found',
  'protected-branch': 'permission_denied',
  'overlay-mismatch': 'internal',
  'git-missing': 'internal',
  'git-failed': 'internal',
  'disk-full': 'internal',
  'folder-not-found': 'no_docs_config',
  'repository-moved': 'repository_moved',
  'repository-damaged': 'repository_damaged',
};

const hostCodes: Readonly<Record<CodeHostErrorCode, JobErrorCode>> = {
  unauthorized: 'permission_denied',
  forbidden: 'permission_denied',
  'repository-not-found': 'repository_not_found',
  'pull-request-not-found': 'pull_request_closed',
  'branch-not-found': 'branch_not_found',
  'pull-request-exists': 'internal',
  'nothing-to-compare': 'internal',
  // Can't occur, because no job merges.
  'pull-request-not-open': 'pull_request_closed',
  'head-moved': 'internal',
  'merge-conflict': 'internal',
  'checks-required': 'internal',
  'merge-blocked': 'internal',
  'invalid-request': 'internal',
  'rate-limited': 'repository_unreachable',
  unavailable: 'repository_unreachable',
  'outcome-unknown': 'repository_unreachable',
  cancelled: 'cancelled',
  'unexpected-answer': 'repository_unreachable',
  'invalid-repository-name': 'repository_not_found',
};

/** Remedies that are more specific than those for the job's code. */
const hostRemedies: Readonly<Partial<Record<CodeHostErrorCode, string>>> = {
  unauthorized: "Ask the installation's operator to set a new credential for this code host.",
};

const remedies: Readonly<Partial<Record<JobErrorCode, string>>> = {
  repository_not_found:
    'Check the project\'s repository address. If it is correct, ask the operator to check that the installation\'s credentials can access it (a GitHub App must be installed on it), and to connect it with "docwright org repositories allow".',
  repository_damaged:
    'Ask the operator to restore the repository from a backup; "docwright audit" names it. Or push a complete clone to a new repository and set it for the project.',
  repository_moved: "Set the project's repository to its new address.",
  repository_unreachable: 'Check that the code host responds, then start the job again.',
  repository_empty: 'Push a first commit with docs.json to the repository.',
  permission_denied: "Give the installation's credentials write access to the repository's contents and pull requests.",
  branch_not_found: "Check the project's branch, or specify another one with `branch`.",
  no_docs_config: "Set the project's docsFolder to the folder with docs.json.",
  limit_exceeded: 'Make the site or its files smaller. If the message names a setting, an operator can increase it.',
};

export function toJobFailure(error: GitError | CodeHostError): JobFailure {
  const code = isGitError(error) ? gitCodes[error.code] : hostCodes[error.code];
  const hostRemedy = isGitError(error) ? undefined : hostRemedies[error.code];
  const retryable = error.retryable || error.code === 'outcome-unknown' || code === 'internal';
  return {
    code,
    message: error.message,
    remedy: hostRemedy ?? remedies[code] ?? "Start the job again; if it fails again, check the service's log.",
    retryable,
  };
}
