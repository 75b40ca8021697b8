import { resultLooks } from '../agent-jobs/job-status.tsx';
import type { BadgeTone } from '../ui/badge.tsx';
import type { Overview } from './queries.ts';

type Outcome = NonNullable<Overview['agentJobs']>['outcomes'][number]['outcome'];

/** The outcomes of jobs, with the same labels as in the list of jobs. */
export const outcomeLooks: Readonly<Record<Outcome, { label: string; tone: BadgeTone }>> = {
  ...resultLooks,
  active: { label: 'Running', tone: 'info' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
};
