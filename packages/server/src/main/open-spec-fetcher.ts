import { createHttpClient } from '../platform/http-client/index.ts';
import { createSpecFetcher, UnresponsiveHosts, type FetchSpecs } from '../modules/building/remote-specs/index.ts';
import { systemClock } from '../platform/clock/index.ts';
import type { Settings } from './settings/settings.ts';

/** Opens a fetcher of specifications for builds by the service and by commands, with separate connections. */
export function openSpecFetcher({ specHosts, privateSpecHosts }: Pick<Settings, 'specHosts' | 'privateSpecHosts'>): {
  readonly fetchSpecs: FetchSpecs;
  close(): Promise<void>;
} {
  const http = createHttpClient({ allowedPrivateHosts: privateSpecHosts, userAgent: 'docwright' });
  const silent = new UnresponsiveHosts(systemClock);
  return { fetchSpecs: createSpecFetcher({ http, hosts: specHosts, silent }), close: () => http.close() };
}
