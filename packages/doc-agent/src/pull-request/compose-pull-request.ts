import type { TurnOutcome } from '../turn.ts';

export interface PullRequestFacts {
  readonly jobId: string;
  /** Link to the job on the dashboard, when there is one. */
  readonly jobUrl?: string;
  readonly prompt: string;
  readonly outcome: TurnOutcome;
}
export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}
export interface CommitText {
  /** First line, at most 72 characters. */
  readonly subject: string;
  readonly body: string;
}

/** The mark by which a job's pull request is found again on the code host. */
export function jobMarker(jobId: string): string {
  return `<!-- docwright:job=${jobId} -->`;
}

export function composePullRequest(facts: PullRequestFacts): PullRequestText {
  return { title: facts.outcome.title, body: `${facts.outcome.summary}\n\n${jobMarker(facts.jobId)}\n` };
}

export function composeCommit(facts: PullRequestFacts): CommitText {
  return { subject: facts.outcome.title, body: facts.outcome.summary };
}
