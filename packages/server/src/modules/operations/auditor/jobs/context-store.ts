import type { ContextCommit } from '@docwright/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export interface ReadContext {
  readonly id: string;
  readonly context: readonly ContextCommit[];
  /** Whether the commits belong to an existing turn of the job. */
  readonly hasTurn: boolean;
  /** A repository of the embedded code host that belongs to another organization. */
  readonly foreign: string | null;
}

export async function selectReadContexts(db: Queryable<AuditTables>): Promise<readonly ReadContext[]> {
  const { rows } = await sql<ReadContext>`
    select job.id, job.context, job.context_turn between 1 and job.turns as "hasTurn", (
      select min(one ->> 'repository') from jsonb_array_elements(job.context) as one
      join organizations as owner on owner.slug = substring(one ->> 'repository' from '^local:@([^/]+)/')
      where owner.id <> job.organization_id
    ) as "foreign"
    from agent_jobs as job where job.context <> '[]' order by job.id`.execute(db);
  return rows;
}
