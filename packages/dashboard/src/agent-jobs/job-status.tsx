import type { AgentJob } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

type Result = NonNullable<AgentJob['result']>;

/** A job's outcome, in words. */
export const resultLooks: Readonly<Record<Result, { label: string; tone: BadgeTone }>> = {
  changes: { label: 'Pull request', tone: 'good' },
  no_changes: { label: 'No changes', tone: 'neutral' },
  answer: { label: 'Answered', tone: 'good' },
  needs_input: { label: 'Needs your input', tone: 'warn' },
  needs_model: { label: 'Needs a model', tone: 'info' },
  blocked_by_policy: { label: 'Blocked by policy', tone: 'warn' },
  conflict: { label: 'Conflict', tone: 'warn' },
};

type PullRequestState = NonNullable<AgentJob['pullRequest']>['state'];

export const pullRequestLabels: Readonly<Record<PullRequestState, { label: string; tone: BadgeTone }>> = {
  open: { label: 'Open', tone: 'good' },
  merged: { label: 'Merged', tone: 'merged' },
  closed: { label: 'Closed', tone: 'bad' },
};

export type JobState = Pick<AgentJob, 'status' | 'result' | 'error' | 'pullRequest'> &
  Partial<Pick<AgentJob, 'dryRun' | 'draft'>>;

export function describeJobState(job: JobState): { label: string; tone: BadgeTone } {
  const { status, result, error, pullRequest, dryRun, draft } = job;
  switch (status) {
    case 'active':
      return { label: 'Running', tone: 'info' };
    case 'completed':
      // A follow-up that changed nothing doesn't change the pull request.
      if (pullRequest !== null && (result === 'changes' || result === 'no_changes'))
        return pullRequestLabels[pullRequest.state];
      if (dryRun === true && result === 'changes') return { label: 'Dry run', tone: 'info' };
      if (draft && result === 'changes') return { label: 'Suggestions', tone: 'good' };
      return result === null ? { label: 'Completed', tone: 'good' } : resultLooks[result];
    case 'failed':
      return error?.code === 'cancelled' ? { label: 'Canceled', tone: 'neutral' } : { label: 'Failed', tone: 'bad' };
    case 'archived':
      return { label: 'Archived', tone: 'neutral' };
  }
}

export function JobStatus({ job }: { readonly job: JobState }): ReactElement {
  const { label, tone } = describeJobState(job);
  return (
    <Badge tone={tone} dot={job.status === 'active' ? 'live' : 'still'}>
      {label}
    </Badge>
  );
}
