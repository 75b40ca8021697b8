import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export type Encoding = 'identity' | 'gzip' | 'br';

export interface DashboardFile {
  readonly contentType: string;
  /** Strong ETag of the content without its encoding. */
  readonly digest: string;
  /** Whether the name changes with the content, so that the file may be cached indefinitely. */
  readonly isImmutable: boolean;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

export interface Dashboard {
  /** The single page, which is served for every address without a file. */
  readonly page: DashboardFile;
  /** Keyed by path below the dashboard's address: `assets/main-B3x.js`. */
  readonly files: ReadonlyMap<string, DashboardFile>;
  /**
   * Addresses of the page's style sheets, for pages that use the dashboard's colors and fonts:
   * `/dashboard/assets/main-1.css`.
   */
  readonly styleSheets: readonly string[];
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/**
 * Reads all files of the built dashboard into memory, so that requests never access the disk.
 *
 * @param basePath the page's path below the host: `/dashboard/`
 * @returns `undefined` if the dashboard was not built
 */
export async function readDashboard(folder: string, basePath: string): Promise<Dashboard | undefined> {
  const paths = await readdir(folder, { recursive: true, encoding: 'utf8' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = new Set(paths.map((path) => path.replaceAll('\\', '/')));
  if (!names.has('index.html')) return undefined;
  const served = [...names].filter((path) => extname(path) in contentTypes && path !== 'index.html');
  const files = await Promise.all(served.map(async (path) => [path, await readOne(folder, path, names)] as const));
  const page = await readPage(folder, basePath);
  return { page, files: new Map(files), styleSheets: findStyleSheets(page, basePath) };
}

async function readOne(folder: string, path: string, names: ReadonlySet<string>): Promise<DashboardFile> {
  const read = (suffix: string) =>
    names.has(path + suffix) ? readFile(join(folder, path + suffix)) : Promise.resolve(undefined);
  const [identity, br, gzip] = await Promise.all([readFile(join(folder, path)), read('.br'), read('.gz')]);
  return {
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    digest: digestOf(identity),
    isImmutable: path.startsWith('assets/'),
    bodies: { identity, ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) },
  };
}

/** Reads the page and inserts its own address, because a proxy may serve it below another path. */
async function readPage(folder: string, basePath: string): Promise<DashboardFile> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const identity = Buffer.from(html.replace('<base href="/dashboard/"', `<base href="${escapeAttribute(basePath)}"`));
  return {
    contentType: 'text/html; charset=utf-8',
    digest: digestOf(identity),
    isImmutable: false,
    bodies: { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) },
  };
}

const findStyleSheets = ({ bodies }: DashboardFile, basePath: string): string[] =>
  [...bodies.identity.toString('utf8').matchAll(/<link rel="stylesheet"[^<>]* href="\.\/([^"]+)"/g)].map(
    ([, path = '']) => basePath + path,
  );

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url').slice(0, 22);

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
