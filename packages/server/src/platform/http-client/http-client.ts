/**
 * The only client for URLs that tenants set: bundle links, git remotes, specifications by URL, webhooks, playground.
 *
 * 1. The address is checked when the connection is opened, so that a name can't resolve differently after the check.
 * 2. Private, local and reserved addresses are refused unless the operator allowed the host.
 * 3. The client follows redirects itself and checks each target; `Authorization` and cookies are sent only to their
 *    host.
 * 4. Size and time are limited, including headers.
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
  /** Overrides the client's limits for this request, in either direction. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Lowercase names; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL that responded, after redirects. */
  readonly url: string;
  /**
   * Throws `HttpClientError` `response-too-large` beyond the limit. The caller must read the body or call `discard`.
   */
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
  /** Maximum number of concurrent requests to one origin; additional requests wait. */
  readonly maxConnections?: number;
  /** Whether `http:` is allowed for all hosts; it is always allowed for the allowed private hosts. */
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
