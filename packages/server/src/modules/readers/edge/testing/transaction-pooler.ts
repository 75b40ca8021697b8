/** A server that behaves like a pooler in transaction mode: LISTEN succeeds, but no notification ever arrives. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface TransactionPooler {
  readonly url: string;
  close(): Promise<void>;
}

const notification = 'A'.charCodeAt(0);

/** Drops notification messages (PostgreSQL, 55.7): one byte, then a length that includes itself. */
function dropNotifications(): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let bytes = Buffer.concat([rest, chunk]);
      const kept: Buffer[] = [];
      while (bytes.length >= 5 && bytes.length > bytes.readUInt32BE(1)) {
        const end = 1 + bytes.readUInt32BE(1);
        if (bytes[0] !== notification) kept.push(bytes.subarray(0, end));
        bytes = bytes.subarray(end);
      }
      rest = bytes;
      done(null, Buffer.concat(kept));
    },
  });
}

/** @param url the address of a server without TLS, on a port or (`?host=/folder`) on a socket */
export async function openTransactionPooler(url: string): Promise<TransactionPooler> {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const target = folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.5432` };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          upstream.destroy();
          sockets.delete(socket);
        });
    }
    client.pipe(upstream).pipe(dropNotifications()).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
