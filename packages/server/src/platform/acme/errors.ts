/** A refusal by an authority, or an error on the way to it; the message is for the domain's owner. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError';
  /** `urn:ietf:params:acme:error:…` (RFC 8555, 6.7), or what else was wrong. */
  readonly type: string;
  /** How long the authority asks us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(type: string, message: string, retryAfterMs?: number) {
    super(message);
    this.type = type;
    this.retryAfterMs = retryAfterMs;
  }
}
