import type { EventType } from './queries.ts';

/** The kinds of events, in display order. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  'agent.job.completed': 'An agent job completed',
  'agent.job.failed': 'An agent job failed',
  'static-export.job.completed': 'An export completed',
  'static-export.job.failed': 'An export failed',
  'deployment.ready': 'A deployment is ready',
  'deployment.failed': 'A deployment failed',
  'deployment.activated': 'A deployment went live, including by promotion or rollback',
  'budget.threshold_reached': 'Budget threshold reached',
  'site.access_changed': 'Readers’ access to a site changed',
  'automation.run.review_needed': 'An automation opened or extended a pull request',
  'automation.run.waiting': 'An automation’s pull request has waited three days for a review',
  'automation.run.accepted': 'An automation’s pull request was merged',
  'automation.run.failed': 'An automation run failed',
  'feedback.created': 'A reader or an agent sent feedback',
};

export const eventTypes = Object.keys(eventLabels) as EventType[];
