import type { ConnectionBounds } from '@docwright/site-server';

/** Settings of what a client may hold open. */
export const connectionSettingTable = {
  bodySeconds: {
    environment: 'DOCWRIGHT_BODY_SECONDS',
    default: '30',
    doc: 'Seconds that the body of a request may take: 1 to 3600. Slower requests get status 408. A `git push` may take longer if it sends at least 512 bytes per second.',
  },
  maxConnections: {
    environment: 'DOCWRIGHT_MAX_CONNECTIONS',
    default: '10000',
    doc: 'Maximum number of open connections to the API, and to each port of live sites. Further connections are closed immediately.',
  },
  connectionsPerAddress: {
    environment: 'DOCWRIGHT_CONNECTIONS_PER_ADDRESS',
    default: '2000',
    doc: 'How many of them may come from one address; an IPv6 /64 network counts as one address. 0: no limit. Connections from the machine itself and from `DOCWRIGHT_TRUSTED_PROXIES` are not counted.',
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
