import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { hangLimitMs } from '../../../scripts/hang-limit.ts';
import type { FuzzRequest } from './make-request.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Creates a client that sends paths unchanged, unlike `fetch`. For a stream, it waits only for the headers. */
export function createSender(baseUrl: string, maxSockets: number) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets });
  const send = ({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(hangLimitMs);
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const options = { hostname, port, method, path, agent, signal, headers: { ...headers, ...length } };
      const request = httpRequest(options, (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers };
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
          response.destroy();
          resolve({ ...answer, text: '' });
          return;
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ ...answer, text: Buffer.concat(chunks).toString('utf8') }));
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}
