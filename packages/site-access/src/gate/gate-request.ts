/** The parts of a request that decide whether it may read a site, independent of any HTTP framework. */
export interface GateRequest {
  readonly method: string;
  /** As received, without the query. */
  readonly pathname: string;
  readonly query: string;
  /** The value of a header, or `undefined`; several values are joined. */
  header(name: string): string | undefined;
  /** All values of a header, one for each occurrence. */
  headerValues(name: string): readonly string[];
  /** The reader's address, as reported by trusted proxies. */
  readonly address: string;
  /** The remote end of the connection: the reader, or the last proxy. */
  readonly peer: Peer;
  /** Reads the body; returns `undefined` if it has more than `maxBytes` bytes. */
  readBody(maxBytes: number): Promise<Buffer | undefined>;
  /** Reads the body as a form; returns `undefined` if it has more than `maxBytes` bytes. */
  readForm(maxBytes: number): Promise<URLSearchParams | undefined>;
}

export interface Peer {
  readonly address: string;
  /** The subject of its client certificate, if the connection verified one: `CN=proxy,O=Example`. */
  readonly certificateSubject: string | undefined;
}

/** Whether a browser requests a page, so that it can be redirected and shown a form. */
export const isPageRequest = (request: GateRequest): boolean =>
  isRead(request) && /text\/html/i.test(request.header('accept') ?? '');

export const isRead = ({ method }: GateRequest): boolean => method === 'GET' || method === 'HEAD';

/** Whether a page of the site sent the form. Browsers send its origin; a client that sends none isn't a browser. */
export function isOwnForm(request: GateRequest, hosts: readonly string[]): boolean {
  const origin = request.header('origin');
  if (origin !== undefined) return hosts.includes(URL.parse(origin)?.host ?? '');
  const site = request.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}
