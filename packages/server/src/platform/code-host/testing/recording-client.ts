/**
 * The service's own HTTP client, which may connect to servers on this machine. It records requests and can fail on
 * purpose.
 */
import { createHttpClient, type HttpClient, type HttpRequest, type HttpResponse } from '../../http-client/index.ts';

export interface Exchange {
  readonly request: HttpRequest;
  readonly status: number;
  /** The response's body; `undefined` until it has been read. */
  answer: string | undefined;
}

export interface RecordingClient extends HttpClient {
  readonly sent: Exchange[];
  /** Called instead of sending the request, which it can do itself with `send`. If `undefined`, requests are sent. */
  fault: ((request: HttpRequest, send: () => Promise<HttpResponse>) => Promise<HttpResponse>) | undefined;
}

/** @param allowed `host:port` of a test's server */
export function createRecordingClient(allowed: readonly string[] = []): RecordingClient {
  const real = createHttpClient({ allowedPrivateHosts: allowed, allowPlainHttp: true });
  const client: RecordingClient = {
    sent: [],
    fault: undefined,
    request: async (request) => {
      const send = (): Promise<HttpResponse> => real.request(request);
      const response = await (client.fault === undefined ? send() : client.fault(request, send));
      const exchange: Exchange = { request, status: response.status, answer: undefined };
      client.sent.push(exchange);
      return { ...response, text: async () => (exchange.answer = await response.text()) };
    },
    close: () => real.close(),
  };
  return client;
}

/** A response in a host's format. */
export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes = Buffer.from(text);
  return {
    status,
    headers,
    url: '',
    body: (async function* () {
      yield bytes;
    })(),
    bytes: () => Promise.resolve(bytes),
    text: () => Promise.resolve(text),
    discard: () => Promise.resolve(),
  };
}
