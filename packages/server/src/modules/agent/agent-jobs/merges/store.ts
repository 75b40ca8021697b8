import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import { ofLivingProject } from '../../../project-config/projects/index.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import type { MergeFigures } from './read-figures.ts';

type Db = Queryable<AgentJobTables>;

/** Plans the first check of a merged pull request. A check that is already planned isn't changed. */
export async function insertMergeCheck(tx: Transaction<AgentJobTables>, jobId: string): Promise<void> {
  await tx
    .insertInto('agent_merge_checks')
    .values({ job_id: jobId, due_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute();
}

export interface DueCheck {
  readonly agentJobId: string;
  readonly organizationId: string;
}

/** Returns due checks, the longest overdue first. */
export async function selectDueMergeChecks(db: Db, now: Date, limit: number): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    select j.id as "agentJobId", j.organization_id as "organizationId"
    from (select job_id, due_at from agent_merge_checks where due_at <= ${now} order by due_at limit ${limit}) c
    join agent_jobs j on j.id = c.job_id order by c.due_at`.execute(db);
  return rows;
}

/** Returns the job of a check, unless its project was deleted. */
export async function selectCheckedJob(db: Db, jobId: string): Promise<AgentJobRow | undefined> {
  return db
    .selectFrom('agent_jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where(ofLivingProject)
    .where(sql<boolean>`exists (select from agent_merge_checks where job_id = agent_jobs.id)`)
    .executeTakeFirst();
}

export async function updateMergeCheck(db: Db, jobId: string, dueAt: Date): Promise<void> {
  await db.updateTable('agent_merge_checks').set({ due_at: dueAt }).where('job_id', '=', jobId).execute();
}

export async function deleteMergeCheck(db: Db, jobId: string): Promise<void> {
  await db.deleteFrom('agent_merge_checks').where('job_id', '=', jobId).execute();
}

/**
 * Stores a merge's figures without updating the job's time of change: nobody changed the job, and its retention period
 * must not restart.
 */
export async function updateMergeFigures(
  db: Db,
  jobId: string,
  { head, unchanged, linesBefore, lines }: MergeFigures & { readonly head: string },
): Promise<void> {
  await db
    .updateTable('agent_jobs')
    .set({
      merged_head: head,
      merged_unchanged: unchanged,
      merged_lines_before: linesBefore,
      merged_lines: lines,
    })
    .where('id', '=', jobId)
    .where('pr_state', '=', 'merged')
    .execute();
}

export async function updateChangedAfter(
  db: Db,
  jobId: string,
  { linesAfter, measuredAt }: { readonly linesAfter: number; readonly measuredAt: Date },
): Promise<void> {
  await db
    .updateTable('agent_jobs')
    .set({ merged_lines_after: linesAfter, merged_measured_at: measuredAt })
    .where('id', '=', jobId)
    .where('pr_state', '=', 'merged')
    .execute();
}
