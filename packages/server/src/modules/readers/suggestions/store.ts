import type { SuggestionKind } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';
import type { AgentJobTables } from '../../agent/agent-jobs/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';

export interface SuggestionTables extends AgentJobTables, DeploymentTables {
  suggestions: TableOf<'suggestions'>;
}

type Db = Queryable<SuggestionTables>;

/** A suggestion that someone dismissed or created a job from. */
export interface ActedSuggestion {
  readonly id: string;
  readonly kind: SuggestionKind;
  readonly subject: string;
  readonly dismissed: boolean;
  readonly jobId: string | null;
  readonly actedAt: Date;
}

/** Suggestions of a project with actions, most recent action first. */
export async function selectActedSuggestions(db: Db, projectId: string, limit: number): Promise<ActedSuggestion[]> {
  const { rows } = await sql<ActedSuggestion>`
    select id, kind, subject, dismissed, job_id as "jobId", acted_at as "actedAt" from suggestions
    where project_id = ${projectId} order by acted_at desc, id limit ${limit}`.execute(db);
  return rows;
}

export interface SuggestionName {
  readonly projectId: string;
  readonly id: string;
  readonly kind: SuggestionKind;
  readonly subject: string;
}

/**
 * Locks the suggestion until the end of the transaction, so that one of two concurrent actions waits.
 * @returns the ID of its job at that time
 */
export async function lockSuggestion(
  tx: Transaction<SuggestionTables>,
  { projectId, id, kind, subject }: SuggestionName,
): Promise<string | null> {
  const { rows } = await sql<{ jobId: string | null }>`
    insert into suggestions (project_id, id, kind, subject, acted_at)
    values (${projectId}, ${id}, ${kind}, ${subject}, clock_timestamp())
    on conflict (project_id, id) do update set acted_at = excluded.acted_at
    returning job_id as "jobId"`.execute(tx);
  return rows[0]?.jobId ?? null;
}

/**
 * Locks the suggestion until the end of the transaction, and returns whether it still has the same job and isn't
 * dismissed.
 */
export async function claimSuggestion(
  tx: Transaction<SuggestionTables>,
  { projectId, id, kind, subject }: SuggestionName,
  known: { readonly jobId: string | null; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into suggestions (project_id, id, kind, subject, acted_at)
    values (${projectId}, ${id}, ${kind}, ${subject}, ${known.at})
    on conflict (project_id, id) do update set acted_at = excluded.acted_at
      where suggestions.job_id is not distinct from ${known.jobId} and not suggestions.dismissed
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function updateSuggestion(
  tx: Transaction<SuggestionTables>,
  { projectId, id }: Pick<SuggestionName, 'projectId' | 'id'>,
  changes: { readonly dismissed: boolean; readonly job_id?: string },
): Promise<void> {
  await tx.updateTable('suggestions').set(changes).where('project_id', '=', projectId).where('id', '=', id).execute();
}

export async function deleteOldSuggestions(db: Db, days: number): Promise<void> {
  await sql`delete from suggestions where acted_at < now() - make_interval(days => ${days}::int)`.execute(db);
}
