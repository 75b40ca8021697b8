import type { AgentJob, CreateSuggestionJobBody, Suggestion, UpdateSuggestionBody } from '@docwright/contract';
import type { Evidence } from '@docwright/doc-agent';
import { ApiError, type Principal } from '../../../platform/http/index.ts';
import { createJobWithEvidence, requireProject, type AgentJobDeps } from '../../agent/agent-jobs/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { RateLimitHeaders } from '../../foundation/rate-limits/index.ts';
import {
  findSuggestions,
  openSite,
  statusOf,
  statusOfJob,
  toSuggestion,
  withChanges,
  type Found,
  type ListDeps,
} from './list-suggestions.ts';
import { holdSuggestion } from './find-actions.ts';
import { updateSuggestion } from './store.ts';

export interface ChangeDeps extends ListDeps, Omit<AgentJobDeps, 'database'> {}

interface Named {
  readonly principal: Principal;
  readonly projectId: string;
  readonly suggestionId: string;
}

/** @throws {ApiError} not_found, suggestion_in_progress */
export async function changeSuggestion(
  deps: ChangeDeps,
  named: Named & { readonly body: UpdateSuggestionBody },
): Promise<Suggestion> {
  const { principal, projectId, body } = named;
  await requireProject(deps, principal, projectId);
  const found = await requireSuggestion(deps, named);
  const dismissed = body.status === 'dismissed';
  await deps.database.kysely.transaction().execute(async (tx) => {
    const job = await holdSuggestion(tx, { projectId, ...found.candidate });
    if (dismissed) requireIdle(named, job);
    await updateSuggestion(tx, { projectId, id: named.suggestionId }, { dismissed });
    const target = { kind: 'suggestion', id: named.suggestionId, name: found.candidate.kind };
    await recordAuditEvent(tx, principal, {
      action: 'suggestion.updated',
      target,
      details: { projectId, status: body.status },
    });
  });
  const action = {
    since: null,
    job: null,
    actedAt: new Date(deps.clock.now()),
    ...found.action,
    ...found.candidate,
    dismissed,
  };
  const changed = { ...found, action, status: statusOf(action) };
  const suggestion = await toSuggestion(deps, changed, await openSite(deps, projectId));
  const [shown = suggestion] = await withChanges(deps, projectId, [suggestion]);
  return shown;
}

/**
 * Creates a job. If two callers are concurrent, only one of them creates it.
 * @throws {ApiError} not_found, rate_limited, suggestion_in_progress
 */
export async function createSuggestionJob(
  deps: ChangeDeps,
  named: Named & { readonly body: CreateSuggestionJobBody },
): Promise<{ readonly job: AgentJob; readonly headers: RateLimitHeaders }> {
  const { principal, projectId, suggestionId, body } = named;
  const project = await requireProject(deps, principal, projectId);
  const found = await requireSuggestion(deps, named);
  const { prompt, evidence } = await toSuggestion(deps, found, await openSite(deps, projectId));
  return deps.database.kysely.transaction().execute(async (tx) => {
    requireIdle(named, await holdSuggestion(tx, { projectId, ...found.candidate }));
    const made = await createJobWithEvidence(deps, tx, {
      author: principal,
      project,
      body: { prompt: body.prompt ?? prompt, ...(body.asDraft !== undefined && { asDraft: body.asDraft }) },
      evidence: evidence.flatMap(({ kind, text, visitors }): Evidence[] =>
        text === null ? [] : [{ kind, text, visitors }],
      ),
    });
    await updateSuggestion(tx, { projectId, id: suggestionId }, { dismissed: false, job_id: made.job.id });
    const target = { kind: 'suggestion', id: suggestionId, name: found.candidate.kind };
    await recordAuditEvent(tx, principal, {
      action: 'suggestion.job_created',
      target,
      details: { projectId, jobId: made.job.id },
    });
    return made;
  });
}

async function requireSuggestion(deps: ChangeDeps, { projectId, suggestionId }: Named): Promise<Found> {
  const { found } = await findSuggestions(deps, projectId);
  const suggestion = found.find(({ candidate }) => candidate.id === suggestionId);
  if (suggestion === undefined) throw suggestionNotFound(suggestionId);
  return suggestion;
}

export const suggestionNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The project has no suggestion "${id}".`);

function requireIdle({ suggestionId }: Named, job: Awaited<ReturnType<typeof holdSuggestion>>): void {
  if (job === undefined || statusOfJob(job) !== 'in_progress') return;
  const what =
    job.status === 'active' ? `is being handled by job ${job.id}` : `has an open pull request from job ${job.id}`;
  throw new ApiError('suggestion_in_progress', `The suggestion "${suggestionId}" ${what}.`);
}
