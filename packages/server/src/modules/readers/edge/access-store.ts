import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';

export type AccessTables = DeploymentTables & AccountTables;
type Db = Queryable<AccessTables>;

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
