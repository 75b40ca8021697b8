import { join } from 'node:path';
import { startEdge, type RunningEdge } from '../modules/edge/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { localAddress } from './local-address.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import type { Settings } from './settings.ts';
import { toSitesAddress } from './sites-address.ts';

/** Answers readers in a process of its own. */
export async function edge(settings: Settings, log: Logger): Promise<RunningEdge> {
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  await using cleanup = new AsyncDisposableStack();
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-edge' });
  cleanup.defer(() => platform.close());
  const running = await openEdge(platform, settings, { port: settings.sitesPort, baseUrl });
  cleanup.defer(() => running.stop());
  const owned = cleanup.move();
  let stopped: Promise<void> | undefined;
  return { address: running.address, stop: () => (stopped ??= owned.disposeAsync()) };
}

/** On what is open already. */
export function openEdge(
  platform: Platform,
  settings: Settings,
  { port, baseUrl }: { readonly port: number; readonly baseUrl: string },
): Promise<RunningEdge> {
  const { database, notifications, blobs, blobFiles, linkSecrets, clock, log } = platform;
  const sites = toSitesAddress(settings, baseUrl);
  return startEdge(
    {
      port,
      host: settings.host,
      sites,
      trustedProxies: settings.trustedProxies,
      // Behind a proxy the machine listens to itself alone, and others reach it all the same.
      defaultAccess:
        sites.scheme === 'http' && isLoopback(settings.host) && isLoopback(new URL(baseUrl).hostname)
          ? 'public'
          : 'members',
      dashboardUrl: baseUrl,
      cacheBytes: settings.edgeCacheMegabytes * 1_000_000,
      indexBytes: settings.edgeIndexMegabytes * 1_000_000,
      cacheFolder: join(settings.dataDir, 'cache', 'edge'),
      // Files on this machine's own disk need no second copy on it.
      diskCacheBytes: blobFiles === undefined ? settings.edgeDiskMegabytes * 1_000_000 : 0,
      shutdownMs: settings.drainSeconds * 1000,
    },
    { database, notifications, blobs, linkSecrets, clock, log },
  );
}

const isLoopback = (host: string): boolean =>
  host === '::1' || host === '[::1]' || host === 'localhost' || host.startsWith('127.');
