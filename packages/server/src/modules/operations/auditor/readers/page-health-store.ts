import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export interface KeptLinks {
  readonly projectId: string;
  readonly links: number;
  /** Whether the site was last live before the retention period, which is measured from the newest row. */
  readonly isOld: boolean;
}

export async function selectKeptLinks(db: Queryable<AuditTables>, days: number): Promise<readonly KeptLinks[]> {
  const { rows } = await sql<KeptLinks>`
    select known.project_id as "projectId", count(links.url)::int as links,
      known.seen_at < (select max(seen_at) from page_health_sites) - make_interval(days => ${days}::int + 1) as "isOld"
    from page_health_sites as known left join page_health_links as links using (project_id)
    group by known.project_id order by 1`.execute(db);
  return rows;
}
