import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export async function countDraftRows(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from drafts) + (select count(*) from draft_files)
      + (select count(*) from draft_revisions))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface BrokenDraft {
  readonly id: string;
  readonly message: string;
}

/**
 * Returns broken drafts. One statement reads drafts and files in one snapshot, so a running installation can be
 * audited.
 */
export async function selectBrokenDrafts(db: Db): Promise<readonly BrokenDraft[]> {
  const { rows } = await sql<BrokenDraft>`
    select d.id, case
      when p.organization_id is distinct from d.organization_id then 'belongs to a different organization than its project'
      when not exists (select from draft_authors a where a.draft_id = d.id) then 'has no author'
      else 'has neither a change nor a revision'
    end as message
    from drafts d left join projects p on p.id = d.project_id
    where p.organization_id is distinct from d.organization_id
      or not exists (select from draft_authors a where a.draft_id = d.id)
      or not exists (select from draft_files f where f.draft_id = d.id)
        and not exists (select from draft_revisions r where r.draft_id = d.id)
    order by d.id`.execute(db);
  return rows;
}

export async function selectBrokenDraftFiles(db: Db): Promise<readonly BrokenDraft[]> {
  const { rows } = await sql<BrokenDraft>`
    select f.draft_id || ' ' || f.path as id, case
      when (f.kind = 'delete') <> (f.content is null) then 'is deleted but has content, or is written without content'
      when f.content is not distinct from f.base_content and f.moved_from is null then 'does not differ from its branch'
      else 'was moved from a file that the draft does not delete'
    end as message
    from draft_files f
    where (f.kind = 'delete') <> (f.content is null)
      or (f.content is not distinct from f.base_content and f.moved_from is null and f.conflict_commit is null)
      or (f.moved_from is not null and not exists (
        select from draft_files o where o.draft_id = f.draft_id and o.path = f.moved_from and o.kind = 'delete'
      ))
    order by 1`.execute(db);
  return rows;
}

export async function selectBrokenDraftRevisions(db: Db): Promise<readonly BrokenDraft[]> {
  const { rows } = await sql<BrokenDraft>`
    select draft_id || ' ' || path as id, case
      when size <> octet_length(content) then 'has a revision whose size does not match its content'
      when version <> left(encode(sha256(content), 'hex'), 32) then 'has a revision whose content does not match its version'
      else 'has a revision that is stored under a different hour'
    end as message
    from draft_revisions
    where size <> octet_length(content) or version <> left(encode(sha256(content), 'hex'), 32)
      or slot not in (saved_at, date_trunc('hour', saved_at))
    order by 1, slot`.execute(db);
  return rows;
}
