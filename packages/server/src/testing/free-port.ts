import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range of ports to try, below the ports that systems assign to connections. Otherwise, a connection could take the
 * port between the search and its use.
 */
const candidates = { from: 20_000, to: 32_000 };

/** Finds a free port on 127.0.0.1 for a program that doesn't accept port 0. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(candidates.from, candidates.to);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
