import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables } from './tables.ts';

type Db = Queryable<DeploymentTables>;

/**
 * Prevents a deployment from being deleted until the transaction ends. Returns false if the deployment doesn't exist.
 */
export async function holdDeployment(tx: Transaction<DeploymentTables>, id: string): Promise<boolean> {
  const { rows } = await sql`select from site_deployments where id = ${id} for key share`.execute(tx);
  return rows.length === 1;
}

/** Selects, for each time, the earliest activation of a production deployment created after it, or null. */
export async function selectFirstActivations(
  db: Db,
  projectId: string,
  after: readonly Date[],
): Promise<(Date | null)[]> {
  const { rows } = await sql<{ at: Date | null }>`
    select (
      select min(d.activated_at) from site_deployments as d
      join site_environments as e on e.id = d.environment_id and e.kind = 'production'
      where d.project_id = ${projectId} and d.created_at >= moment and d.activated_at is not null
    ) as at
    from unnest(${after.map((time) => time.toISOString())}::timestamptz[]) with ordinality as times (moment, n) order by n`.execute(
    db,
  );
  return rows.map(({ at }) => at);
}
