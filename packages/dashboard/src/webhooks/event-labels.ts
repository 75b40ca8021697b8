import type { EventType } from './queries.ts';

/** What has happened when an event is sent, in the order in which they are offered. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  'agent.job.completed': 'An agent job is completed',
  'agent.job.failed': 'An agent job has failed',
  'static-export.job.completed': 'An export is completed',
  'static-export.job.failed': 'An export has failed',
  'deployment.ready': 'A deployment is ready',
  'deployment.failed': 'A deployment has failed',
  'deployment.activated': 'A deployment has gone live, also by a promotion or a rollback',
  'budget.threshold_reached': 'A threshold of a budget is reached',
  'feedback.created': 'A reader or an agent has sent feedback',
};

export const eventTypes = Object.keys(eventLabels) as EventType[];
