import type { PullRequestRow } from './tables.ts';

/** Whether the pull request is from a fork and its head isn't approved. */
export const waitsForApproval = ({
  from_fork: isFork,
  approved_commit: approved,
  head_commit: head,
}: Pick<PullRequestRow, 'from_fork' | 'approved_commit' | 'head_commit'>): boolean => isFork && approved !== head;
