/**
 * The one way out for every URL that a tenant gives: bundle links, git remotes, OpenAPI by URL, webhooks, playground.
 *
 * 1. The address is checked when the connection is made, so a name can't change its answer in between.
 * 2. Private, local and reserved addresses are refused unless the operator allowed that host.
 * 3. Redirects are followed by us, each target checked like the first; `Authorization` and cookies stay with their host.
 * 4. Size and time are capped, headers included.
 */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal?: AbortSignal;
  /** Overrides the client's caps for this request, downwards or upwards. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; a repeated header is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** Throws `HttpClientError` `response-too-large` beyond the cap. Read it or call `discard`. */
  readonly body: AsyncIterable<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  discard(): Promise<void>;
}

export interface HttpClientSettings {
  /** Host names, `host:port` or `scheme://host:port` that may be private: `git.internal`, `http://127.0.0.1:8080`. */
  readonly allowedPrivateHosts?: readonly string[];
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
  /** To one origin at the same time; requests beyond wait. */
  readonly maxConnections?: number;
  /** `http:` besides `https:` for every host; the allowed private ones have it anyway. */
  readonly allowPlainHttp?: boolean;
  readonly userAgent?: string;
}

export type HttpClientErrorCode =
  | 'url-invalid'
  | 'scheme-refused'
  | 'address-refused'
  | 'too-many-redirects'
  | 'redirect-invalid'
  | 'response-too-large'
  | 'timed-out'
  | 'connection-failed'
  | 'cancelled';
