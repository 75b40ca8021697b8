/** A refusal by an authority, or an error during a request to it. The message is for the domain's owner. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError';
  /** `urn:ietf:params:acme:error:…` (RFC 8555, 6.7), or the name of another error. */
  readonly type: string;
  /** The delay that the authority requested. */
  readonly retryAfterMs: number | undefined;

  constructor(type: string, message: string, retryAfterMs?: number) {
    super(message);
    this.type = type;
    this.retryAfterMs = retryAfterMs;
  }
}
