import type { Pool } from 'pg';

/**
 * Until disposed of, adds an hour to every delay that starts. On a busy machine, password checks take longer than the
 * first delay, which would then allow another attempt.
 * @param limited the buckets as a `LIKE` pattern, and the number of failures that starts the delay
 */
export async function holdDelay(
  pool: Pool,
  limited: { readonly buckets: string; readonly failures: number },
): Promise<AsyncDisposable> {
  await pool.query(`
    create function hold_delay() returns trigger language plpgsql as $$
    begin
      if new.failures >= tg_argv[0]::int and new.bucket like tg_argv[1] then
        new.last_at := new.last_at + interval '1 hour';
      end if;
      return new;
    end $$;
    create trigger hold_delay before insert or update on sign_in_attempts
      for each row execute function hold_delay(${limited.failures}, '${limited.buckets}')`);
  return { [Symbol.asyncDispose]: async () => void (await pool.query('drop function hold_delay cascade')) };
}
