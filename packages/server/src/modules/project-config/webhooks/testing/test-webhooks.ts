/** Outgoing webhooks for tests: real PostgreSQL, the real queue, and a receiver over HTTP. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kysely } from 'kysely';
import { systemClock } from '../../../../platform/clock/index.ts';
import { createHttpClient, createUrlCheck } from '../../../../platform/http-client/index.ts';
import type { Principal } from '../../../../platform/http/index.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { createSecretBox } from '../../../../platform/secret-box/index.ts';
import { HOME, openModuleDatabase, OTHER } from '../../../../testing/module-database.ts';
import type { AuditLogTables } from '../../../foundation/audit-log/index.ts';
import type { ProjectTables } from '../../projects/index.ts';
import type { DeliverDeps } from '../deliver.ts';
import { defineWebhookQueue, workOnWebhooks } from '../job.ts';
import { createPublishEvent, type PublishEvent } from '../publish-event.ts';
import type { WebhookRouteDeps } from '../routes.ts';
import { defaultWebhookSettings, type WebhookSettings } from '../settings.ts';
import type { WebhookTables } from '../tables.ts';
import { hangLimitMs } from '../../../../../../../scripts/hang-limit.ts';

export const organizationId = HOME;
export const otherOrganizationId = OTHER;

type Schema = WebhookTables & AuditLogTables & ProjectTables;

export interface TestWebhooks {
  readonly deps: WebhookRouteDeps;
  /** Dependencies for a test that makes attempts itself. */
  readonly delivering: DeliverDeps;
  readonly kysely: Kysely<Schema>;
  readonly publish: PublishEvent;
  readonly receiver: Receiver;
  close(): Promise<void>;
}

export interface TestWebhookOptions {
  readonly settings?: Partial<WebhookSettings>;
  readonly faultPoint?: DeliverDeps['faultPoint'];
  readonly onDisabled?: DeliverDeps['onDisabled'];
  /** False if the test itself makes all deliveries. */
  readonly hasWorker?: boolean;
  /** The default is the receiver's host. */
  readonly allowedPrivateHosts?: readonly string[];
}

export async function startTestWebhooks(options: TestWebhookOptions = {}): Promise<TestWebhooks> {
  const log = createLogger({ level: 'silent' });
  const database = await openModuleDatabase<Schema>();
  const receiver = await startReceiver();
  const engine = createJobEngine({ url: database.url, pool: database.pool, log, times: { pollMs: 100 } });
  const queue = defineWebhookQueue(engine);
  await engine.start();
  const allowedPrivateHosts = options.allowedPrivateHosts ?? [receiver.host];
  const http = createHttpClient({ allowedPrivateHosts });
  const shared = {
    database,
    engine,
    queue,
    secretBox: createSecretBox({ current: randomBytes(32), previous: [] }),
    clock: systemClock,
    settings: { ...defaultWebhookSettings, ...options.settings },
  };
  const { faultPoint = () => undefined, onDisabled = () => Promise.resolve() } = options;
  const delivering = { ...shared, http, random: () => 0, faultPoint, log, onDisabled };
  if (options.hasWorker !== false) await workOnWebhooks(engine, queue, { concurrency: 10, deps: delivering });
  return {
    delivering,
    deps: { ...shared, checkUrl: createUrlCheck({ allowedPrivateHosts }) },
    kysely: database.kysely,
    publish: createPublishEvent({ engine, queue }),
    receiver,
    close: async () => {
      await engine.stop();
      await http.close();
      await receiver.close();
      await database.close();
    },
  };
}

export const admin = (organization = organizationId): Principal => ({
  actor: { kind: 'api_key', id: 'key_1', name: 'admin' },
  organizationId: organization,
  plan: 'enterprise',
  isOperator: false,
  scopes: ['admin'],
  projectIds: null,
  expiresAt: null,
  role: null,
  origin: { address: '127.0.0.1', userAgent: null, requestId: 'req_1' },
});

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** The receiver's `name:port`. */
  readonly host: string;
  readonly received: Received[];
  /** Sends the response; the default is 200. */
  answer: (response: ServerResponse, count: number) => void;
  /** Resolves when this number of requests has arrived. */
  count(wanted: number): Promise<void>;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly wanted: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks as Buffer[]).toString() });
      receiver.answer(response, received.length);
      for (const { wanted, resolve } of waiting) if (received.length >= wanted) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: `http://${host}/hook`,
    host,
    received,
    answer: (response) => void response.writeHead(200).end('ok'),
    count: async (wanted) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ wanted, resolve });
      if (received.length >= wanted) resolve();
      const failure = new Error(`${received.length} of ${wanted} requests came`);
      const timer = setTimeout(() => reject(failure), hangLimitMs);
      await promise.finally(() => clearTimeout(timer));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
