export type SecretBoxErrorCode = 'master-key-invalid' | 'master-key-unknown' | 'sealed-text-damaged';

/** The message names ids of keys, never a key or what was sealed. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
  readonly code: SecretBoxErrorCode;

  constructor(code: SecretBoxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
