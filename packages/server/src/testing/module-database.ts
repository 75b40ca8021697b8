/** Provides a real PostgreSQL database with the schema, two organizations and a caller, for a module's tests. */
import { connectDatabase, type Database } from '../platform/database/index.ts';
import type { Identity, Principal } from '../platform/http/index.ts';
import { copyTemplateDatabase } from './template-database.ts';

export const HOME = 'org_home';
export const OTHER = 'org_other';

export interface ModuleDatabase<Schema> extends Database<Schema> {
  readonly url: string;
}

/** Creates a separate database for one test file, in about 50 ms; `close` drops it. */
export async function openModuleDatabase<Schema>(): Promise<ModuleDatabase<Schema>> {
  const copy = await copyTemplateDatabase();
  const database = await connectDatabase<Schema>({ url: copy.url, poolSize: 5 });
  await database.pool.query(
    `INSERT INTO organizations (id, name, plan) VALUES ($1, 'Home', 'enterprise'), ($2, 'Other', 'enterprise')`,
    [HOME, OTHER],
  );
  return {
    kysely: database.kysely,
    pool: database.pool,
    url: copy.url,
    close: async () => {
      await database.close();
      await copy.close();
    },
  };
}

/** A key of the organization `org_home` with all scopes; `changes` override its fields. */
export function principalOf(changes: Partial<Identity> = {}): Principal {
  return {
    actor: { kind: 'api_key', id: 'key_test', name: 'test key' },
    organizationId: HOME,
    plan: 'enterprise',
    isOperator: true,
    scopes: ['admin'],
    projectIds: null,
    expiresAt: null,
    role: null,
    origin: { address: '127.0.0.1', userAgent: null, requestId: 'req_test' },
    ...changes,
  };
}
