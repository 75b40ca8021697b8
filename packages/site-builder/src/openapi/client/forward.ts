/**
 * A deployment may forward the playground's requests to the API, for APIs that don't accept cross-origin requests. The
 * page checks this before its first request; without a response (a static host), requests go to the API itself.
 */
import type { BuiltRequest } from './build-fetch.ts';
import type { PlaygroundData } from './playground-data.ts';

const PREFIX = 'docwright-forward-';

let asked: Promise<boolean> | undefined;

/**
 * Whether a request to this server is sent through the deployment, which forwards only to servers of the specification.
 */
export async function isForwarded({ proxy, servers }: PlaygroundData, server: string): Promise<boolean> {
  if (proxy === '' || !servers.some(({ url }) => url === server)) return false;
  asked ??= fetch(proxy, { cache: 'no-store' }).then(
    (answer) => answer.headers.get('docwright-playground') === 'ready',
    () => false,
  );
  return asked;
}

/**
 * Addresses a request to the proxy. The target is sent in a header, and the API's headers under a prefix, so that they
 * can't be confused with headers that the browser adds for the documentation's host (cookies, its sign-in).
 */
export function throughProxy({ url, method, headers, body }: BuiltRequest, proxy: string): BuiltRequest {
  const own = headers.filter(([name]) => name.toLowerCase() === 'content-type');
  const forwarded = headers
    .filter((header) => !own.includes(header))
    .map(([name, value]) => [PREFIX + name.toLowerCase(), value] as const);
  return {
    url: proxy,
    method: 'POST',
    headers: [['docwright-target', `${method} ${url}`], ...own, ...forwarded],
    body,
  };
}

/** Headers of the API's response, or `undefined` if the deployment didn't forward it. */
export function forwardedHeaders({ headers }: Response): [string, string][] | undefined {
  if (headers.get('docwright-playground') !== 'answer') return undefined;
  return [...headers].flatMap(([name, value]): [string, string][] => {
    if (name === 'content-type') return [[name, value]];
    return name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [];
  });
}

/** The reason that the deployment didn't forward a request, or `undefined` if it did or wasn't asked to. */
export async function readRefusal(response: Response): Promise<string | undefined> {
  if (response.headers.get('docwright-playground') !== 'refused') return undefined;
  const { error } = (await response.json()) as { readonly error?: unknown };
  return typeof error === 'string' ? error : response.statusText;
}
