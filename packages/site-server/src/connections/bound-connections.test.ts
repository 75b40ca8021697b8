import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createNetServer, Socket, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AddressLimit, boundConnections, type ConnectionBounds } from './bound-connections.ts';

/** A non-loopback address of this machine, which the server treats as another machine's address. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

async function startServer(bounds: ConnectionBounds, trusted: readonly string[] = []) {
  const server = createServer((_request, response) => response.end('served'));
  const addresses = new AddressLimit(bounds.perAddress, trusted);
  boundConnections(server, { maxConnections: bounds.total, addresses, stalledMs: 180_000 });
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

test('connections beyond the limit are closed immediately, and closing an open connection frees a slot', async () => {
  assert.deepEqual(await serveSome(3, { total: 2, perAddress: 0 }, '127.0.0.1'), [true, true, false, true]);
});

test('each address has a limit, and connections from trusted proxies and this machine are not counted', async () => {
  const bounds = { total: 100, perAddress: 2 };
  assert.deepEqual(await serveSome(3, bounds, '127.0.0.1'), [true, true, true, true]);
  // A machine without a network has only its loopback address.
  if (ownAddress === undefined) return;
  assert.deepEqual(await serveSome(3, bounds, ownAddress), [true, true, false, true]);
  for (const trusted of [ownAddress, `${ownAddress}/32`])
    assert.deepEqual(await serveSome(3, bounds, ownAddress, [trusted, 'loopback']), [true, true, true, true]);
});

/**
 * Creates a connection that has this address from the server's point of view. No machine has all of these addresses.
 */
function connectFrom(server: Server, remoteAddress: string | undefined): Socket {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  server.emit('connection', socket);
  return socket;
}

const addressLimitOf = (perAddress: number, trusted: readonly string[] = []) => {
  const addresses = new AddressLimit(perAddress, trusted);
  const servers = [createNetServer(), createNetServer()] as const;
  for (const server of servers) addresses.watch(server);
  return (address: string | undefined, port: 0 | 1 = 0) => connectFrom(servers[port], address);
};

test('a client’s connections are counted together across spellings of its address, its IPv6 /64, and ports', () => {
  for (const [name, ...addresses] of [
    ['IPv4, mapped to IPv6 on a port that accepts both', '203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'],
    ['a /64', '2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:DB8::a:b:c:d'],
    ['link-local with a zone', 'fe80::1%eth0', 'fe80::2%eth1', 'fe80::3'],
  ] as const) {
    const open = addressLimitOf(2);
    const [first, second, third] = addresses.map((address, turn) => open(address, turn === 1 ? 1 : 0));
    assert.deepEqual([first?.destroyed, second?.destroyed, third?.destroyed], [false, false, true], name);
  }
  const open = addressLimitOf(1);
  for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8::1', '2001:db8:0:1::1', undefined, undefined])
    assert.equal(open(address).destroyed, false, address);
});

test('connections from trusted proxies are not counted, in any spelling of their address', () => {
  const open = addressLimitOf(1, ['uniquelocal', 'linklocal', '203.0.113.0/24', '2001:db8::1']);
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '203.0.113.9',
    '2001:db8:0::1',
    'fe80::1%eth0',
    '::1',
    '127.9.9.9',
  ])
    for (let turn = 0; turn < 3; turn++) assert.equal(open(address).destroyed, false, address);
  assert.equal(open('2001:db8::2').destroyed, false);
  assert.equal(open('2001:db8::2').destroyed, true);
});

test('a closed connection releases its slot, and a refused connection doesn’t release one', async () => {
  const open = addressLimitOf(1);
  const first = open('203.0.113.7');
  const refused = open('203.0.113.7');
  await setImmediate();
  assert.deepEqual([first.destroyed, refused.destroyed, open('203.0.113.7').destroyed], [false, true, true]);
  first.destroy();
  await once(first, 'close');
  assert.equal(open('203.0.113.7').destroyed, false);
});
