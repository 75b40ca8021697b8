import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { buildSite, type BuildReport, type BuildSettings, type SiteSource } from '@docwright/site-builder';

export interface BuiltSite {
  readonly report: BuildReport;
  /** Path in the bundle → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export async function buildInMemory(source: SiteSource, settings: Partial<BuildSettings> = {}): Promise<BuiltSite> {
  const files = new Map<string, Uint8Array>();
  const report = await buildSite({
    source,
    settings,
    clock: () => performance.now(),
    emit: ({ path, bytes }) => void files.set(path, typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
  });
  return { report, files };
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  xml: 'application/xml',
  txt: 'text/plain; charset=utf-8',
};

export interface ServedFile {
  readonly path: string;
  readonly status: number;
  /** The size as sent, compressed if smaller. */
  readonly wireBytes: number;
}

export interface SiteServer {
  readonly origin: string;
  /** Returns the files requested since the last call. */
  takeLog(): ServedFile[];
  close(): void;
}

/** Starts a static server without rewriting: a path returns its file or 404, and a folder returns its index.html. */
export async function serveSite(files: ReadonlyMap<string, Uint8Array>): Promise<SiteServer> {
  let log: ServedFile[] = [];
  const server = createServer((request, response) => {
    const asked = decodeURIComponent((request.url ?? '').replace(/[?#].*$/, '')).slice(1);
    const path = asked === '' || asked.endsWith('/') ? `${asked}index.html` : asked;
    const bytes = files.get(path);
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const isText = /text|json|javascript|xml/.test(type);
    const body = bytes ?? files.get('404.html') ?? new Uint8Array();
    const wire = isText || bytes === undefined ? gzipSync(body) : body;
    log.push({ path, status: bytes === undefined ? 404 : 200, wireBytes: wire.byteLength });
    response.writeHead(bytes === undefined ? 404 : 200, {
      'content-type': bytes === undefined ? types['html'] : type,
      ...(wire !== body && { 'content-encoding': 'gzip' }),
    });
    response.end(wire);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeLog: () => {
      const taken = log;
      log = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
