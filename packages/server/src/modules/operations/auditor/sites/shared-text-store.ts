import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export async function countSharedTexts(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from shared_texts`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns broken texts. A text that isn't in the draft isn't broken: the organization's storage may be full. */
export async function selectBrokenTexts(db: Db): Promise<readonly { readonly id: string; readonly message: string }[]> {
  const { rows } = await sql<{ id: string; message: string }>`
    select t.id, case
      when p.organization_id is distinct from t.organization_id then 'belongs to a different organization than its project'
      when t.saved_seq > t.last_seq or t.state_seq > t.saved_seq then 'has numbers that are not in order'
      else 'lacks ' || t.last_seq - t.state_seq - u.n || ' of its updates'
    end as message
    from shared_texts as t left join projects as p on p.id = t.project_id
      cross join lateral (
        select count(*)::int as n from shared_text_updates as u where u.shared_text_id = t.id and u.seq > t.state_seq
      ) as u
    where p.organization_id is distinct from t.organization_id
      or t.saved_seq > t.last_seq or t.state_seq > t.saved_seq or u.n <> t.last_seq - t.state_seq
    order by t.id`.execute(db);
  return rows;
}
