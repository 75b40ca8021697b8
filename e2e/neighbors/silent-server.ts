import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that accepts every request and never responds. */
export interface SilentServer {
  readonly url: string;
  /** Returns the number of requests that are waiting for a response. */
  waiting(): number;
  /** Resolves once this many requests have arrived. */
  heard(count: number): Promise<void>;
  close(): void;
}

export async function startSilentServer(): Promise<SilentServer> {
  const open = new Set<IncomingMessage>();
  const heard: { readonly count: number; readonly resolve: () => void }[] = [];
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    open.add(request);
    response.once('close', () => open.delete(request));
    for (const { count, resolve } of heard) if (arrived >= count) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    waiting: () => open.size,
    heard: async (count) => {
      if (arrived >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      heard.push({ count, resolve });
      await promise;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
