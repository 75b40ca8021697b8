import type { Pool } from 'pg';

/** Inserts a live site without pages, as if its pages had been read at `now`. The project must exist. */
export async function insertLiveSite(pool: Pool, id: string, now: Date): Promise<void> {
  const run = (statement: string, values: readonly unknown[] = [id]) => pool.query(statement, [...values]);
  await run(`insert into sites (project_id, organization_id, slug) values ($1, 'org_home', $1)`);
  await run(
    `insert into site_environments (id, organization_id, project_id, kind) values ($1, 'org_home', $1, 'production')`,
  );
  await run(
    `insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source)
     values ($1, 'org_home', $1, $1, 'main', 'success', 'push')`,
  );
  await run(`update site_environments set active_deployment_id = $1 where id = $1`);
  await run(`insert into page_health_sites (project_id, bundle_id, seen_at, claimed_until) values ($1, 'b', $2, $2)`, [
    id,
    now,
  ]);
}
