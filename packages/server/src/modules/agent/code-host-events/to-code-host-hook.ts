import type { CodeHostEvent, CodeHostHook } from '@docwright/contract';
import type { HostComment, HostEvent } from './host-event.ts';
import type { EventRow, HookRow } from './tables.ts';

/** Converts a row to the format for clients. */
export const toCodeHostHook = (row: HookRow, baseUrl: string): CodeHostHook => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind,
  url: `${baseUrl}/v1/code-hosts/${row.kind}/webhook/${row.id}`,
  followUps: row.follow_ups,
  mention: row.mention,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  installed: row.host_hook_id !== null,
  installProblem: row.install_problem,
  lastEventAt: row.last_event_at?.toISOString() ?? null,
});

const isOnIssue = (event: HostEvent): event is HostComment => event.kind === 'comment' && event.isOnIssue === true;

export const toCodeHostEvent = ({ data, ...row }: EventRow): CodeHostEvent => ({
  id: row.id,
  type: data.kind,
  pullRequest: data.kind === 'branch-moved' || isOnIssue(data) ? null : data.pullRequest,
  issue: isOnIssue(data) ? data.pullRequest : null,
  branches: data.kind === 'branch-moved' ? [...data.branches] : [],
  author: data.kind === 'comment' ? data.author.name : data.by,
  outcome: row.outcome,
  reason: row.reason,
  agentJobId: row.agent_job_id,
  receivedAt: row.received_at.toISOString(),
  handledAt: row.handled_at?.toISOString() ?? null,
});
