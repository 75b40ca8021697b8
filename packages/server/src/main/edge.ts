import { join } from 'node:path';
import {
  findCertificate,
  findChallenge,
  listChallenges,
  startOrdering,
} from '../modules/publishing/certificates/index.ts';
import { createPageBackends } from '../modules/readers/assistant/index.ts';
import { startEdge, type RunningEdge } from '../modules/readers/edge/index.ts';
import type { PublishEvent } from '../modules/project-config/webhooks/index.ts';
import { createHttpClient, isLoopback } from '../platform/http-client/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { createAnswerDeps } from './create-answer-deps.ts';
import { createEdgeAccess } from './create-edge-access.ts';
import { createMeaningOf } from './create-meaning-of.ts';
import { localAddress } from './local-address.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';
import { toSitesAddress } from './settings/sites-address.ts';
import { createNotifiers } from './create-notifiers.ts';

/** Starts an edge in a separate process, to serve readers. */
export async function edge(settings: Settings, log: Logger): Promise<RunningEdge> {
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  await using cleanup = new AsyncDisposableStack();
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-edge' });
  cleanup.defer(() => platform.close());
  const { engine } = platform;
  const { publishEvent } = createNotifiers(engine, settings);
  await engine.start();
  cleanup.defer(() => engine.stop());
  const running = await openEdge(platform, settings, {
    takePort: async () => settings.sitesPort,
    baseUrl,
    publishEvent,
  });
  cleanup.defer(() => running.stop());
  const owned = cleanup.move();
  let stopped: Promise<void> | undefined;
  return { ...running, stop: () => (stopped ??= owned.disposeAsync()) };
}

export interface EdgeRequest {
  /** Called when the edge is ready to listen, so that the process that reserved the port releases it. */
  readonly takePort: () => Promise<number>;
  readonly baseUrl: string;
  /** Publishes events through the platform's job engine, which must have been started. */
  readonly publishEvent: PublishEvent;
}

/** Opens an edge on an open platform. */
export async function openEdge(platform: Platform, settings: Settings, request: EdgeRequest): Promise<RunningEdge> {
  const running = await startEdgeOn(platform, settings, request);
  const orders = startOrders(platform, settings);
  return {
    ...running,
    stop: async () => {
      await orders?.stop();
      await running.stop();
    },
  };
}

/** Starts ordering certificates. Returns `undefined` if no authority is set, or if the edge doesn't terminate TLS. */
function startOrders({ database, secretBox, clock, log }: Platform, { acme, tls }: Settings) {
  if (acme === undefined || tls === undefined) return undefined;
  // The operator chooses the authority, whose address may be private.
  const http = createHttpClient({ allowedPrivateHosts: [new URL(acme.directory).host], userAgent: 'docwright' });
  const orders = startOrdering(acme, { database, secretBox, http, clock, log });
  return {
    stop: async () => {
      await orders.stop();
      await http.close();
    },
  };
}

function startEdgeOn(
  platform: Platform,
  settings: Settings,
  { takePort, baseUrl, publishEvent }: EdgeRequest,
): Promise<RunningEdge> {
  const { database, notifications, blobs, blobFiles, linkSecrets, passwords, secretBox, clock, log } = platform;
  const certificateDeps = { database, secretBox, clock };
  const sites = toSitesAddress(settings, baseUrl);
  return startEdge(
    {
      takePort,
      host: settings.host,
      sites,
      trustedProxies: settings.trustedProxies,
      connections: settings.connections,
      // Sites are public by default only if nobody else can reach them. A process behind a proxy also listens on
      // loopback, so the dashboard's public address is checked as well.
      defaultAccess:
        sites.scheme === 'http' && isLoopback(settings.host) && isLoopback(new URL(baseUrl).hostname)
          ? 'public'
          : 'members',
      dashboardUrl: baseUrl,
      cacheBytes: settings.edgeCacheMegabytes * 1_000_000,
      indexBytes: settings.edgeIndexMegabytes * 1_000_000,
      cacheFolder: join(settings.dataDir, 'cache', 'edge'),
      // Local files don't need a second copy.
      diskCacheBytes: blobFiles === undefined ? settings.edgeDiskMegabytes * 1_000_000 : 0,
      shutdownMs: settings.drainSeconds * 1000,
      tls: settings.tls,
    },
    {
      database,
      notifications,
      blobs,
      linkSecrets,
      passwords,
      access: createEdgeAccess(platform),
      deskOf: createPageBackends(createAnswerDeps(platform, settings)),
      meaningOf: createMeaningOf(platform, settings, () => undefined),
      certificates: settings.acme && {
        find: (domain) => findCertificate(certificateDeps, domain),
        findChallenge: (question) => findChallenge(certificateDeps, question),
        listChallenges: () => listChallenges(certificateDeps),
      },
      publishEvent,
      clock,
      log,
    },
  );
}
