/**
 * Measures the search over HTTP: `node bench/search/measure-endpoint.ts [folder of Markdown=docs] [pages=1000]
 * [queries=1000] [rounds=5] [--s3] [--json]`.
 *
 * Sends POST requests to the discovery API with a public key and to a live site at an edge, each in a separate process,
 * with limits, log and database. Shows for each:
 * - the processor time of the process and of PostgreSQL for that many queries, in the first round and in the median of
 *   the others (goal: 0.6 s at 1,000 pages),
 * - the time of the first query of a process that has read no part of the site (goals at 5,000 pages: 80 ms for the
 *   API, 60 ms for an edge), and
 * - the time of each letter that a dialog sends (goal: p95 30 ms at 5,000 pages).
 *
 * For the edge, it also shows the time until the last byte of an answer of `builtin/extracts-1` (goal: p95 150 ms at
 * 5,000 pages). With `--s3`, the bundles are in a real S3 server (Debian's Ceph, in memory) instead of a folder, and
 * their HTML has no sidebars.
 */
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { startS3Server } from '../../packages/server/src/platform/blob-store/testing/start-s3-server.ts';
import { cpuSecondsBelow } from '../agent/process-usage.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { startChild } from '../api/start-child.ts';
import { openEdgeBench } from '../edge/open-edge-bench.ts';
import { parentOf } from '../host/process-cost.ts';
import { makeQueries, makeSearchSite } from './make-search-site.ts';

const site = 'searched';
/**
 * A small site that is queried first, so that the figures don't include work that a process does only for its very
 * first request.
 */
const otherSite = 'other';
const publicKeys = { [site]: `dw_pub_${'a'.repeat(32)}`, [otherSite]: `dw_pub_${'b'.repeat(32)}` };
type SiteName = keyof typeof publicKeys;
const connections = 4;
/** A query, letter by letter, as readers type. */
const typed = ['how do i rotate an api key', 'rate limits', 'authentication token webhook', 'deploy to production'];
const letters = typed.flatMap((query) => Array.from(query, (_, index) => query.slice(0, index + 1)));

interface Endpoint {
  readonly pid: number;
  readonly search: (query: string, of?: SiteName) => Promise<number>;
  readonly type: (query: string) => Promise<number>;
  /** Requests an answer from the assistant without a model. */
  readonly answer?: (question: string) => Promise<number>;
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

interface Sent {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Sends a request, and returns the milliseconds to the last byte of its 200 response. */
function send({ port, path, headers, body }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const text = body === undefined ? '' : JSON.stringify(body);
  const startedAt = performance.now();
  const outgoing = request(
    {
      host: '127.0.0.1',
      port,
      path,
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    },
    (answer) => {
      let bodyText = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (bodyText += piece));
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - startedAt)
          : reject(new Error(`${path}: ${answer.statusCode} ${bodyText.slice(0, 300)}`)),
      );
    },
  );
  outgoing.on('error', reject).end(text);
  return promise;
}

/** Creates an endpoint that sends requests to the API, as servers and pages of other origins do. */
const toApi = (port: number, pid: number): Endpoint => {
  const ask = (query: string, pageSize: number, of: SiteName = site): Promise<number> =>
    send({
      port,
      path: `/discovery/v1/search/${of}`,
      headers: { authorization: `Bearer ${publicKeys[of] ?? ''}` },
      body: { query, pageSize },
    });
  return { pid, search: (query, of) => ask(query, 10, of), type: (query) => ask(query, 8) };
};

/** Creates an endpoint for an edge. Each request has a different address: one reader may send 600 requests a minute. */
const toEdge = (port: number, pid: number): Endpoint => {
  let asked = 0;
  const headers = (of: SiteName = site) => ({
    host: `${of}.localhost`,
    'x-forwarded-for': `10.0.${(asked >> 8) & 255}.${asked++ & 255}`,
  });
  return {
    pid,
    search: (query, of) => send({ port, path: '/_docwright/search', headers: headers(of), body: { query } }),
    type: (query) =>
      send({ port, path: `/_docwright/search?limit=8&q=${encodeURIComponent(query)}`, headers: headers() }),
    answer: (question) => {
      const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: question }] }];
      const threadId = `t${asked}`;
      return send({ port, path: '/_docwright/assistant/message', headers: headers(), body: { threadId, messages } });
    },
  };
};

