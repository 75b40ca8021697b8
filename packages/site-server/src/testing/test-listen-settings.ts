import type { ListenSettings } from '../index.ts';

export const testListenSettings: ListenSettings = {
  address: '127.0.0.1',
  maxConnections: 200,
  connectionsPerAddress: 0,
  trustedProxies: [],
  requestMs: 60_000,
  shutdownMs: 0,
};
