export { startAskingCodeHosts } from './ask-code-hosts.ts';
export { followForkApproval } from './follow-fork-approval.ts';
export { definePullRequestQueue, defineReportQueue, workOnPullRequests, workOnReports } from './job.ts';
export { registerPullRequestRoutes } from './routes.ts';
export type { PullRequestHint } from './sync-pull-request.ts';
export type { PullRequestTables } from './tables.ts';
