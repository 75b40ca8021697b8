import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}
/** One answer: a status, headers, and a body (an object as JSON; `cut` ends the connection in its middle). */
export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly cut?: boolean;
}
export interface ScriptedProvider extends AsyncDisposable {
  readonly baseUrl: string;
  readonly host: string;
  readonly requests: ProviderRequest[];
}

/** A provider's API on a free port that gives what the script says for each request. */
export async function startProvider(
  script: (request: ProviderRequest, count: number) => ProviderAnswer,
): Promise<ScriptedProvider> {
  const requests: ProviderRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const request = { path: incoming.url ?? '', headers: incoming.headers, body };
      requests.push(request);
      const answer = script(request, requests.length);
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      outgoing.writeHead(answer.status ?? 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...answer.headers,
      });
      if (answer.cut === true) outgoing.write(text.slice(0, text.length / 2), () => outgoing.destroy());
      else outgoing.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `http://${host}/base`,
    host,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
