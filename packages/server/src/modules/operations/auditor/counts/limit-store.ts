import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;
interface Limit {
  readonly limit: number;
  readonly windowSeconds: number;
}

export async function countUses(db: Db): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    select ((select count(*) from rate_uses) + (select count(*) from agent_job_turns))::int as uses`.execute(db);
  return rows[0]?.uses ?? 0;
}

/** Returns buckets that exceed a limit: a use and the use `limit` positions before it are in the same window. */
export async function selectOverusedBuckets(
  db: Db,
  rule: Limit & { readonly name: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ bucket: string }>`
    with uses as (
      select bucket, used_at, lag(used_at, ${rule.limit}) over (partition by bucket order by used_at, id) as earlier
      from rate_uses where split_part(bucket, ':', 1) = ${rule.name}
    )
    select distinct bucket from uses where used_at - earlier < make_interval(secs => ${rule.windowSeconds})`.execute(
    db,
  );
  return rows.map(({ bucket }) => bucket);
}

/** Returns projects whose jobs or follow-ups exceed a limit. */
export async function selectOverusedProjects(
  db: Db,
  rows: 'jobs' | 'messages',
  rule: Limit,
): Promise<readonly string[]> {
  const turns = rows === 'jobs' ? sql`t.turn = 1 and not j.is_free` : sql`t.turn > 1`;
  const found = await sql<{ project: string }>`
    with uses as (
      select j.project_id as project, t.created_at as at,
        lag(t.created_at, ${rule.limit}) over (partition by j.project_id order by t.created_at) as earlier
      from agent_job_turns t join agent_jobs j on j.id = t.job_id where ${turns}
    )
    select distinct project from uses where at - earlier < make_interval(secs => ${rule.windowSeconds})`.execute(db);
  return found.rows.map(({ project }) => project);
}
