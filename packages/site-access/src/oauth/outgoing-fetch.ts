/**
 * Sends a request to a customer's identity provider.
 *
 * 1. It checks the address when it connects: a private address is refused unless the operator allowed the host.
 * 2. It doesn't follow redirects, and reads at most `maxBytes` of the body.
 * 3. It throws `OutgoingError` if it receives no HTTP response.
 */
export type OutgoingFetch = (request: OutgoingRequest) => Promise<OutgoingResponse>;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  /**
   * Whether the body was larger than `maxBytes`. If not, the server was unreachable, refused the request or was slow.
   */
  readonly isTooLarge: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isTooLarge?: boolean } = {}) {
    super(message, options);
    this.isTooLarge = options.isTooLarge ?? false;
  }
}
