/** A setting that can't be used. The message names the setting, the value and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
