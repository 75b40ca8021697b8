import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';
import type { MemberQuestion } from './member-checks.ts';

export type AccessTables = DeploymentTables & AccountTables;
type Db = Queryable<AccessTables>;

export interface OwnPreview {
  readonly environmentId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly branch: string;
}

/** A preview of an organization that the user is a member of. */
export async function selectOwnPreview(
  db: Db,
  { label, userId }: { readonly label: string; readonly userId: string },
): Promise<OwnPreview | undefined> {
  const { rows } = await sql<OwnPreview>`
    select e.id as "environmentId", e.organization_id as "organizationId", e.project_id as "projectId", e.branch
    from site_environments as e
    join members as m on m.organization_id = e.organization_id and m.user_id = ${userId}
    where e.label = ${label} and e.kind = 'preview'`.execute(db);
  return rows[0];
}

export async function insertCode(
  tx: Transaction<AccessTables>,
  code: {
    readonly sha256: Buffer;
    readonly environmentId: string;
    readonly sessionId: string;
    readonly challenge: string;
    readonly seconds: number;
  },
): Promise<void> {
  await sql`delete from site_access_codes where expires_at < now()`.execute(tx);
  await sql`
    insert into site_access_codes (code_sha256, environment_id, session_id, challenge, expires_at)
    values (${code.sha256}, ${code.environmentId}, ${code.sessionId}, ${code.challenge},
      now() + make_interval(secs => ${code.seconds}))`.execute(tx);
}

/** Consumes a code, whether it is valid or not. @returns the session that created it */
export async function takeCode(
  db: Db,
  code: { readonly sha256: Buffer; readonly environmentId: string; readonly challenge: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ sessionId: string; isGood: boolean }>`
    delete from site_access_codes where code_sha256 = ${code.sha256}
    returning session_id as "sessionId",
      (environment_id = ${code.environmentId} and challenge = ${code.challenge} and expires_at > now()) as "isGood"`.execute(
    db,
  );
  const [taken] = rows;
  return taken?.isGood === true ? taken.sessionId : undefined;
}

/** Whether the session is open, and its user a member of the organization. */
export async function isSessionOfMember(db: Db, { sessionId, organizationId }: MemberQuestion): Promise<boolean> {
  const { rows } = await sql`
    select from sessions as s
    join members as m on m.user_id = s.user_id and m.organization_id = ${organizationId}
    where s.id = ${sessionId} and s.expires_at > now()`.execute(db);
  return rows.length > 0;
}
