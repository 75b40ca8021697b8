/** Settings that can't be used. The message names the value and what is allowed, never a secret. */
export class AccessSettingsError extends Error {
  override readonly name = 'AccessSettingsError';
  /** JSON Pointer of the setting: `/oauth/issuer`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}
