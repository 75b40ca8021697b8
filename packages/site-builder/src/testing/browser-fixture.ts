/** Serves a built site for tests. Not used by builds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { buildSite } from '../build/build-site.ts';
import type { BuildReport } from '../build/build-request.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import { createMemorySource } from '../source/memory-source.ts';

export interface ServedSite {
  readonly origin: string;
  readonly report: BuildReport;
  /** Paths of the bundle. */
  readonly paths: readonly string[];
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/**
 * Builds a site and serves it. Compresses text, as any server does; adds a `docs.json` that lists the pages if none
 * exists.
 */
export async function serveFixture(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: Partial<BuildSettings> = {},
): Promise<ServedSite> {
  const pages = Object.keys(files)
    .filter((path) => /\.mdx?$/.test(path) && !path.includes('snippets/'))
    .map((path) => path.replace(/\.mdx?$/, ''));
  const config = { theme: 'mint', name: 'Test', colors: { primary: '#0d9373' }, navigation: { pages } };
  const output = new Map<string, Uint8Array | string>();
  const report = await buildSite({
    source: createMemorySource(Object.entries({ 'docs.json': JSON.stringify(config), ...files })),
    settings,
    clock: () => 0,
    emit: ({ path, bytes }) => void output.set(path, bytes),
  });
  const base = `${settings.basePath ?? ''}/`;
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '').replace(/[?#].*$/, ''));
    const bytes = path.startsWith(base) ? output.get(path.slice(base.length)) : undefined;
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    if (bytes === undefined) response.writeHead(404).end();
    else if (/text|json|svg/.test(type))
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(bytes));
    else response.writeHead(200, { 'content-type': type }).end(bytes);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    report,
    paths: [...output.keys()],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
