/** Pull requests of a code host that a test makes up, of a repository that is real. */
import { CodeHostError, type CodeHost, type PullRequest } from '../../../platform/code-host/index.ts';

export interface FakePulls {
  readonly host: CodeHost;
  /** What the host knows, by number. */
  readonly pulls: Map<number, PullRequest>;
  open(number: number, change: Pick<PullRequest, 'headBranch' | 'headSha'> & Partial<PullRequest>): void;
  end(number: number, state: 'closed' | 'merged'): void;
}

export function createFakePulls(): FakePulls {
  const pulls = new Map<number, PullRequest>();
  const host: Partial<CodeHost> = {
    kind: 'github',
    getPullRequest: async (number) => {
      const pull = pulls.get(number);
      if (pull === undefined) throw new CodeHostError('pull-request-not-found', 'There is none.');
      return pull;
    },
    listOpenPullRequests: async () => ({
      items: [...pulls.values()].filter(({ state }) => state === 'open'),
      isWhole: true,
    }),
  };
  return {
    host: host as CodeHost,
    pulls,
    open: (number, change) => {
      const url = `https://github.com/acme/docs/pull/${String(number)}`;
      const rest = { draft: false, title: 'T', body: '', baseBranch: 'main', fromFork: false };
      pulls.set(number, { number, url, state: 'open', ...rest, ...change });
    },
    end: (number, state) => {
      const pull = pulls.get(number);
      if (pull !== undefined) pulls.set(number, { ...pull, state });
    },
  };
}
