/**
 * Measures the cost of each kind of request: `node bench/edge/cost-of-requests.ts [requests=200] [pages=1000]
 * [--json]`.
 *
 * Shows the serving process's processor time per request and per KiB of its response, and the growth of its memory, for
 * pages, files and ranges at an edge and at `docwright host`, for searches and MCP calls at an edge, and for the API
 * and its MCP server. `packages/site-server/src/bundle/request-cost.test.ts` limits the cost of a request in relation
 * to its response, in bytes; this program measures the cost of these bytes.
 */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { inParallel, openBench, type Bench } from '../api/open-bench.ts';
import { startChild } from '../api/start-child.ts';
import { packFiles } from '../host/make-site.ts';
import { cpuSeconds, residentMegabytes } from '../host/process-cost.ts';
import { startHostProcess, stopProcess } from '../host/start-child.ts';
import { makeSearchSite } from '../search/make-search-site.ts';
import { openEdgeBench } from './open-edge-bench.ts';

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface Server {
  readonly port: number;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const zipped = { 'accept-encoding': 'gzip' };
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

const filesOf = (page: string): readonly Kind[] => [
  { name: 'page, gzip', path: page, headers: zipped },
  { name: 'page, identity', path: page },
  { name: 'page, HEAD', path: page, method: 'HEAD' },
  { name: 'page, 304', path: page, headers: { 'if-none-match': '*' } },
  { name: 'missing page', path: '/nothing', headers: zipped },
  { name: 'large text, gzip', path: '/llms-full.txt', headers: zipped },
  { name: 'large text, identity', path: '/llms-full.txt' },
  { name: 'large text, first byte', path: '/llms-full.txt', headers: { range: 'bytes=0-0' } },
  { name: 'large text, last byte, gzip', path: '/llms-full.txt', headers: { range: 'bytes=-1', ...zipped } },
  { name: 'film, first byte', path: '/film.mp4', headers: { range: 'bytes=0-0' } },
  { name: 'film, 1 MiB', path: '/film.mp4', headers: { range: 'bytes=1500000-2548575' } },
];

/** Sends a request, and returns the size of the response body in bytes. */
async function send({ port, headers }: Server, kind: Kind, turn: number): Promise<number> {
  const text = kind.body === undefined ? undefined : JSON.stringify(kind.body);
  // Each request has a different reader's address, so that the limits per address don't reject it.
  const reader = { 'x-forwarded-for': `10.0.${(turn >> 8) & 255}.${turn & 255}` };
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: kind.path,
    agent,
    method: kind.method ?? (text === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...reader, ...kind.headers, ...(text !== undefined && json) },
  }).end(text);
  const [response] = await once(outgoing, 'response');
  let bytes = 0;
  for await (const piece of response) bytes += (piece as Buffer).length;
  const { statusCode: status } = response;
  // The response for a missing page is measured separately; any other failure invalidates the measurement.
  if (status >= 400 && !(status === 404 && kind.name.startsWith('missing'))) throw new Error(`${kind.name}: ${status}`);
  return bytes;
}

async function measure(server: Server, kind: Kind, requests: number) {
  // Warms up, so that work that is done only once, such as compiling, isn't counted.
  await inParallel(20, 4, async (turn) => void (await send(server, kind, turn)));
  const before = { cpu: cpuSeconds(server.pid), memory: residentMegabytes(server.pid) };
  let bytes = 0;
  await inParallel(requests, 4, async (turn) => {
    const received = await send(server, kind, turn);
    bytes += received;
  });
  const ms = ((cpuSeconds(server.pid) - before.cpu) * 1000) / requests;
  return {
    kib: Number((bytes / requests / 1024).toFixed(2)),
    cpuMs: Number(ms.toFixed(3)),
    cpuUsPerKib: bytes === 0 ? undefined : Math.round((ms * 1000 * 1024) / (bytes / requests)),
    grownMb: Math.round(residentMegabytes(server.pid) - before.memory),
  };
}

const results: Record<string, Record<string, unknown>> = {};

const amounts = ({ numbers: [requests = 200, pages = 1_000] }: Bench) => ({ requests, pages });

async function measureAll(name: string, requests: number, server: Server, kinds: readonly Kind[]): Promise<void> {
  for (const kind of kinds) results[`${name}: ${kind.name}`] = await measure(server, kind, requests);
}

await openBench(async (bench) => {
  const { requests, pages } = amounts(bench);
  const site = await makeSearchSite('docs', pages);
  const page = `/${[...site.files.keys()].find((path) => path.endsWith('.html') && path !== 'index.html') ?? ''}`;
  const full = 'The text of a page, and more of it, number '.concat('word '.repeat(20));
  const files = new Map(site.files);
  files.set(
    'film.mp4',
    Buffer.from(Uint32Array.from({ length: 1_000_000 }, (_, at) => Math.imul(at, 2_654_435_761)).buffer),
  );
  files.set('llms-full.txt', Array.from({ length: 60_000 }, (_, at) => `${full}${at}\n`).join(''));
  const edges = await openEdgeBench(bench);
  await edges.addSites([{ id: 'costs', bundles: [await edges.addFiles('costs', files)] }]);

  const edge = await edges.startEdge({ trustedProxies: 'loopback' });
  await measureAll('edge', requests, { ...edge, headers: { host: 'costs.localhost' } }, [
    ...filesOf(page),
    { name: 'search', path: '/_docwright/search', body: { query: 'rotate an api key' } },
    { name: 'MCP, list of tools', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    { name: 'MCP, search', path: '/mcp', body: call('search', { query: 'rotate an api key' }) },
    { name: 'MCP, page', path: '/mcp', body: call('read_page', { path: page.slice(1).replace(/\.html$/, '') }) },
  ]);
  await edge.stop();

  const bundle = await packFiles(files, 'v1');
  const link = createServer((_request, response) => response.end(bundle)).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const bundleUrl = `http://127.0.0.1:${(link.address() as AddressInfo).port}/`;
  const staticExport = { enabled: true, bundleUrl, maxFiles: 4 * pages + 1_000 };
  const dataDir = join(bench.folder, 'host');
  const host = await startHostProcess({ dataDir, port: 0, address: '127.0.0.1', accessLog: false, staticExport });
  const hostServer = { port: Number(new URL(host.address).port), pid: host.pid, headers: { host: 'docs.example' } };
  await measureAll('host', requests, hostServer, filesOf(page));
  await stopProcess(host);
  link.close();
});

// Needs its own database, because the first start of an empty installation creates a key.
await openBench(async (bench) => {
  const { requests, pages } = amounts(bench);
  const flags = {
    databaseUrl: bench.databaseUrl,
    dataDir: join(bench.folder, 'api'),
    port: '0',
    sandbox: 'none',
    trustedProxies: 'loopback',
  };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const authorization = `Bearer ${api.ready['apiKey'] ?? ''}`;
  const apiServer = {
    port: Number(new URL(api.ready['baseUrl'] ?? '').port),
    pid: api.pid,
    headers: { authorization },
  };
  await measureAll('api', requests, apiServer, [
    { name: 'health', path: '/healthz' },
    { name: 'missing', path: '/v1/nothing' },
    { name: 'list of projects', path: '/v1/projects' },
    { name: 'project', path: `/v1/projects/${api.ready['projectId'] ?? ''}` },
    { name: 'description of the API', path: '/openapi.json', headers: zipped },
    { name: 'MCP, list of tools', path: '/v1/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  ]);
  bench.show({ load: loadavg()[0], requests, pages, ...results });
});
