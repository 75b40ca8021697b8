/**
 * A module's routes with a real database. They are called without a socket: the responses equal the service's, at the
 * speed of a function call.
 */
import { recordAuditEvent, type AuditLogTables } from '../modules/foundation/audit-log/index.ts';
import { findPlan, type OrganizationTables } from '../modules/identity/organizations/index.ts';
import { isConnectionLost } from '../platform/database/index.ts';
import {
  createApp,
  createOperationRoutes,
  type AuthenticatePublicKey,
  type AuthenticateSession,
  type Identity,
  type OperationRoutes,
} from '../platform/http/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { openModuleDatabase, principalOf, type ModuleDatabase } from './module-database.ts';

type App = ReturnType<typeof createApp>;

/** The arguments of a module's registration that a test doesn't create itself. */
export interface RouteParts<Schema> {
  readonly database: ModuleDatabase<Schema>;
  /** For routes that aren't in the contract. */
  readonly app: App;
}

export interface ModuleRoutes<Schema> {
  readonly database: ModuleDatabase<Schema>;
  /** Sends a request with a key of `org_home` with all scopes; `as` overrides the caller's fields. */
  request(method: string, path: string, options?: ModuleRequest): Promise<ModuleAnswer>;
  close(): Promise<void>;
}

export interface ModuleRequest {
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes to `principalOf`; null means an anonymous caller without a key. */
  readonly as?: Partial<Identity> | null;
  /** The caller's address; `127.0.0.1` by default. */
  readonly from?: string;
}

export interface ModuleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests check the type
  readonly json: any;
}

export const baseUrl = 'https://docs.example';
export const sessionCookie = '__Secure-docwright.session_token';

/**
 * The routes that `register` creates, with the real checks of scope, plan, and schemas. Only keys are faked: each
 * request specifies its caller. Refused attempts are recorded in the audit log, as in the service.
 */
export async function openModuleRoutes<Schema>(
  register: (routes: OperationRoutes, parts: RouteParts<Schema>) => void | Promise<void>,
  {
    bySession = () => Promise.resolve(undefined),
    byPublicKey = () => Promise.resolve(undefined),
  }: { readonly bySession?: AuthenticateSession; readonly byPublicKey?: AuthenticatePublicKey } = {},
): Promise<ModuleRoutes<Schema>> {
  const database = await openModuleDatabase<Schema>();
  // Each module's database has the whole schema.
  const tables = (database as unknown as ModuleDatabase<AuditLogTables & OrganizationTables>).kysely;
  const keys = new Map<string, Identity>();
  const app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: isConnectionLost });
  const authentication = {
    byKey: (key: string) => Promise.resolve(keys.get(key)),
    byPublicKey,
    bySession,
    sessionCookie,
    findPlan: (organizationId: string) => findPlan(tables, organizationId),
    baseUrl,
  };
  const routes = createOperationRoutes(app, authentication, (principal, attempt) =>
    recordAuditEvent(tables, principal, { ...attempt, result: 'refused' }),
  );
  await register(routes, { database, app });
  await app.ready();
  return {
    database,
    request: (method, path, options = {}) => ask(app, keys, { method, path, ...options }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

async function ask(
  app: App,
  keys: Map<string, Identity>,
  {
    method,
    path,
    body,
    headers = {},
    as = {},
    from,
  }: ModuleRequest & { readonly method: string; readonly path: string },
): Promise<ModuleAnswer> {
  const key = `test-key-${keys.size}`;
  if (as !== null) keys.set(key, principalOf(as));
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    ...(from !== undefined && { remoteAddress: from }),
    headers: {
      ...(as !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = /^application\/json(;|$)/.test(String(answer.headers['content-type']));
  return {
    status: answer.statusCode,
    headers: toHeaders(answer.headers),
    text: answer.body,
    json: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
  };
}

function toHeaders(raw: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
  }
  return headers;
}
