/**
 * A baseline without the service's features: Fastify with its defaults, no key, no checks, no log, and the statements
 * recorded from the service. `node plain-routes.ts '<database url>' '<recorded statements as JSON>'`.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type * as Fastify from 'fastify';
import type * as Postgres from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { Recording } from './record-statements.ts';

const require = createRequire(new URL('../../packages/server/package.json', import.meta.url));
const { default: fastify } = (await import(require.resolve('fastify'))) as typeof Fastify;
const { default: pg } = (await import(require.resolve('pg'))) as typeof Postgres;

const [url = '', recorded = '{}'] = process.argv.slice(2);
const recording = JSON.parse(recorded) as Recording;
const pool: Pool = new pg.Pool({ connectionString: url, max: 10 });
const app = fastify();
const schema = { params: { type: 'object', properties: { projectId: { type: 'string' } } } };

app.post<{ Params: { projectId: string }; Body: { prompt: string } }>(
  '/v2/agent/:projectId/job',
  { schema },
  async (request, reply) => {
    const id = `${recording.jobId.slice(0, recording.jobId.indexOf('_') + 1)}${randomBytes(11).toString('hex')}`;
    const fill = (values: unknown[]): unknown[] =>
      values.map((value) =>
        typeof value === 'string'
          ? value.replaceAll(recording.jobId, id).replaceAll(recording.projectId, request.params.projectId)
          : value,
      );
    let row: unknown;
    await pool.query(recording.findProject.text, fill(recording.findProject.values));
    const client: PoolClient = await pool.connect();
    try {
      for (const { text, values } of recording.create) {
        const { rows } = await client.query(text, fill(values));
        if (text.includes('insert into "agent_jobs"')) row = rows[0];
      }
    } finally {
      client.release();
    }
    return reply.code(201).send(row);
  },
);
app.get<{ Params: { projectId: string; id: string } }>('/v2/agent/:projectId/job/:id', { schema }, async (request) => {
  const values = recording.get.values.map((value) =>
    value === recording.jobId ? request.params.id : value === recording.projectId ? request.params.projectId : value,
  );
  return (await pool.query(recording.get.text, values)).rows[0];
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stderr.write(
  `${JSON.stringify({ baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })}\n`,
);
process.once('SIGTERM', () => process.exit(0));
process.stdin.once('end', () => process.exit(0)).resume();
