/**
 * Named points of the two flows at which a test kills the process. Each is right after the step it is named after: the step is done, and nothing else knows of it yet.
 */
export const faultPointNames = [
  'agent.claimed',
  'agent.base-fixed',
  'agent.journaled',
  'agent.tree-ready',
  /** The branch is on the code host, and our database does not know. */
  'agent.push-answered',
  'agent.pushed',
  /** The pull request is on the code host, and our database does not know. */
  'agent.pull-request-answered',
  'agent.pr-known',
  'agent.completing',
  'deployment.claimed',
  'deployment.commit-fixed',
  /** As of an export. */
  'deployment.rendering',
  'deployment.built',
  'deployment.activating',
  /** Readers have it, and its message is still in the queue. */
  'deployment.ended',
  'export.claimed',
  'export.commit-fixed',
  /** The builder has reported further pages: passed about once for each page. */
  'export.rendering',
  'export.stored',
  'export.completing',
  'webhook.claimed',
  /** The receiver has it, and our database does not know. */
  'webhook.answered',
  'webhook.recorded',
  /** The mail server has it, and our database does not know. */
  'mail.answered',
  'mail.recorded',
] as const;
export type FaultPointName = (typeof faultPointNames)[number];

/** Does nothing unless the point is armed, which only fault tests do. */
export type FaultPoint = (name: FaultPointName) => void;
