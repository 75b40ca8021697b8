import type { IncomingMessage } from 'node:http';
import { networkOfAddress } from './network-of-address.ts';

/**
 * Returns the network of the client that sent a request, which limits count as one client.
 *
 * @param header the header in which the operator's own proxy identifies the client, or `''` for the connection's
 * address. The last address in its list is the address that connected to the proxy.
 */
export function clientNetwork(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  header: string,
): string {
  const forwarded = header === '' ? undefined : headers[header.toLowerCase()];
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return networkOfAddress(last === undefined || last === '' ? (socket.remoteAddress ?? '') : last);
}
