import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

export async function notifyProof(db: Queryable<never>, channel: string, token: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${token})`.execute(db);
}
