import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answerer = (response: ServerResponse, request: SeenRequest) => void;

export interface ScriptedServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
}

/** A real HTTP server that returns its responses in order, and then repeats the last one. */
export async function startScriptedServer(...answers: readonly Answerer[]): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push(request);
      answer?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answerer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Ends the connection before any response. */
export const hangUp: Answerer = (response) => {
  response.destroy();
};

/** A text stream that then ends or is cut off. */
export const stream =
  (text: string, end: 'end' | 'cut'): Answerer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => (end === 'end' ? response.end() : response.destroy()));
  };
