/** A code host's simulated pull requests, for a real repository. */
import {
  CodeHostError,
  type CodeHost,
  type CommitStatus,
  type PullRequest,
} from '../../../../platform/code-host/index.ts';

export interface FakePulls {
  readonly host: CodeHost;
  /** The host's pull requests, by number. */
  readonly pulls: Map<number, PullRequest>;
  /** Comments by ID. */
  readonly comments: Map<string, string>;
  readonly statuses: CommitStatus[];
  /** Fails after a comment was created, as if the response were lost. */
  losesAnswers: boolean;
  /** Simulates that the credential lacks a permission. */
  refusal: CodeHostError | undefined;
  open(number: number, change: Pick<PullRequest, 'headBranch' | 'headSha'> & Partial<PullRequest>): void;
  end(number: number, state: 'closed' | 'merged'): void;
}

export function createFakePulls(): FakePulls {
  const pulls = new Map<number, PullRequest>();
  const comments = new Map<string, string>();
  const statuses: CommitStatus[] = [];
  const host: Partial<CodeHost> = {
    kind: 'github',
    pullRequestRef: (number) => `refs/pull/${number}/head`,
    getPullRequest: async (number) => {
      const pull = pulls.get(number);
      if (pull === undefined) throw new CodeHostError('pull-request-not-found', 'The pull request does not exist.');
      return pull;
    },
    listOpenPullRequests: async () => ({
      items: [...pulls.values()].filter(({ state }) => state === 'open'),
      isWhole: true,
    }),
    setStatus: async (status) => {
      if (fake.refusal !== undefined) throw fake.refusal;
      statuses.push(status);
    },
    comment: async (_number, body) => {
      if (fake.refusal !== undefined) throw fake.refusal;
      const id = String(comments.size + 1);
      comments.set(id, body);
      if (fake.losesAnswers) throw new CodeHostError('outcome-unknown', 'no answer');
      return { id, url: `https://github.com/acme/docs/pull/7#${id}` };
    },
    findCommentWith: async (_number, text) => [...comments].find(([, body]) => body.includes(text))?.[0],
    updateComment: async ({ id }, body) => {
      if (!comments.has(id)) throw new CodeHostError('pull-request-not-found', 'It is gone.');
      comments.set(id, body);
    },
  };
  const fake: FakePulls = {
    host: host as CodeHost,
    pulls,
    comments,
    statuses,
    losesAnswers: false,
    refusal: undefined,
    open: (number, change) => {
      const url = `https://github.com/acme/docs/pull/${number}`;
      const rest = { draft: false, title: 'T', author: 'eve', body: '', baseBranch: 'main', fromFork: false };
      pulls.set(number, { number, url, state: 'open', ...rest, ...change });
    },
    end: (number, state) => {
      const pull = pulls.get(number);
      if (pull !== undefined) pulls.set(number, { ...pull, state });
    },
  };
  return fake;
}
