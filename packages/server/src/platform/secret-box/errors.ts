export type SecretBoxErrorCode = 'master-key-invalid' | 'master-key-unknown' | 'sealed-text-damaged';

/** The message contains IDs of keys, but never a key or a sealed text. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
  readonly code: SecretBoxErrorCode;

  constructor(code: SecretBoxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
