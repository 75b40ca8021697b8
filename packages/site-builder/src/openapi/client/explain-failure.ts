import type { BuiltRequest } from './build-fetch.ts';

export interface Surroundings {
  /** Origin of the page. */
  readonly page: string;
  readonly isOnline: boolean;
}

/**
 * Browsers say "Failed to fetch" for everything that ends a request, so as not to tell one site of another: what happened, and what
 * the reader can do about each thing that it may have been.
 */
export function explainFailure(
  { method, url }: Pick<BuiltRequest, 'method' | 'url'>,
  reason: string,
  { page, isOnline }: Surroundings,
): [summary: string, ...remedies: string[]] {
  if (!URL.canParse(url)) return [`"${url}" is not a valid address.`, 'Correct the server at the top of the form.'];
  const { protocol, host, origin } = new URL(url);
  const summary = `No answer to ${method} ${url}.`;
  if (!isOnline) return [summary, 'This device is offline. Connect it to the network and send again.'];
  if (protocol === 'http:' && page.startsWith('https:') && !/^(?:localhost|127\.|\[::1\])/.test(host))
    return [summary, `This page came over HTTPS, from where browsers send nothing to http://. Use https://${host}.`];
  if (origin === page) return [summary, `The server did not respond (${reason}). Try again later.`];
  return [
    summary,
    `CORS: the API at ${origin} has to allow requests from ${page} (Access-Control-Allow-Origin). If it does not, send the request from a terminal: the code samples show how.`,
    `Network: ${host} has to be reachable from this device. A VPN, a firewall or an ad blocker may be in the way.`,
    'Server address: check it at the top of the form.',
  ];
}