async function measure(endpoint: Endpoint, database: number, queries: readonly string[], rounds: number) {
  for (const query of queries.slice(0, 20)) await endpoint.search(query, otherSite);
  const cpuBefore = cpuSecondsBelow(endpoint.pid);
  const firstMs = await endpoint.search(queries[0] ?? 'a');
  const firstCpuSeconds = cpuSecondsBelow(endpoint.pid) - cpuBefore;
  const costs: { readonly own: number; readonly database: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = { own: cpuSecondsBelow(endpoint.pid), database: cpuSecondsBelow(database) };
    let next = 0;
    const work = async (): Promise<void> => {
      for (let query = queries[next++]; query !== undefined; query = queries[next++]) await endpoint.search(query);
    };
    await Promise.all(Array.from({ length: connections }, work));
    costs.push({
      own: cpuSecondsBelow(endpoint.pid) - before.own,
      database: cpuSecondsBelow(database) - before.database,
    });
  }
  const keystrokes: number[] = [];
  for (let round = 0; round < 5; round += 1) for (const query of letters) keystrokes.push(await endpoint.type(query));
  const answers: number[] = [];
  if (endpoint.answer !== undefined)
    for (const question of queries.slice(0, 200)) answers.push(await endpoint.answer(`How do I use ${question}?`));
  const [first, ...others] = costs;
  const middle = (of: (cost: (typeof costs)[number]) => number): string => quantile(others.map(of), 0.5).toFixed(2);
  return {
    firstQueryMs: firstMs.toFixed(0),
    firstQueryCpuSeconds: firstCpuSeconds.toFixed(2),
    cpuSecondsFirstRound: (first?.own ?? 0).toFixed(2),
    cpuSeconds: middle(({ own }) => own),
    databaseCpuSeconds: middle(({ database: of }) => of),
    letterP50Ms: quantile(keystrokes, 0.5).toFixed(1),
    letterP95Ms: quantile(keystrokes, 0.95).toFixed(1),
    ...(answers.length > 0 && {
      answerP50Ms: quantile(answers, 0.5).toFixed(0),
      answerP95Ms: quantile(answers, 0.95).toFixed(0),
    }),
  };
}

await openBench(async (bench) => {
  const [pages = 1_000, count = 1_000, rounds = 5] = bench.numbers;
  const folder = process.argv.slice(2).find((argument) => !/^(?:\d+$|--)/.test(argument)) ?? 'docs';
  const s3 = process.argv.includes('--s3') ? await startS3Server() : undefined;
  if (s3 !== undefined) bench.defer(() => s3.stop());
  const { files, names } = await makeSearchSite(folder, pages, { sidebars: s3 === undefined });
  const edges = await openEdgeBench(bench, s3);
  const other = await makeSearchSite(folder, 20);
  await edges.addSites([
    { id: site, bundles: [await edges.addFiles(site, files)] },
    { id: otherSite, bundles: [await edges.addFiles(otherSite, other.files)] },
  ]);
  for (const [project, key] of Object.entries(publicKeys))
    await edges.pool.query(
      `insert into public_keys (id, organization_id, project_id, name, key, allowed_origins) values ('pk_' || $1, 'org_bench', $1, 'bench', $2, '{}')`,
      [project, key],
    );
  const { rows } = await edges.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const database = parentOf(rows[0]?.pid ?? 0) ?? 0;
  const queries = makeQueries(names, count);
  const api = await startChild('run-service.ts', 'api', JSON.stringify({ ...edges.flags, port: '0', sandbox: 'none' }));
  bench.defer(() => api.stop());
  const apiPort = Number(new URL(api.ready['baseUrl'] ?? '').port);
  const ofApi = await measure(toApi(apiPort, api.pid), database, queries, rounds);
  await api.stop();
  const edge = await edges.startEdge({ trustedProxies: 'loopback' });
  const ofEdge = await measure(toEdge(edge.port, edge.pid), database, queries, rounds);
  bench.show({
    pages,
    queries: queries.length,
    load: loadavg()[0],
    ...Object.fromEntries(Object.entries(ofApi).map(([name, figure]) => [`api.${name}`, figure])),
    ...Object.fromEntries(Object.entries(ofEdge).map(([name, figure]) => [`edge.${name}`, figure])),
  });
});
