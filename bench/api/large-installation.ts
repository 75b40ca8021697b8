/**
 * Measures how fast the API responds with a database of 1,000 organizations:
 *
 *     node bench/api/large-installation.ts [--jobs 1000000] [--projects 20000] [--requests 30] [--json]
 *
 * Requests every read operation that needs no parameter except a project, and the list of jobs with each filter. Each
 * is requested with a key of the largest organization, which has a fifth of all projects, and with a key of a small
 * one, which has a thousandth. Measures the first response of the process and later ones. Goals: 300 ms for the first,
 * 50 ms for 95 of 100 others.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { operations, type Operation } from '../../packages/contract/src/index.ts';
import { fillInstallation, type Ask } from './fill-installation.ts';
import { openBench, quantile } from './open-bench.ts';

const goals = { firstMs: 300, p95Ms: 50 } as const;

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
const size = { organizations: 1_000, projects: Number(values.projects), jobs: Number(values.jobs) };

interface Row {
  readonly organization: string;
  readonly path: string;
  readonly status: number;
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

await openBench(async (bench) => {
  const { client, startFor } = await fillInstallation(bench, size);
  const rows: Row[] = [];
  for (const [organization, project] of [
    ['org_0', 'proj_0'],
    ['org_999', `proj_${size.projects - 1}`],
  ] as const) {
    const { api, ask: askApi } = await startFor(organization);
    const ask: Ask = async (path) => {
      // The hourly request limit must not affect the measurement.
      await client.query('DELETE FROM rate_uses');
      return askApi(path);
    };
    for (const path of listPaths(project)) rows.push({ organization, path, ...(await measure(ask, path)) });
    await api.stop();
  }
  const slow = rows.filter(({ firstMs, p95Ms }) => firstMs > goals.firstMs || p95Ms > goals.p95Ms);
  const refused = rows.filter(({ status }) => status >= 400);
  const load = loadavg()[0];
  if (values.json) console.log(JSON.stringify({ ...size, load, rows }));
  else {
    console.table(rows.toSorted((one, other) => other.p95Ms - one.p95Ms).slice(0, 25));
    for (const { organization, path, status } of refused) console.log(`${organization} ${path}: ${status}`);
    console.table({ ...size, load, answers: rows.length, slow: slow.length, refused: refused.length });
  }
});

/** Lists the paths of read operations that need a key and no parameter except a project. */
function listPaths(project: string): string[] {
  const all = (Object.values(operations) as Operation[])
    .filter(({ method, path }) => method === 'GET' && !/\{(?!projectId\})/.test(path) && !/events|stream/.test(path))
    .map(({ path }) => path.replace('{projectId}', project));
  const filters = ['?search=page', '?search=neverseen', '?status=failed', '?pullRequest=open', `?project=${project}`];
  return [...new Set([...all, ...filters.map((filter) => `/v2/agent/jobs${filter}`)])];
}

/**
 * Measures requests for a path. The times include deleting the rate limit's rows, which takes less than a millisecond.
 */
async function measure(ask: Ask, path: string): Promise<Omit<Row, 'organization' | 'path'>> {
  const times: number[] = [];
  let status = 0;
  for (let request = 0; request <= Number(values.requests); request += 1) {
    const started = performance.now();
    status = await ask(path);
    times.push(performance.now() - started);
  }
  const [first = 0, ...others] = times;
  return { status, firstMs: round(first), p50Ms: round(quantile(others, 0.5)), p95Ms: round(quantile(others, 0.95)) };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
