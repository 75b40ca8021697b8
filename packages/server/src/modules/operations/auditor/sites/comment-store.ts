import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export async function countCommentRows(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from comment_files) + (select count(*) from comment_threads)
      + (select count(*) from comments))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Returns broken threads. Ranges are counted in UTF-16 code units, and a text never has more of them than bytes in
 * UTF-8.
 */
export async function selectBrokenThreads(
  db: Db,
): Promise<readonly { readonly id: string; readonly message: string }[]> {
  const { rows } = await sql<{ id: string; message: string }>`
    select t.id, case
      when t.project_id <> f.project_id then 'belongs to a different project than its file'
      when p.organization_id is distinct from f.organization_id then 'belongs to a different organization than its project'
      when not exists (select from comments c where c.thread_id = t.id) then 'has no comment'
      else 'has a range outside its file'
    end as message
    from comment_threads t join comment_files f on f.id = t.file_id left join projects p on p.id = f.project_id
    where t.project_id <> f.project_id or p.organization_id is distinct from f.organization_id
      or not exists (select from comments c where c.thread_id = t.id)
      or t.range_to > octet_length(f.content)
    order by t.id`.execute(db);
  return rows;
}
