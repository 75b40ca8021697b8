/**
 * Compares the deployment server with nginx and a plain static Node server, in requests per CPU-second for the same
 * files in one run. `node bench/host/compare-servers.ts [pages] [seconds]`. If nginx isn't installed, it is skipped,
 * and the output says so.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLoad } from './load.ts';
import { makeFiles, packFiles, writeFolder } from './make-site.ts';
import { startNginx } from './start-nginx.ts';
import { cpuSeconds, residentMegabytes } from './process-cost.ts';
import { hostFlags } from './start-child.ts';

const pages = Number(process.argv[2] ?? 5000);
const seconds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
const children: ChildProcess[] = [];

interface Target {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
}

async function startNode(name: string, script: string, argument: string): Promise<Target> {
  const flags = script === 'run-host.ts' ? hostFlags : [];
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, script), argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return { name, port: Number(new URL(JSON.parse(String(line)).address).port), pid: child.pid! };
}

async function findNginx(site: string): Promise<Target | undefined> {
  const nginx = await startNginx(folder, site);
  if (nginx === undefined) return undefined;
  children.push(nginx.child);
  return { name: 'nginx', ...nginx };
}

try {
  const files = makeFiles(pages, 'v1');
  const site = join(folder, 'site');
  await mkdir(site);
  await writeFolder(files, site);
  await chmod(folder, 0o755);
  const bundle = await packFiles(files, 'v1');
  const link = createServer((_request, response) => response.end(bundle)).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const bundleUrl = `http://127.0.0.1:${(link.address() as AddressInfo).port}/`;
  const host = (name: string, accessLog: boolean): Promise<Target> =>
    startNode(
      name,
      'run-host.ts',
      JSON.stringify({
        dataDir: join(folder, name),
        port: 0,
        address: '127.0.0.1',
        accessLog,
        brotliQuality: 0,
        // The default limit is meant for untrusted bundles.
        staticExport: { enabled: true, bundleUrl, maxFiles: 2 * pages + 100 },
      }),
    );
  const found = [
    await host('docwright host', false),
    await findNginx(site),
    await startNode('plain node', 'plain-node-server.ts', site),
    await host('docwright host, access log', true),
  ];
  const targets = found.filter((target) => target !== undefined);
  if (targets.every(({ name }) => name !== 'nginx')) console.log('nginx is not installed: left out');
  const every = Array.from({ length: pages }, (_, index) => `/guides/page-${(index * 7919) % pages}.html`);
  const cases = [
    { name: 'one page, gzip', paths: ['/guides/page-1.html'], headers: 'Accept-Encoding: gzip\r\n' },
    { name: 'one page, identity', paths: ['/guides/page-1.html'], headers: '' },
    { name: 'one asset, gzip', paths: ['/_docwright/site.0123abcd.css'], headers: 'Accept-Encoding: gzip\r\n' },
    { name: `${pages} pages, gzip`, paths: every, headers: 'Accept-Encoding: gzip\r\n' },
  ];
  console.log(`${pages} pages, bundle ${(bundle.length / 1e6).toFixed(1)} MB, ${seconds} s per case, 16 connections`);
  for (const { name, paths, headers } of cases) {
    const figures = new Map<string, number>();
    // Two alternating rounds, so that other load on the machine affects all servers.
    for (let round = 0; round < 2; round += 1) {
      for (const target of targets) {
        // Long enough to request every page once, because the first response for a page requires a digest and a policy.
        const firstSeconds = Math.max(4, paths.length / 1_600);
        await runLoad({
          port: target.port,
          paths,
          headers,
          connections: 16,
          seconds: round === 0 ? firstSeconds : 0.5,
        });
        const before = cpuSeconds(target.pid);
        const { answers, failed, p99Ms } = await runLoad({
          port: target.port,
          paths,
          headers,
          connections: 16,
          seconds,
        });
        const perCpuSecond = answers / (cpuSeconds(target.pid) - before);
        figures.set(target.name, Math.max(figures.get(target.name) ?? 0, perCpuSecond));
        if (failed > 0) console.log(`${target.name}: ${failed} failed, p99 ${p99Ms.toFixed(1)} ms`);
      }
    }
    const nginx = figures.get('nginx');
    const shown = [...figures].map(
      ([target, value]) =>
        `${target} ${Math.round(value)}${nginx === undefined ? '' : ` (${(value / nginx).toFixed(2)})`}`,
    );
    console.log(`${name.padEnd(20)} requests per CPU-second: ${shown.join('   ')}`);
  }
  for (const { name, pid } of targets) console.log(`${name}: ${residentMegabytes(pid).toFixed(0)} MB resident`);
  link.closeAllConnections();
  link.close();
} finally {
  for (const child of children) child.kill();
  await rm(folder, { recursive: true, force: true });
}
