import type { ConnectionBounds } from '@docwright/site-server';

/** Settings of what a client may hold open. */
export const connectionSettingTable = {
  bodySeconds: {
    environment: 'DOCWRIGHT_BODY_SECONDS',
    default: '30',
    doc: 'How long the body of a request may take: 1 to 3600. A later one is answered 408. What `git push` sends may take longer, at 512 bytes a second or more.',
  },
  maxConnections: {
    environment: 'DOCWRIGHT_MAX_CONNECTIONS',
    default: '10000',
    doc: 'Connections to the API, and to each port of live sites, at the same time; further ones are closed at once.',
  },
  connectionsPerAddress: {
    environment: 'DOCWRIGHT_CONNECTIONS_PER_ADDRESS',
    default: '2000',
    doc: 'How many of them one address may have; a /64 network of IPv6 counts as one. 0: no limit. Connections of the machine itself and of `DOCWRIGHT_TRUSTED_PROXIES` are not counted.',
  },
} as const;

export interface ConnectionSettingValues {
  readonly bodySeconds: number;
  readonly connections: ConnectionBounds;
}

interface Reader {
  integer(name: keyof typeof connectionSettingTable, min: number, max: number): number;
}

export function readConnectionSettings(read: Reader): ConnectionSettingValues {
  return {
    bodySeconds: read.integer('bodySeconds', 1, 3_600),
    connections: {
      total: read.integer('maxConnections', 1, 1_000_000),
      perAddress: read.integer('connectionsPerAddress', 0, 1_000_000),
    },
  };
}
