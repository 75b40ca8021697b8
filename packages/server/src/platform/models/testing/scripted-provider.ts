import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendReply, type WireReply } from './wire-streams.ts';

export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}
export interface ScriptedProvider extends AsyncDisposable {
  readonly baseUrl: string;
  readonly host: string;
  readonly requests: ProviderRequest[];
}

/** Starts a provider's API on a free port. The script determines the response to each request. */
export async function startProvider(
  script: (request: ProviderRequest, count: number) => WireReply,
): Promise<ScriptedProvider> {
  const requests: ProviderRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const request = { path: incoming.url ?? '', headers: incoming.headers, body };
      requests.push(request);
      sendReply(outgoing, script(request, requests.length), request);
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
