import type { ConnectionBounds } from '@docwright/site-server';
import { createSettingReader, integer, type FindSetting, type SettingTable } from '@docwright/site-server/settings';

/** Limits on clients' open connections. */
export const connectionSettings = {
  bodySeconds: {
    environment: 'DOCWRIGHT_BODY_SECONDS',
    kind: integer(1, 3_600),
    default: '30',
    doc: 'Seconds that the body of a request may take: 1 to 3600. Slower requests get status 408. A `git push` can take longer if it sends at least 512 bytes per second.',
  },
  maxConnections: {
    environment: 'DOCWRIGHT_MAX_CONNECTIONS',
    kind: integer(1, 1_000_000),
    part: true,
    default: '10000',
    doc: 'Maximum number of open connections to the API, and to each port of live sites. Further connections are closed immediately.',
  },
  connectionsPerAddress: {
    environment: 'DOCWRIGHT_CONNECTIONS_PER_ADDRESS',
    kind: integer(0, 1_000_000),
    part: true,
    default: '2000',
    doc: 'Maximum number of open connections from one address to the API, and to each port of live sites; an IPv6 /64 network counts as one address. 0: no limit. Connections from the machine itself and from `DOCWRIGHT_TRUSTED_PROXIES` are not counted.',
  },
} as const satisfies SettingTable;

export function readConnectionSettings(find: FindSetting) {
  const read = createSettingReader(connectionSettings, find);
  const connections: ConnectionBounds = { total: read('maxConnections'), perAddress: read('connectionsPerAddress') };
  return { connections };
}
