/** Health, metrics and administration. These paths exist on the site's port only if the settings require it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BundleError, JsonTooDeep, parseJson } from '@docwright/bundle';
import { securityHeaders, sendJson, sendText } from '@docwright/site-server';
import type { Exchange, HttpExchange } from '@docwright/site-server';
import { HostError, isHostError } from '../errors.ts';
import type { HostErrorCode } from '../errors.ts';
import type { Site } from '../site.ts';
import type { HostMetrics } from './host-metrics.ts';
import { describeError } from './host-log.ts';

export interface AdminContext {
  readonly sites: readonly Site[];
  readonly metrics: HostMetrics;
  /** `''` turns administration off. */
  readonly token: string;
  /** Whether these paths are on the site's port, where every reader can request them. */
  readonly isPublic: boolean;
  readonly isStopping: () => boolean;
}

const MAX_BODY_BYTES = 16 * 1024;

/** Returns whether the path is one of these. The response may be sent later. */
export function answerAdmin(path: string, exchange: HttpExchange, context: AdminContext): boolean {
  switch (path) {
    case '/healthz':
      sendJson(exchange, 200, { status: 'ok' });
      return true;
    case '/readyz':
      answerReady(exchange, context);
      return true;
    case '/metrics':
      // Health and metrics reveal sites, versions and traffic, so they need the same protection as administration.
      if (context.isPublic && context.token === '') return false;
      if (!context.isPublic || isAuthorized(exchange.request, context.token)) void answerMetrics(exchange, context);
      else sendText(exchange, 401, 'A bearer token is required.\n');
      return true;
    default:
      if (!path.startsWith('/admin/') || context.token === '') return false;
      void administer(path.slice('/admin/'.length), exchange, context);
      return true;
  }
}

/** Sites become ready separately, but a load balancer checks the whole process. */
export function isReady({ sites, isStopping }: AdminContext): boolean {
  return !isStopping() && sites.every((site) => site.isReady);
}

function answerReady(exchange: Exchange, context: AdminContext): void {
  const ready = isReady(context);
  const status = context.isStopping() ? 'stopping' : ready ? 'ready' : 'not ready';
  sendJson(exchange, ready ? 200 : 503, { status, sites: context.sites.map((site) => site.health()) });
}

async function answerMetrics(exchange: Exchange, context: AdminContext): Promise<void> {
  const body = Buffer.from(await context.metrics.format(isReady(context)));
  const head = ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8', 'Content-Length', String(body.length)];
  exchange.send(200, [...head, 'Cache-Control', 'no-store', ...securityHeaders], body);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

async function readFields(request: IncomingMessage): Promise<Map<string, unknown>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > MAX_BODY_BYTES)
      throw new HostError('setting-invalid', `a request body must be at most ${MAX_BODY_BYTES} bytes`);
    parts.push(bytes);
  }
  if (size === 0) return new Map();
  try {
    return new Map<string, unknown>(Object.entries(Object(parseJson(Buffer.concat(parts)))));
  } catch (error) {
    const levels = error instanceof JsonTooDeep ? ` of at most ${error.maxDepth} levels` : '';
    throw new HostError('setting-invalid', `the request body must be JSON${levels}`, { cause: error });
  }
}

function textField(fields: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || typeof value === 'string') return value;
  throw new HostError('setting-invalid', `"${name}" must be a string`);
}

function requireSite(sites: readonly Site[], name: string | undefined): Site {
  const site =
    name === undefined && sites.length === 1 ? sites[0] : sites.find(({ settings }) => settings.name === name);
  if (site !== undefined) return site;
  const names = sites.map(({ settings }) => settings.name).join(', ');
  throw new HostError('setting-invalid', `"site" must be one of ${names}, not ${JSON.stringify(name ?? null)}`);
}

async function run(operation: string, request: IncomingMessage, sites: readonly Site[]): Promise<unknown> {
  const fields = await readFields(request);
  const site = requireSite(sites, textField(fields, 'site'));
  switch (`${request.method} ${operation}`) {
    case 'GET versions':
      return { versions: await site.list() };
    case 'POST reload':
      return site.reload(textField(fields, 'bundleUrl'));
    case 'POST activate':
      return site.activate(textField(fields, 'version') ?? '');
    case 'POST rollback':
      return site.rollback();
    default:
      return undefined;
  }
}

const statuses: Readonly<Partial<Record<HostErrorCode, number>>> = {
  'version-unknown': 404,
  'version-ambiguous': 409,
  'version-mismatch': 409,
  'kind-mismatch': 409,
  'downgrade-refused': 409,
  'setting-invalid': 400,
  'storage-full': 507,
};

function statusOf(error: unknown): number {
  if (error instanceof BundleError) return 422;
  return isHostError(error) ? (statuses[error.code] ?? 502) : 500;
}

async function administer(operation: string, exchange: HttpExchange, { sites, token }: AdminContext): Promise<void> {
  if (!isAuthorized(exchange.request, token)) {
    sendText(exchange, 401, 'A bearer token is required.\n');
    return;
  }
  try {
    const answer = await run(operation, exchange.request, sites);
    if (answer === undefined) sendText(exchange, 404, 'GET versions; POST reload, activate, rollback\n');
    else sendJson(exchange, 200, answer);
  } catch (error) {
    const status = statusOf(error);
    if (status === 500) exchange.failed(error);
    // The rest of an oversized body isn't read, because a second request on the connection would have to wait.
    const { request, response } = exchange;
    if (request.httpVersionMajor === 1 && !request.readableEnded) response.shouldKeepAlive = false;
    const { code, message } = describeError(error);
    sendJson(
      exchange,
      status,
      status === 500 ? { error: 'unexpected error', code: 'internal' } : { error: message, code },
    );
  }
}
