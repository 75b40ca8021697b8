import type { PullRequestRow } from './tables.ts';

/** Of a fork, with a head that nobody has let be built. */
export const waitsForApproval = ({
  from_fork: isFork,
  approved_commit: approved,
  head_commit: head,
}: Pick<PullRequestRow, 'from_fork' | 'approved_commit' | 'head_commit'>): boolean => isFork && approved !== head;
