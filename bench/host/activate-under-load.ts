/**
 * Activates versions while readers read: every response must have status 200 and be entirely from one version. `node
 * bench/host/activate-under-load.ts [activations] [pages]`.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeFiles, packFiles } from './make-site.ts';
import { startHostProcess, stopProcess } from './start-child.ts';

const activations = Number(process.argv[2] ?? 20);
const pages = Number(process.argv[3] ?? 500);
const READERS = 8;
const TOKEN = 'bench-token-0123456789';
const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));

const sites = new Map<string, Map<string, string | Uint8Array>>(
  Array.from({ length: activations + 1 }, (_, index) => [`v${index}`, makeFiles(pages, `of v${index}`)] as const),
);
const bundles = new Map<string, Buffer>();
for (const [label, files] of sites) bundles.set(`/${label}`, await packFiles(files, label));
const link = createServer((incoming, response) => response.end(bundles.get(incoming.url ?? ''))).listen(0, '127.0.0.1');
await once(link, 'listening');
const origin = `http://127.0.0.1:${(link.address() as AddressInfo).port}`;

const counts = { answers: 0, failed: 0, mixed: 0 };
const seen = new Map<string, number>();
const running = new AbortController();

function check(path: string, status: number, body: Buffer): void {
  counts.answers += 1;
  const text = body.toString();
  const label = / of (v\d+)<\/h1>/.exec(text)?.[1] ?? '';
  seen.set(label, (seen.get(label) ?? 0) + 1);
  if (status !== 200) counts.failed += 1;
  else if (sites.get(label)?.get(path) !== text) counts.mixed += 1;
}

async function read(address: string, reader: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(address);
  for (let turn = 0; !running.signal.aborted; turn += 1) {
    const path = `guides/page-${(turn * READERS + reader) % pages}.html`;
    const headers = turn % 2 === 0 ? { 'accept-encoding': 'gzip' } : {};
    const { promise, resolve } = Promise.withResolvers<void>();
    const outgoing = request({ hostname, port, path: `/${path}`, agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', () => {
        counts.failed += 1;
        resolve();
      });
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        check(path, answer.statusCode ?? 0, answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
        resolve();
      });
    });
    outgoing.on('error', () => {
      counts.failed += 1;
      resolve();
    });
    outgoing.end();
    await promise;
  }
  agent.destroy();
}

try {
  const settings = {
    dataDir: join(folder, 'data'),
    port: 0,
    address: '127.0.0.1',
    accessLog: false,
    adminToken: TOKEN,
    staticExport: { enabled: true, bundleUrl: `${origin}/v0` },
  };
  const host = await startHostProcess(settings);
  const readers = Array.from({ length: READERS }, (_, reader) => read(host.address, reader));
  const startedAt = performance.now();
  for (let index = 1; index <= activations; index += 1) {
    const body = JSON.stringify({ bundleUrl: `${origin}/v${index}` });
    const answer = await fetch(`${host.address}/admin/reload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body,
    });
    if (!answer.ok) throw new Error(`activation ${index}: ${answer.status} ${await answer.text()}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  running.abort();
  await Promise.all(readers);
  console.log(
    `${activations} activations of ${pages} pages in ${seconds.toFixed(1)} s under ${counts.answers} requests: ${counts.failed} failed, ${counts.mixed} mixed, ${seen.size} versions seen`,
  );
  await stopProcess(host);
  if (counts.failed + counts.mixed > 0) process.exitCode = 1;
} finally {
  link.closeAllConnections();
  link.close();
  await rm(folder, { recursive: true, force: true });
}
