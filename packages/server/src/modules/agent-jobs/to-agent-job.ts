import type { AgentJob } from '@docwright/contract';
import { toPresentLink } from '../repositories/index.ts';
import type { AgentJobRow } from './tables.ts';

/** A row as clients see it. */
export function toAgentJob(row: AgentJobRow, repositoryUrl: (stored: string) => string): AgentJob {
  const isActive = row.status === 'active';
  const repository = repositoryUrl(row.repository);
  return {
    id: row.id,
    projectId: row.project_id,
    status: row.status,
    source: { repository, ref: row.branch },
    model: row.model,
    prompt: row.prompt,
    title: row.title,
    // A follow-up works on a pull request that is there; the contract says null while active all the same.
    prLink: isActive || row.pr_link === null ? null : toPresentLink(row.pr_link, row.repository, repository),
    pullRequest: toPullRequest(row, repository),
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    result: isActive ? null : row.result,
    summary: row.summary,
    error: row.error,
    usage: row.usage,
    files: row.files,
    duplicateOf: row.duplicate_of,
    turns: row.turns,
  };
}

function toPullRequest(row: AgentJobRow, repository: string): AgentJob['pullRequest'] {
  const { pr_number: number, pr_link: link, pr_state: state } = row;
  if (number === null || link === null || state === null) return null;
  const url = toPresentLink(link, row.repository, repository);
  return { number, url, state, endedAt: row.pr_ended_at?.toISOString() ?? null };
}
