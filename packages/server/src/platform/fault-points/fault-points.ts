/**
 * Named points at which a test kills the process. Each is right after the step in its name, which is done but not
 * recorded elsewhere yet.
 */
export const faultPointNames = [
  'agent.claimed',
  'agent.base-fixed',
  /** The mirrors have the code, but the commits that the job reads aren't recorded yet. */
  'agent.context-fetched',
  'agent.journaled',
  'agent.tree-ready',
  /** The branch is on the code host, but this isn't recorded in the database yet. */
  'agent.push-answered',
  'agent.pushed',
  /** The pull request is on the code host, but this isn't recorded in the database yet. */
  'agent.pull-request-answered',
  'agent.pr-known',
  'agent.completing',
  /** The run is queued, without a job. */
  'automation.run-created',
  'automation.job-created',
  /** The next attempt to merge is queued, and this attempt's message is still in the queue. */
  'automation.merge-waits',
  /** The pull request is merged on the code host, but this isn't recorded in the database yet. */
  'automation.merge-answered',
  /** The job has recorded the merge, but the automation run hasn't. */
  'automation.merged',
  'automation.merge-recorded',
  'deployment.claimed',
  'deployment.commit-fixed',
  /** Like `export.rendering`. */
  'deployment.rendering',
  'deployment.built',
  'deployment.activating',
  /** Readers see the deployment, but its message is still in the queue. */
  'deployment.ended',
  'export.claimed',
  'export.commit-fixed',
  /** The builder has reported more pages; reached about once for each page. */
  'export.rendering',
  'export.stored',
  'export.completing',
  'webhook.claimed',
  /** The receiver has the event, but this isn't recorded in the database yet. */
  'webhook.answered',
  'webhook.recorded',
  /** The mail server has the email, but this isn't recorded in the database yet. */
  'mail.answered',
  'mail.recorded',
] as const;
export type FaultPointName = (typeof faultPointNames)[number];

/** Does nothing unless the point is armed, which only fault tests do. */
export type FaultPoint = (name: FaultPointName) => void;
