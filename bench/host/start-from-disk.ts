/**
 * Measures the time until the server is ready, with a bundle of 200 MB on disk and an expired link: `node
 * bench/host/start-from-disk.ts [megabytes]`.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFiles, packFiles } from './make-site.ts';
import { residentMegabytes } from './process-cost.ts';
import { startHostProcess, stopProcess } from './start-child.ts';

const megabytes = Number(process.argv[2] ?? 200);
const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
let isExpired = false;
try {
  const files = makeFiles(5000, 'v1');
  // Pictures make a bundle large: they can't be compressed further.
  for (let index = 0; index < megabytes - 11; index += 1)
    files.set(`images/picture-${index}.png`, randomBytes(1_000_000));
  const bundle = await packFiles(files, 'v1');
  const link = createServer((_request, response) =>
    isExpired ? response.writeHead(403).end() : response.end(bundle),
  ).listen(0, '127.0.0.1');
  await once(link, 'listening');
  const bundleUrl = `http://127.0.0.1:${(link.address() as AddressInfo).port}/`;
  const settings = {
    dataDir: join(folder, 'data'),
    port: 0,
    address: '127.0.0.1',
    brotliQuality: 0,
    accessLog: false,
    staticExport: { enabled: true, bundleUrl },
  };
  const first = await startHostProcess(settings);
  console.log(
    `bundle ${(bundle.length / 1e6).toFixed(0)} MB, ${files.size} files: fetched, verified and ready in ${first.startMs.toFixed(0)} ms, ${residentMegabytes(first.pid).toFixed(0)} MB resident`,
  );
  await stopProcess(first);
  isExpired = true;
  for (let round = 0; round < 3; round += 1) {
    const again = await startHostProcess(settings);
    const page = await fetch(`${again.address}/guides/page-7`);
    console.log(
      `from disk, link expired: ready in ${again.startMs.toFixed(0)} ms (${again.sinceProcessMs.toFixed(0)} ms since the process began), page ${page.status}, ${residentMegabytes(again.pid).toFixed(0)} MB resident`,
    );
    await stopProcess(again);
  }
  link.closeAllConnections();
  link.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
