/**
 * Measures the cost of sign-in at an edge, in requests per CPU-second: compares a protected site whose pages have edits
 * for groups, read by a signed-in reader, and a site with optional sign-in, read by an anonymous reader, with the same
 * public site: `node bench/edge/protected-cost.ts [pages=1000] [seconds=3] [rounds=7] [--json]`. The rounds alternate,
 * so that other work on the machine affects all alike; the figures are medians. Goal: 0.8 for signed-in readers.
 */
import { request } from 'node:http';
import { loadavg } from 'node:os';
import { TokenSigner } from '../../packages/site-access/src/testing/token-signer.ts';
import { runLoad } from '../host/load.ts';
import { makeFiles, sealEntries } from '../host/make-site.ts';
import { cpuSeconds, residentMegabytes } from '../host/process-cost.ts';
import { openBench, quantile } from '../api/open-bench.ts';
import { openEdgeBench, type EdgeBench } from './open-edge-bench.ts';

const ids = ['public', 'protected', 'optional'] as const;
type Id = (typeof ids)[number];
const hostOf = (id: Id): string => `${id}.localhost`;

await openBench(async (bench) => {
  const [pages = 1_000, seconds = 3, rounds = 7] = bench.numbers;
  const edges = await openEdgeBench(bench);
  const files = makeFiles(pages, 'v1');
  const sealed = sealEntries(files);
  for (const id of ids) {
    const bundle = await edges.addSealed(id, files, id === 'public' ? [] : sealed);
    await edges.addSites([{ id, bundles: [bundle] }]);
  }
  const signer = new TokenSigner('main');
  for (const id of ['protected', 'optional'] as const) await protect(edges, id, signer);
  const edge = await edges.startEdge();
  const cookie = await signIn(edge.port, signer);
  const paths = Array.from({ length: pages }, (_, index) => `/guides/page-${(index * 7919) % pages}.html`);
  const measure = async (id: Id, forSeconds = seconds): Promise<number> => {
    const headers = `Accept-Encoding: gzip\r\n${id === 'protected' ? `Cookie: ${cookie}\r\n` : ''}`;
    const load = { port: edge.port, paths, hosts: [hostOf(id)], headers, connections: 16, seconds: forSeconds };
    const before = cpuSeconds(edge.pid);
    const { answers, failed } = await runLoad(load);
    if (failed > 0) throw new Error(`${failed} of ${answers} requests of ${id} failed`);
    return answers / (cpuSeconds(edge.pid) - before);
  };
  // Requests every page before measuring.
  for (const id of ids) await measure(id, 6);
  const results: Readonly<Record<Id, number>>[] = [];
  for (let round = 0; round < rounds; round += 1)
    results.push({
      public: await measure('public'),
      protected: await measure('protected'),
      optional: await measure('optional'),
    });
  const median = (read: (each: Readonly<Record<Id, number>>) => number): number => quantile(results.map(read), 0.5);
  const figures = Object.fromEntries(
    ids.map((id) => [
      id,
      {
        perCpuSecond: Math.round(median((each) => each[id])),
        ratio: Number(median((each) => each[id] / each.public).toFixed(3)),
      },
    ]),
  );
  bench.show({ ...figures, megabytes: Math.round(residentMegabytes(edge.pid)), load: loadavg()[0] });
});

/** Lets readers with a token signed by the key read the site. */
async function protect({ pool }: EdgeBench, id: Id, { key }: TokenSigner): Promise<void> {
  await pool.query(`update sites set access_mode = 'jwt', sign_in_optional = $2 where project_id = $1`, [
    id,
    id === 'optional',
  ]);
  await pool.query(
    `insert into site_access (project_id, organization_id, jwt) select project_id, organization_id, $2 from sites where project_id = $1`,
    [id, JSON.stringify({ loginUrl: 'https://login.example/' })],
  );
  await pool.query('insert into site_reader_keys (project_id, id, algorithm, public_key) values ($1, $2, $3, $4)', [
    id,
    key.id,
    key.algorithm,
    key.publicKey,
  ]);
}

/** Signs in a reader with twenty groups, and returns the cookie. */
async function signIn(port: number, signer: TokenSigner): Promise<string> {
  const host = hostOf('protected');
  const groups = Array.from({ length: 20 }, (_, number) => `group-${number}`);
  const token = await signer.sign(Date.now(), { host, groups });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request({ port, path: '/login/jwt-callback', method: 'POST', headers }, (answer) => {
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    answer.resume();
    if (answer.statusCode === 303) resolve(cookie.split(';')[0] ?? '');
    else reject(new Error(`the sign-in returned ${answer.statusCode}`));
  });
  sent.on('error', reject).end(new URLSearchParams({ token }).toString());
  return promise;
}
