import type { RepositoryFacts } from '../../../platform/code-host/index.ts';
import type { JobFailure } from './to-job-failure.ts';

export interface RepositoryToJudge {
  readonly facts: RepositoryFacts;
  /** The requested `owner/name`. */
  readonly path: string;
}

/**
 * Returns the reason why no pull request can be created in an existing repository. If there are several reasons,
 * returns the one that the owner must fix first.
 */
export function findRepositoryFault({ facts, path }: RepositoryToJudge): JobFailure | undefined {
  const { fullName, permission } = facts;
  // Code hosts ignore case in names.
  if (fullName.toLowerCase() !== path.toLowerCase()) {
    return {
      code: 'repository_moved',
      message: `The repository ${path} is now ${fullName}.`,
      remedy: `Set the project's repository to ${facts.webUrl}.`,
      retryable: false,
    };
  }
  if (facts.archived) {
    return deny(
      `The repository ${path} is archived, so nothing can be pushed to it.`,
      'Unarchive the repository, or use another one.',
    );
  }
  if (permission !== 'write' && permission !== 'admin') {
    const may = permission === 'none' ? 'may not read' : 'may only read';
    return deny(
      `The installation's credentials ${may} the repository ${path}.`,
      'Give them write access to contents and pull requests of the repository.',
    );
  }
  if (!facts.takesPullRequests) {
    return deny(
      `Pull requests are turned off in the repository ${path}.`,
      "Turn them on in the repository's settings.",
    );
  }
  return undefined;
}

const deny = (message: string, remedy: string): JobFailure => ({
  code: 'permission_denied',
  message,
  remedy,
  retryable: false,
});
