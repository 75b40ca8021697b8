/** Answers requests that node:http can't parse, because its own responses have no body. */
import type { Server } from 'node:http';
import { plainResponse } from '../answer/plain-answers.ts';
import { refusedMethod } from './refused-method.ts';

/** Time that a client has to read the response before its socket is closed. */
const LINGER_MS = 2_000;

export function refuseUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const response = plainResponse(...toAnswer(error.code));
    socket.end(refusedMethod(error) === 'HEAD' ? response.slice(0, response.indexOf('\r\n\r\n') + 4) : response);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
  server.on('checkExpectation', (_request, response) => {
    const text = 'The header Expect must be "100-continue".\n';
    response.writeHead(417, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      Connection: 'close',
    });
    response.end(text);
  });
}

function toAnswer(code: string | undefined): [status: string, text: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['431 Request Header Fields Too Large', 'The address and headers exceed the limit of 16384 bytes.\n'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'The complete request did not arrive in time.\n'];
    default:
      return ['400 Bad Request', 'The request is not valid HTTP/1.1.\n'];
  }
}
