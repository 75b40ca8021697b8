import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export interface LiveKey {
  readonly id: string;
  /** ID of the key that created the key; null for keys created by people or the machine. */
  readonly maker: string | null;
  /** A scope that the creator lacks. */
  readonly excess: string | null;
  /** Whether the key has access to projects that its creator doesn't have. */
  readonly isWider: boolean;
  /** Whether the key expires later than its creator's original expiry, or never. */
  readonly isLonger: boolean;
  /** Whether the key expires later than was set at its creation. */
  readonly isProlonged: boolean;
}

/** Returns valid keys with the keys that created them, whether or not the creators are still valid. */
export async function selectLiveKeys(db: Db): Promise<readonly LiveKey[]> {
  const { rows } = await sql<LiveKey>`
    select child.id, maker.id as maker,
      (select scope from unnest(child.scopes) as scope
       where maker.id is not null and not ('admin' = any (maker.scopes) or scope = any (maker.scopes)
         or (scope like '%:read' and regexp_replace(scope, ':read$', ':write') = any (maker.scopes)))
       limit 1) as excess,
      coalesce(maker.project_ids is not null
        and (child.project_ids is null or not child.project_ids <@ maker.project_ids), false) as "isWider",
      coalesce(child.expires_at is null or child.expires_at > maker.given_until, false)
        and maker.given_until is not null as "isLonger",
      child.given_until is not null
        and coalesce(child.expires_at is null or child.expires_at > child.given_until, false) as "isProlonged"
    from api_keys child
    left join api_keys maker on maker.id = child.created_by and maker.organization_id = child.organization_id
    where child.revoked_at is null and (child.expires_at is null or child.expires_at > now())
    order by child.id`.execute(db);
  return rows;
}

export interface OpenInvitation {
  readonly id: string;
  readonly role: string;
  /** Whether the key that created the invitation isn't allowed to invite members with this role. */
  readonly isBeyond: boolean;
}

/**
 * Returns open invitations with the keys that created them: only `admin` can invite an owner, and expiring keys can't
 * invite anyone.
 */
export async function selectOpenInvitations(db: Db): Promise<readonly OpenInvitation[]> {
  const { rows } = await sql<OpenInvitation>`
    select invitations.id, invitations.role,
      maker.id is not null and (maker.given_until is not null or maker.project_ids is not null
        or (invitations.role = 'owner' and not 'admin' = any (maker.scopes))) as "isBeyond"
    from invitations
    left join api_keys maker on maker.id = invitations.invited_by
      and maker.organization_id = invitations.organization_id
    where invitations.expires_at > now()
    order by invitations.id`.execute(db);
  return rows;
}
