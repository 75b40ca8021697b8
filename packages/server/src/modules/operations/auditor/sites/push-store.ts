import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { LocalRepository } from '../../../sources/local-code-host/index.ts';
import type { AuditTables } from '../store.ts';

export interface RecordedPushes {
  /**
   * The reference's commits before and after each push, newest push first; `from` consists of zeros if the push created
   * the reference.
   */
  readonly pushes: readonly { readonly from: string; readonly to: string }[];
  /** Events before this time are no longer in the log; null if the log is complete. */
  readonly sinceMs: number | null;
}

/** Returns people's pushes to one reference of the embedded host, from the audit log. */
export async function selectPushes(
  db: Queryable<AuditTables>,
  { id, organizationId }: Pick<LocalRepository, 'id' | 'organizationId'>,
  ref: string,
): Promise<RecordedPushes> {
  const { rows: pushes } = await sql<{ from: string; to: string }>`
    select moved->>'from' as "from", moved->>'to' as "to"
    from audit_events, jsonb_array_elements(details->'refs') as moved
    where organization_id = ${organizationId} and action = 'repository.pushed' and target_id = ${id}
      and actor_kind in ('user', 'api_key') and moved->>'ref' = ${ref}
      and moved->>'from' ~ '^[0-9a-f]{40}$' and moved->>'to' ~ '^[0-9a-f]{40}$' and moved->>'to' !~ '^0+$'
    order by id desc`.execute(db);
  // An organization's first event is its creation: if that is missing, retention has removed events.
  const { rows } = await sql<{ since: number | null }>`
    select (extract(epoch from min(at)) * 1000)::float8 as since from audit_events
    where organization_id = ${organizationId}
    having not coalesce(bool_or(action = 'organization.created'), false)`.execute(db);
  return { pushes, sinceMs: rows[0]?.since ?? null };
}
