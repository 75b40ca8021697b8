import { OutgoingError, type OutgoingFetch } from '@docwright/site-access';
import { HttpClientError, type HttpClient } from '../../../platform/http-client/index.ts';

/** Sends a sign-in's requests with the client for addresses that tenants set. */
export const toOutgoingFetch =
  (http: Pick<HttpClient, 'request'>, timeoutMs: number): OutgoingFetch =>
  async ({ method, url, headers, body, maxBytes, signal }) => {
    try {
      const response = await http.request({
        method,
        url,
        headers,
        maxBytes,
        timeoutMs,
        maxRedirects: 0,
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      });
      return { status: response.status, headers: response.headers, body: await response.bytes() };
    } catch (error) {
      const isTooLarge = error instanceof HttpClientError && error.code === 'response-too-large';
      throw new OutgoingError(error instanceof Error ? error.message : String(error), { cause: error, isTooLarge });
    }
  };
