import { escapeIdentifier } from 'pg';
import type { Database } from '../platform/database/index.ts';
import { HOME } from './module-database.ts';

type Column = string | number | boolean | Date | null;

/**
 * Inserts a running agent job of the project `project` with its first turn, without a queue; `columns` override the
 * defaults.
 */
export async function insertAgentJob(
  { pool }: Pick<Database<unknown>, 'pool'>,
  id: string,
  columns: Readonly<Record<string, Column>> = {},
): Promise<string> {
  const row = {
    id,
    organization_id: HOME,
    project_id: 'project',
    status: 'active',
    model: 'm',
    repository: 'local:docs',
    base_branch: 'main',
    as_draft: false,
    prompt: 'Ask 1',
    usage: '{}',
    ...columns,
  };
  const names = Object.keys(row).map((name) => escapeIdentifier(name));
  const values = names.map((_, index) => `$${index + 1}`);
  await pool.query(`INSERT INTO agent_jobs (${names.join()}) VALUES (${values.join()})`, Object.values(row));
  await insertTurn({ pool }, id, 1);
  return id;
}

/** Inserts a job's turn. The default prompts are `Ask 2`, `Ask 3` and so on. */
export async function insertTurn(
  { pool }: Pick<Database<unknown>, 'pool'>,
  jobId: string,
  turn: number,
  prompt = `Ask ${turn}`,
): Promise<void> {
  const statement = 'INSERT INTO agent_job_turns (job_id, turn, prompt) VALUES ($1, $2, $3)';
  await pool.query(statement, [jobId, turn, prompt]);
}
