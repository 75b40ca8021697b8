import { createServer, type AddressInfo } from 'node:net';
import type { Settings } from './settings/settings.ts';

/** The port isn't available. The message is one line with the remedy. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

export interface ReservedPort {
  readonly number: number;
  /** Releases the port for the server that follows. Can be called twice. */
  release(): Promise<void>;
}

/**
 * Reserves the port before anything else is opened, so that the start fails immediately with a one-line error if the
 * port is in use.
 */
async function reserve(settings: Pick<Settings, 'port' | 'host'>, setting = 'DOCWRIGHT_PORT'): Promise<ReservedPort> {
  // A client that connects too early is disconnected, because closing the port waits for all open connections.
  const server = createServer((socket) => socket.resetAndDestroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new PortError(describe(error, settings, setting), { cause: error })),
    );
    server.listen({ port: settings.port, host: settings.host, exclusive: true }, resolve);
  });
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return { number: (server.address() as AddressInfo).port, release: () => (released ??= release()) };
}

function describe(
  error: NodeJS.ErrnoException,
  { port, host }: Pick<Settings, 'port' | 'host'>,
  setting: string,
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: stop the program that uses it, or set ${setting} to another port (0 uses any free port).`;
    case 'EACCES':
      return `Port ${port} on ${host} is not allowed for this user: set ${setting} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine doesn't have the address ${host}: set DOCWRIGHT_HOST to one of its addresses, 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Can't listen on port ${port} of ${host}: ${error.message}.`;
  }
}

export const listenClearly = { reserve };
