import type { AddressInfo } from 'node:net';
import type { AccountContext } from '../modules/identity/accounts/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { compose, type Composition } from './compose.ts';
import { createRoutes } from './create-routes.ts';
import { listenClearly } from './listen-clearly.ts';
import { openAccounts } from './open-accounts.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { localAddress } from './local-address.ts';
import { stopOnce } from '../platform/processes/index.ts';
import type { Settings } from './settings/settings.ts';
import { startHousekeeping, startStorageMeasuring } from './start-housekeeping.ts';

export interface RunningApi {
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly composition: Composition;
  readonly accounts: AccountContext;
  /** Stops accepting requests, waits for those in progress, then closes everything. */
  stop(): Promise<void>;
}

/** Starts the HTTP API. @throws SettingsError, DatabaseError, PortError: each with a one-line message */
export async function serve(settings: Settings, log: Logger): Promise<RunningApi> {
  // The port is reserved before anything else is opened: links contain it, and a port in use must be reported
  // immediately.
  const stopping = { now: false };
  const port = await listenClearly.reserve(settings);
  const baseUrl = settings.baseUrl ?? localAddress(port.number);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => port.release());
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-api' });
  cleanup.defer(() => platform.close());
  const composition = await compose(platform, settings, baseUrl);
  cleanup.defer(() => composition.renderer.close());
  composition.renderer.warmUp({ spares: 0 });
  await platform.engine.start();
  cleanup.defer(() => platform.engine.stop());
  const opened = await openAccounts(platform, settings, {
    baseUrl,
    onJoined: composition.tellPeople.ofMember,
  });
  cleanup.defer(() => opened.close());
  const { accounts } = opened;
  const housekeeping = startHousekeeping(platform, settings);
  cleanup.defer(() => housekeeping.stop());
  const measuring = startStorageMeasuring(platform);
  cleanup.defer(() => measuring.stop());
  const app = createRoutes({ settings, baseUrl, platform, composition, accounts, isStopping: () => stopping.now });
  // Everything is ready before the port is released, so that the port is free only for a moment.
  await app.ready();
  await port.release();
  await app.listen({ port: port.number, host: settings.host });
  log.info({ baseUrl, address: (app.server.address() as AddressInfo).address }, 'API is ready');
  const owned = cleanup.move();
  const stop = async (): Promise<void> => {
    stopping.now = true;
    // Streams and long polls would keep the server open for minutes, so they are closed after the drain time.
    const cut = setTimeout(() => app.server.closeAllConnections(), settings.drainSeconds * 1000);
    composition.changes.notifyAll();
    await app.close();
    clearTimeout(cut);
    await owned.disposeAsync();
  };
  return {
    baseUrl,
    platform,
    composition,
    accounts,
    stop: stopOnce(settings.drainSeconds * 1000, 'the API', stop),
  };
}
