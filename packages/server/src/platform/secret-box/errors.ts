export type SecretBoxErrorCode = 'master-key-invalid' | 'master-key-unknown' | 'sealed-text-damaged';

/** Thrown if text can't be opened or a key is invalid. The message contains key IDs, but never a key or sealed text. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
  readonly code: SecretBoxErrorCode;

  constructor(code: SecretBoxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
