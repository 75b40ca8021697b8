import type { Pool } from 'pg';
import type { UpkeepSettings } from '../modules/operations/retention/index.ts';

export interface Year {
  readonly days: number;
  /** Number of days that pass before the next upkeep, which runs every hour in reality. */
  readonly step: number;
  readonly jobs: number;
  /** Number of deployments. Each deployed commit is also exported, and both share a bundle. */
  readonly deployments: number;
  readonly bundleBytes: number;
  readonly settings: UpkeepSettings;
}

export interface Days {
  readonly year: Pick<Year, 'step' | 'jobs' | 'deployments' | 'bundleBytes'>;
  /** Number of the last day. Names are derived from this number. */
  readonly day: number;
  readonly from: Date;
  readonly to: Date;
}

/**
 * In the following statements, DAY is the day's number, $2 the number of rows, $3 and $4 their first and last time, and
 * $5 the number of bytes.
 */

/** Text of this many kilobytes that compresses about as well as prose in PostgreSQL. */
const text = (kilobytes: number): string =>
  `(SELECT string_agg(md5(random()::text), ' ') FROM generate_series(1, ${Math.ceil(kilobytes * 31)}))`;

/**
 * An agent's data: a job with one turn, 18 events, 10 answers and tool results of a kilobyte, and two files of its pull
 * request.
 */
const jobStatements = [
  `INSERT INTO agent_jobs (id, organization_id, project_id, status, result, model, repository, base_branch, as_draft, prompt, title,
     summary, usage, pr_number, pr_link, pr_state, tree_sha, created_at, updated_at)
   SELECT 'job_' || DAY || '_' || n, 'org', 'project', 'completed', 'pull_request', 'm', 'local:docs', 'main', false, ${text(0.5)}, 'Title',
     ${text(0.5)}, '{}', DAY * 10000 + n, 'https://docs.example/pulls/1', 'merged', md5(DAY || '_' || n), t, t FROM times`,
  `INSERT INTO agent_job_turns (job_id, turn, prompt, created_at)
   SELECT 'job_' || DAY || '_' || n, 1, ${text(1)}, t FROM times`,
  `INSERT INTO agent_job_events (job_id, id, type, data, at)
   SELECT 'job_' || DAY || '_' || n, e, 'job.step', jsonb_build_object('text', ${text(0.2)}), t FROM times, generate_series(1, 18) AS e`,
  `INSERT INTO agent_job_journal (job_id, turn, seq, step, kind, data, created_at)
   SELECT 'job_' || DAY || '_' || n, 1, e, e, 'assistant', json_build_object('text', ${text(1)}), t FROM times, generate_series(1, 10) AS e`,
  `INSERT INTO agent_job_overlay (job_id, path, kind, content)
   SELECT 'job_' || DAY || '_' || n, 'page-' || e || '.mdx', 'write', ${text(4)}::bytea FROM times, generate_series(1, 2) AS e`,
];

/** Each commit has a deployment, an export and one bundle. Each deployment was compared with the previous one. */
const siteStatements = [
  `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
     issues, issue_count, issue_counts, error_count, missing, missing_count, created_at)
   SELECT 'b_' || DAY || '_' || n, 'org', 'project', DAY || '_' || n, 'c', 'bundles/org/project/d_' || DAY || '_' || n || '.tar.gz', 's', $5,
     1000, '[]', 0, '{}', 0, '[]', 0, t FROM times`,
  `INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source, bundle_id, commit, created_at,
     ended_at, activated_at)
   SELECT 'd_' || DAY || '_' || n, 'org', 'project', 'env', 'main', 'success', 'push', 'b_' || DAY || '_' || n, 'c', t, t, t FROM times`,
  `UPDATE site_environments SET active_deployment_id = 'd_' || DAY || '_' || $2::int, active_observation = DAY
   WHERE id = 'env' AND $3::timestamptz < $4::timestamptz AND $5::int8 > 0 AND $1::int > 0`,
  `INSERT INTO deployment_search_checks (deployment_id, project_id, compared_with, queries, complete, changes, checked_at)
   SELECT 'd_' || DAY || '_' || n, 'project', 'x', 20, true, '[]', t FROM times`,
  `INSERT INTO export_jobs (id, organization_id, project_id, status, progress, base_path, strict, commit, sha256, size_bytes, blob_key,
     created_at, updated_at)
   SELECT 'e_' || DAY || '_' || n, 'org', 'project', 'completed', 1, '', false, 'c', 's', $5,
     'bundles/org/project/d_' || DAY || '_' || n || '.tar.gz', t, t FROM times`,
];

/**
 * Each job, deployment and export has an audit event, a webhook delivery, and a stored response to a request with a
 * key.
 */
const tracks = [
  `INSERT INTO audit_events (organization_id, at, actor_kind, actor_name, action, target_kind, target_id, result, details)
   SELECT 'org', t, 'user', 'Ada', 'agent_job.created', 'agent_job', 'x_' || n, 'success', '{"projectId":"project"}' FROM times`,
  `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, message_id, project_id, type, payload, status, attempts, created_at, ended_at)
   SELECT 'w_' || DAY || '_' || n, 'endpoint', 'org', 'm', 'project', 'agent_job.completed', ${text(1)}, 'succeeded', 1, t, t FROM times`,
  `INSERT INTO webhook_attempts (delivery_id, attempt, at, duration_ms, status_code)
   SELECT 'w_' || DAY || '_' || n, 1, t, 20, 200 FROM times`,
  `INSERT INTO idempotency_keys (organization_id, actor, key, operation, body_sha256, response, created_at)
   SELECT 'org', 'key', DAY || '_' || n, 'o', sha256('x'), jsonb_build_object('text', ${text(0.5)}), t FROM times`,
];

/** Tables that these statements fill. */
export const filledTables: readonly string[] = [...jobStatements, ...siteStatements, ...tracks].flatMap(
  (statement) => /INSERT INTO (\w+)/.exec(statement)?.[1] ?? [],
);

/** @returns the keys of the bundles that were created */
export async function insertDays(pool: Pool, { year, day, from, to }: Days): Promise<string[]> {
  const insert = async (statements: readonly string[], count: number, bytes = 0): Promise<void> => {
    for (const statement of statements) {
      const times = `WITH times AS (
        SELECT n, $3::timestamptz + (n - 0.5) / $2::int * ($4::timestamptz - $3::timestamptz) AS t
        FROM generate_series(1, $2::int) AS n WHERE $5::int8 >= 0 AND $1::int > 0) `;
      const full = (statement.startsWith('UPDATE') ? statement : times + statement).replaceAll('DAY', String(day));
      await pool.query(full, [day, count, from, to, bytes]);
    }
  };
  const { step, jobs, deployments, bundleBytes } = year;
  await insert(jobStatements, jobs * step);
  await insert(siteStatements, deployments * step, bundleBytes);
  await insert(tracks, (jobs + 2 * deployments) * step);
  return Array.from({ length: deployments * step }, (_, index) => `bundles/org/project/d_${day}_${index + 1}.tar.gz`);
}
