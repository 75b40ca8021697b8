export { agentAuthor } from './commit-turn.ts';
export { defineAgentQueue, workOnAgentJobs } from './job.ts';
export { createReadDiff } from './read-diff.ts';
export { registerAgentJobRoutes, type AgentRouteDeps } from './routes.ts';
export type { OpenModel, RunAgentDeps } from './run-agent-job.ts';
export type { AgentJobDeps, AgentTicket } from './create-agent-job.ts';
export { findJobOfPullRequest, findJobOfRepository, noteEndedPullRequest } from './pull-request-of-job.ts';
export { sendMessage } from './send-message.ts';
export type { AgentJobRow, AgentJobTables } from './tables.ts';
