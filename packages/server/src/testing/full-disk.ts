import type { Pool } from 'pg';

/**
 * Runs `work` while PostgreSQL has no space for new rows and row versions of these tables. Statements fail at their
 * end, as on a full disk.
 */
export async function withFullDisk<T>(pool: Pool, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  await pool.query(`
    create or replace function refuse_full_disk() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
    end $$`);
  for (const table of tables)
    await pool.query(
      `create trigger full_disk after insert or update on ${table} for each row execute function refuse_full_disk()`,
    );
  try {
    return await work();
  } finally {
    for (const table of tables) await pool.query(`drop trigger full_disk on ${table}`);
  }
}
