import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../packages/server/src/platform/database/index.ts';
import { createLogger } from '../../packages/server/src/index.ts';

export interface Bench {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly json: boolean;
  /** The numbers on the command line, in order. */
  readonly numbers: readonly number[];
  defer(close: () => Promise<unknown>): void;
  show(result: Readonly<Record<string, unknown>>): void;
}

/**
 * Runs a measurement with a temporary folder, and with the server at `DATABASE_URL` or an embedded PostgreSQL.
 * Everything deferred is closed at the end, even after an error.
 */
export async function openBench(measure: (bench: Bench) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  const json = args.includes('--json');
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const given = process.env['DATABASE_URL'];
  let databaseUrl = given ?? '';
  if (given === undefined) {
    const server = await startEmbeddedPostgres({
      dataDir: join(folder, 'database'),
      log: createLogger({ level: 'silent' }),
    });
    cleanup.defer(() => server.stop());
    databaseUrl = server.connectionString;
  }
  await measure({
    folder,
    databaseUrl,
    json,
    numbers: args.filter((argument) => /^\d+$/.test(argument)).map(Number),
    defer: (close) => cleanup.defer(async () => void (await close())),
    show: (result) => (json ? console.log(JSON.stringify(result)) : console.table(result)),
  });
}

/** Returns the value that the given `share` of the figures doesn't exceed. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Calls `work` with 0…count-1, up to `width` calls at a time. */
export async function inParallel(count: number, width: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, run));
}
