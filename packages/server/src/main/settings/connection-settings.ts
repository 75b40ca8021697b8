import type { ConnectionBounds } from '@docwright/site-server';
import { createSettingReader, integer, type FindSetting, type SettingTable } from '../../platform/settings/index.ts';

/** Settings of what a client may hold open. */
export const connectionSettings = {
  bodySeconds: {
    environment: 'DOCWRIGHT_BODY_SECONDS',
    kind: integer(1, 3_600),
    default: '30',
    doc: 'How long the body of a request may take: 1 to 3600. A later one is answered 408. What `git push` sends may take longer, at 512 bytes a second or more.',
  },
  maxConnections: {
    environment: 'DOCWRIGHT_MAX_CONNECTIONS',
    kind: integer(1, 1_000_000),
    part: true,
    default: '10000',
    doc: 'Connections to the API, and to each port of live sites, at the same time; further ones are closed at once.',
  },
  connectionsPerAddress: {
    environment: 'DOCWRIGHT_CONNECTIONS_PER_ADDRESS',
    kind: integer(0, 1_000_000),
    part: true,
    default: '2000',
    doc: 'How many of them one address may have; a /64 network of IPv6 counts as one. 0: no limit. Connections of the machine itself and of `DOCWRIGHT_TRUSTED_PROXIES` are not counted.',
  },
} as const satisfies SettingTable;

export function readConnectionSettings(find: FindSetting) {
  const read = createSettingReader(connectionSettings, find);
  const connections: ConnectionBounds = { total: read('maxConnections'), perAddress: read('connectionsPerAddress') };
  return { connections };
}
