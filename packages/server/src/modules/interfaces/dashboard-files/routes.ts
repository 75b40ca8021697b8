import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '@docwright/site-server';
import { ApiError } from '../../../platform/http/index.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { missingPage } from './missing-page.ts';
import { readDashboard, type Dashboard, type DashboardFile } from './read-dashboard.ts';

/** Reads the dashboard after it was built. */
export type LoadDashboard = () => Promise<Dashboard | undefined>;

/**
 * @param folder the folder with the built files
 * @param baseUrl the service's public address, possibly below a path of a proxy
 */
export function createLoadDashboard(folder: string, baseUrl: string): LoadDashboard {
  const basePath = toBasePath(baseUrl);
  let reading: Promise<Dashboard | undefined> | undefined;
  return async () => {
    const dashboard = await (reading ??= readDashboard(folder, basePath));
    // Not built yet. The next request checks again, because the dashboard can be built after the service starts.
    if (dashboard === undefined) reading = undefined;
    return dashboard;
  };
}

const toBasePath = (baseUrl: string): string => `${new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '')}/dashboard/`;

export interface DashboardDeps {
  readonly load: LoadDashboard;
  /** The service's public address, possibly below a path of a proxy. */
  readonly baseUrl: string;
  /** Addresses whose pages the dashboard may embed: previews of sites, which run without an origin. */
  readonly frameSources: readonly string[];
}

/**
 * Serves `/dashboard/` and everything below it. Files with a digest in their name are cached indefinitely, and the page
 * is revalidated each time. An address without a file returns the page, because the dashboard handles its own
 * addresses.
 */
export function registerDashboardRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { load } = deps;
  const basePath = toBasePath(deps.baseUrl);
  const pageHeaders = toPageHeaders(
    deps.frameSources,
    (new URL(deps.baseUrl).origin + basePath).replaceAll(/[;,]/g, encodeURIComponent),
  );

  app.get('/', async (request, reply) => {
    if (request.headers.accept?.includes('text/html') === true) return reply.redirect(basePath, 302);
    throw new ApiError(
      'not_found',
      `This path does not exist. The manual is at /docs, the API description at /openapi.json.`,
    );
  });
  app.get('/dashboard', async (_request, reply) => reply.redirect(basePath, 308));
  app.get('/dashboard/*', async (request, reply) => {
    const dashboard = await load();
    if (dashboard === undefined) {
      return reply.code(503).headers(pageHeaders).type('text/html; charset=utf-8').send(missingPage);
    }
    const path = (request.params as { '*': string })['*'];
    const file = dashboard.files.get(path);
    if (file !== undefined) return send(request, reply, file);
    if (path.startsWith('assets/'))
      throw new ApiError('not_found', "This build of the dashboard doesn't have that file.");
    return send(request, reply.headers(pageHeaders), dashboard.page);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], (name) => file.bodies[name] !== undefined);
  const etag = `"${file.digest}-${encoding}"`;
  void reply.headers({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  const { 'if-none-match': known } = request.headers;
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(file.contentType).send(file.bodies[encoding] ?? file.bodies.identity);
}

/**
 * Returns headers that allow only the dashboard's own scripts, styles, frames and requests, and prevent other pages
 * from embedding it in a frame. Scripts must be files of the dashboard: other scripts on the same origin, such as a
 * preview's, belong to customers.
 */
function toPageHeaders(frameSources: readonly string[], files: string): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'script-src': files,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': frameSources.length === 0 ? "'none'" : frameSources.join(' '),
    'form-action': "'self'",
    'base-uri': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}
