/**
 * Checks every statement that the stores can send, on a database of the given size, with the settings of the service:
 *
 * npx node bench/statements/walk.ts [--jobs 1000000] [--projects 20000] [--postgres embedded|debian]
 *
 * Runs on the embedded PostgreSQL, on Debian's, which is the oldest supported version (`--postgres debian`), or on the
 * server at `DATABASE_URL`, whose role must be allowed to create databases. Prints the statements that read a tenant's
 * whole table, or inspect more than twenty rows for each row returned, and fails if it finds any. `npm test` does
 * the same at 10,000 jobs.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../e2e/cluster/start-postgres.ts';
import { walkStatements } from '../../packages/server/src/testing/statements/walk-statements.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '20000' },
    postgres: { type: 'string', default: 'embedded' },
  },
});
await using cleanup = new AsyncDisposableStack();
const server = values.postgres === 'debian' ? await startPostgres() : undefined;
cleanup.defer(async () => server?.stop());
await server?.query('ALTER ROLE docwright CREATEDB');
const started = performance.now();
const size = { organizations: 1_000, projects: Number(values.projects), jobs: Number(values.jobs) };
const { faults, statements, version } = await walkStatements(size, server?.url ?? process.env['DATABASE_URL']);
for (const fault of faults) console.log(fault);
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(`PostgreSQL ${version}: ${statements} statements, ${faults.length} faults, ${seconds} s`);
process.exitCode = faults.length === 0 ? 0 : 1;
