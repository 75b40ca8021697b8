/** A setting that can't be used. The message names the setting, the value and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** A value of the settings file; a list is written as the environment would have it. */
export function toText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (name === 'modelFallbacks' || name === 'modelPrices') return JSON.stringify(value);
  if (Array.isArray(value)) return value.join(',');
  throw new SettingsError(`"${name}" in the settings file must be a string, a number, true, false or a list.`);
}
