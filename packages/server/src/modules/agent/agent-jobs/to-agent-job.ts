import type { AgentJob } from '@docwright/contract';
import { readOptions } from '@docwright/doc-agent';
import { toPresentLink } from '../../sources/repositories/index.ts';
import { readBranch, readLink } from './publish/branch-state.ts';
import type { AgentJobRow } from './tables.ts';

/** Returns the public form of a row. */
export function toAgentJob(row: AgentJobRow, repositoryUrl: (stored: string) => string): AgentJob {
  const isActive = row.status === 'active';
  const repository = repositoryUrl(row.repository);
  const link = readLink(row);
  return {
    id: row.id,
    projectId: row.project_id,
    status: row.status,
    source: { repository, ref: row.branch },
    model: row.model,
    prompt: row.prompt,
    title: row.title,
    // A follow-up works on an existing pull request, but the contract requires null while the job is active.
    prLink: isActive || link === null ? null : toPresentLink(link, row.repository, repository),
    pullRequest: toOwnPullRequest(row, repository),
    merge: toMerge(row),
    startedBy: readStarter(row),
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    result: isActive ? null : row.result,
    summary: row.summary,
    answer: toAnswer(row, repositoryUrl),
    options: readOffered(row),
    error: row.error,
    usage: { cachedInputTokens: 0, cacheWriteTokens: 0, ...row.usage },
    files: row.files,
    context: row.context.map((read) => ({ ...read, repository: repositoryUrl(read.repository) })),
    duplicateOf: row.duplicate_of,
    dryRun: row.dry_run,
    draft: readDraft(row),
    turns: row.turns,
  };
}

function toMerge(row: AgentJobRow): AgentJob['merge'] {
  if (row.pr_state !== 'merged') return null;
  return {
    unchanged: row.merged_unchanged,
    linesChangedBefore: row.merged_lines_before,
    lines: row.merged_lines,
    linesChangedAfter: row.merged_lines_after,
    measuredAt: row.merged_measured_at?.toISOString() ?? null,
  };
}

function readDraft({ ask, ask_outcome: outcome, base_branch: branch }: AgentJobRow): AgentJob['draft'] {
  if (ask === null) return null;
  const { suggestions, leftOut } = outcome ?? { suggestions: [], leftOut: [] };
  return { branch, file: ask.file, hasQuote: ask.quote !== null, suggestions, leftOut };
}

function toAnswer(row: AgentJobRow, repositoryUrl: (stored: string) => string): AgentJob['answer'] {
  const { status, result, summary, answer_citations: citations } = row;
  if (status === 'active' || result !== 'answer' || summary === null) return null;
  const present = (citations ?? []).map((cited) => ({ ...cited, repository: repositoryUrl(cited.repository) }));
  return { text: summary, citations: present };
}

/**
 * Reads the options that a job offers. Only a job that ended without changes has any, because a pull request's summary
 * contains none.
 */
function readOffered({ status, result, summary }: AgentJobRow): string[] {
  const asks = status !== 'active' && (result === 'needs_input' || result === 'needs_model');
  return asks ? readOptions(summary ?? '') : [];
}

function readStarter({ started_by_kind: kind, started_by_name: name }: AgentJobRow): AgentJob['startedBy'] {
  return name === null ? null : { kind, name };
}

export function toOwnPullRequest(row: AgentJobRow, repository: string): AgentJob['pullRequest'] {
  const branch = readBranch(row);
  if (branch.kind !== 'shown' || row.pr_state === null) return null;
  const url = toPresentLink(branch.link, row.repository, repository);
  const { number, head: headCommit } = branch;
  return { number, url, state: row.pr_state, headCommit, endedAt: row.pr_ended_at?.toISOString() ?? null };
}
