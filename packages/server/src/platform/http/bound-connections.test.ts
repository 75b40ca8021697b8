import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { boundConnections, type ConnectionBounds } from './bound-connections.ts';

/** An address of this machine that is not its loopback: to the server it is somebody else's. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

async function startServer(bounds: ConnectionBounds, trusted: readonly string[] = []) {
  const server = createServer((_request, response) => response.end('served'));
  boundConnections(server, bounds, trusted);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  const accepted: Socket[] = [];
  server.on('connection', (socket: Socket) => void accepted.push(socket));
  return {
    /** Whether a request on a new connection is answered. The connection stays open. */
    async isServed(address: string): Promise<boolean> {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: address, localAddress: address });
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      const { promise, resolve } = Promise.withResolvers<boolean>();
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
      return promise;
    },
    async closeFirst(): Promise<void> {
      const other = accepted[0];
      assert.ok(other);
      sockets[0]?.destroy();
      await once(other, 'close');
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serveSome(count: number, bounds: ConnectionBounds, address: string, trusted?: readonly string[]) {
  await using server = await startServer(bounds, trusted);
  const served: boolean[] = [];
  for (let turn = 0; turn < count; turn++) served.push(await server.isServed(address));
  await server.closeFirst();
  served.push(await server.isServed(address));
  return served;
}

test('connections beyond the bound are closed at once, and a place is free again when one ends', async () => {
  assert.deepEqual(await serveSome(3, { total: 2, perAddress: 0 }, '127.0.0.1'), [true, true, false, true]);
});

test('an address has its own bound; proxies that are trusted and this machine are not counted', async () => {
  const bounds = { total: 100, perAddress: 2 };
  assert.deepEqual(await serveSome(3, bounds, '127.0.0.1'), [true, true, true, true]);
  // A machine without any network has no other address.
  if (ownAddress === undefined) return;
  assert.deepEqual(await serveSome(3, bounds, ownAddress), [true, true, false, true]);
  for (const trusted of [ownAddress, `${ownAddress}/32`])
    assert.deepEqual(await serveSome(3, bounds, ownAddress, [trusted, 'loopback']), [true, true, true, true]);
});
