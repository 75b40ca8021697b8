import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walkStatements } from '../../packages/server/src/testing/statements/walk-statements.ts';
import { findPostgres } from './find-postgres.ts';
import { startPostgres } from './start-postgres.ts';

const obstacle = findPostgres() === undefined && "Debian's PostgreSQL is not installed";

// The statements test does the same on the embedded PostgreSQL, which has a newer planner.
test(
  'no statement scans a whole tenant table on the oldest supported PostgreSQL',
  {
    skip: obstacle,
  },
  async () => {
    const server = await startPostgres();
    try {
      await server.query('ALTER ROLE docwright CREATEDB');
      const size = { organizations: 1_000, projects: 2_000, jobs: 10_000 };
      const { faults, statements, version } = await walkStatements(size, server.url);
      assert.equal(version, server.version);
      assert.ok(statements > 800, `only ${statements} statements were sent`);
      assert.deepEqual(faults, [], faults.join('\n'));
    } finally {
      await server.stop();
    }
  },
);
