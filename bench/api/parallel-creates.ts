/**
 * Sends 300 simultaneous create requests for one project: `node bench/api/parallel-creates.ts [--json]`. The command
 * fails unless exactly 100 requests are accepted (status 201) and the other 200 are refused (status 429). Two API
 * processes share the requests, so that a limit in the memory of one process would fail.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openBench } from './open-bench.ts';
import { startChild } from './start-child.ts';

const requests = 300;

await openBench(async (bench) => {
  const flags = { dataDir: join(bench.folder, 'data'), port: '0', databaseUrl: bench.databaseUrl, sandbox: 'none' };
  const first = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => first.stop());
  const second = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => second.stop());
  const { apiKey = '', projectId = '' } = first.ready;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const { baseUrl = '' } = index % 2 === 0 ? first.ready : second.ready;
      const init = { method: 'POST', headers, body: JSON.stringify({ prompt: 'Replace "a" with "b".' }) };
      const answer = await fetch(`${baseUrl}/v2/agent/${projectId}/job`, init);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const ms = Math.round(performance.now() - startedAt);
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  bench.show({ requests, load: loadavg()[0], accepted: count(201), refused: count(429), ms });
  if (count(201) !== 100 || count(429) !== 200) process.exitCode = 1;
});
