import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export async function countImages(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from agent_job_images`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface BrokenImages {
  readonly jobId: string;
  readonly message: string;
}

/** Returns images with bytes that don't match their row, or with an organization that isn't their job's. */
export async function selectBrokenImages(db: Db): Promise<readonly BrokenImages[]> {
  const { rows } = await sql<BrokenImages>`
    select i.job_id as "jobId", case
      when j.organization_id is distinct from i.organization_id
        then 'belongs to a different organization than its job'
      when i.size <> octet_length(i.content) then 'has a size that does not match its content'
      else 'has a digest that does not match its content'
    end as message
    from agent_job_images as i left join agent_jobs as j on j.id = i.job_id
    where j.organization_id is distinct from i.organization_id
      or i.size <> octet_length(i.content) or i.digest <> encode(sha256(i.content), 'hex')
    order by i.job_id, i.digest`.execute(db);
  return rows;
}

/** Returns jobs that store more images than allowed, and turns and overlays whose images are not stored. */
export async function selectJobsWithBrokenImages(
  db: Db,
  limits: { readonly images: number; readonly bytes: number },
): Promise<readonly BrokenImages[]> {
  const { rows } = await sql<BrokenImages>`
    select job_id as "jobId", 'stores ' || count(*) || ' images with ' || sum(size) || ' bytes' as message
    from agent_job_images group by job_id
    having count(*) > ${limits.images} or sum(size) > ${limits.bytes}
    union all
    select t.job_id, 'lacks an image that was attached to turn ' || t.turn
    from agent_job_turns as t cross join lateral jsonb_array_elements(t.attachments) as a
    where not exists (select from agent_job_images as i where i.job_id = t.job_id and i.digest = a ->> 'digest')
    union all
    select o.job_id, 'lacks the image that its overlay has as ' || o.path
    from agent_job_overlay as o
    where o.kind = 'image'
      and not exists (select from agent_job_images as i where i.job_id = o.job_id and i.digest = o.image)
    order by 1, 2`.execute(db);
  return rows;
}
