import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request without `fetch`, which sets the Host header itself. Rejects if the server doesn't respond. */
export function ask(port: number, host: string, path: string, headers: object = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const startedAt = performance.now();
  const outgoing = request({ host: '127.0.0.1', port, path, agent, headers: { ...headers, host } }, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', reject);
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts), ms: performance.now() - startedAt }),
    );
  });
  outgoing.on('error', reject).end();
  return promise;
}
