/** A plain static Node server, which sends the file at the path from the disk with `stat` and a stream. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const server = createServer((request, response) => {
  const wanted = join(folder, request.url ?? '/');
  const zipped = String(request.headers['accept-encoding']).includes('gzip');
  const path = zipped ? `${wanted}.gz` : wanted;
  stat(path).then(
    ({ size }) => {
      const type = wanted.endsWith('.css') ? 'text/css' : 'text/html';
      response.writeHead(200, {
        'content-type': type,
        'content-length': size,
        ...(zipped ? { 'content-encoding': 'gzip' } : {}),
      });
      createReadStream(path).pipe(response);
    },
    () => response.writeHead(404).end(),
  );
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
