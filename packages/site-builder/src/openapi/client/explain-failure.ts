import type { BuiltRequest } from './build-fetch.ts';

export interface RequestContext {
  /** Origin of the page. */
  readonly page: string;
  readonly isOnline: boolean;
}

/**
 * Explains a request without a response. Browsers report only "Failed to fetch", so that one site learns nothing about
 * another. Returns a summary, and a remedy for each possible cause.
 */
export function explainFailure(
  { method, url }: Pick<BuiltRequest, 'method' | 'url'>,
  reason: string,
  { page, isOnline }: RequestContext,
): [summary: string, ...remedies: string[]] {
  if (!URL.canParse(url)) return [`"${url}" is not a valid address.`, 'Correct the server at the top of the form.'];
  const { protocol, host, origin } = new URL(url);
  const summary = `No response to ${method} ${url}.`;
  if (!isOnline) return [summary, 'This device is offline. Connect it to the network and send again.'];
  if (protocol === 'http:' && page.startsWith('https:') && !/^(?:localhost|127\.|\[::1\])/.test(host))
    return [summary, `This page was loaded over HTTPS, so browsers block requests to http://. Use https://${host}.`];
  if (origin === page) return [summary, `The server did not respond (${reason}). Try again later.`];
  return [
    summary,
    `CORS: the API at ${origin} must allow requests from ${page} (Access-Control-Allow-Origin). If it doesn't, send the request from a terminal, as in the code samples.`,
    `Network: ${host} must be reachable from this device. A VPN, a firewall or an ad blocker may block it.`,
    'Server address: check it at the top of the form.',
  ];
}
