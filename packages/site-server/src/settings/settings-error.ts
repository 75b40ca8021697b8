/** A setting that can't be used. The message contains the setting, the value and the allowed values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
