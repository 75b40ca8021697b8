/** A plain HTTP client for tests that speak to servers on this machine; it remembers what was sent. */
import type { HttpClient, HttpRequest, HttpResponse } from '../../http-client/index.ts';

export interface RecordingClient extends HttpClient {
  readonly sent: { readonly request: HttpRequest; readonly status: number }[];
  /** What happens instead of, or after, the request; undefined lets it through. */
  fault: ((request: HttpRequest, send: () => Promise<HttpResponse>) => Promise<HttpResponse>) | undefined;
}

export function createRecordingClient(): RecordingClient {
  const client: RecordingClient = {
    sent: [],
    fault: undefined,
    request: async (request) => {
      const send = (): Promise<HttpResponse> => toServer(request);
      const response = await (client.fault === undefined ? send() : client.fault(request, send));
      client.sent.push({ request, status: response.status });
      return response;
    },
    close: () => Promise.resolve(),
  };
  return client;
}

async function toServer({ method, url, headers, body, signal }: HttpRequest): Promise<HttpResponse> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    ...(headers && { headers }),
    ...(body !== undefined && { body: body as string }),
    ...(signal && { signal }),
  });
  return answer(response.status, await response.text(), Object.fromEntries(response.headers));
}

/** An answer as a host would give it. */
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
