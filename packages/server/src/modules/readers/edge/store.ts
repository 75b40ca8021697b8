import { sql, type QueryExecutorProvider } from 'kysely';

export async function notifyProof(db: QueryExecutorProvider, channel: string, token: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${token})`.execute(db);
}
