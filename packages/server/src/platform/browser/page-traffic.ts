import { toFields, toText, type DevTools, type Fields } from './devtools.ts';

/** A file that a page loads from its site. */
export interface PageFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * The site's address in the browser. The name never resolves (RFC 2606), and isn't looked up, because all requests are
 * answered here.
 */
export const pageOrigin = 'https://docs.invalid';

/** These limits exist because a page may load the same file in a loop. */
const maxRequests = 2_000;
const maxBytes = 100 * 1024 ** 2;
const maxNamedHosts = 5;

/**
 * Answers one page's requests, with the site's files only. Requests that the browser doesn't report, such as
 * WebSockets, fail because its sandbox has no network.
 */
export class PageTraffic {
  readonly #devtools: DevTools;
  readonly #sessionId: string;
  readonly #path: string;
  readonly #readFile: (path: string) => PageFile | undefined;
  readonly #hosts = new Set<string>();
  #bytes = 0;
  /** Whether the page itself was requested. */
  isOpened = false;
  /** Number of requests so far. */
  count = 0;
  pending = 0;

  constructor(
    connection: { readonly devtools: DevTools; readonly sessionId: string },
    site: { readonly path: string; readonly readFile: (path: string) => PageFile | undefined },
  ) {
    this.#devtools = connection.devtools;
    this.#sessionId = connection.sessionId;
    this.#path = site.path;
    this.#readFile = site.readFile;
  }

  /** Some of the other hosts from which the page requested files. */
  get refusedHosts(): readonly string[] {
    return [...this.#hosts];
  }

  async answer(event: Fields): Promise<void> {
    const requestId = toText(event['requestId']) ?? '';
    this.count += 1;
    this.pending += 1;
    const [method, params] = this.#choose(event);
    try {
      await this.#devtools.send(method, { requestId, ...params }, this.#sessionId);
    } catch {
      // The page has canceled the request, or the browser has ended, which other commands report.
    } finally {
      this.pending -= 1;
    }
  }

  #choose(event: Fields): readonly [method: string, params: Fields] {
    const url = parseUrl(toText(toFields(event['request'])['url']));
    const isDocument = event['resourceType'] === 'Document';
    const isPage = isDocument && !this.isOpened && url?.pathname === this.#path;
    if (isPage) this.isOpened = true;
    const file = url?.origin === pageOrigin && this.count <= maxRequests ? this.#readFile(toFilePath(url)) : undefined;
    if (url !== undefined && url.origin !== pageOrigin && this.#hosts.size < maxNamedHosts) this.#hosts.add(url.host);
    // The page stays open if it tries to navigate elsewhere.
    if (isDocument && !isPage) return ['Fetch.failRequest', { errorReason: 'Aborted' }];
    if (file === undefined || this.#bytes + file.bytes.byteLength > maxBytes)
      return ['Fetch.failRequest', { errorReason: 'BlockedByClient' }];
    this.#bytes += file.bytes.byteLength;
    return [
      'Fetch.fulfillRequest',
      {
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: file.contentType }],
        body: Buffer.from(file.bytes).toString('base64'),
      },
    ];
  }
}

function parseUrl(text: string | undefined): URL | undefined {
  return text === undefined ? undefined : (URL.parse(text) ?? undefined);
}

function toFilePath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}
