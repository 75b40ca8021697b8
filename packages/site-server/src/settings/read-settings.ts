import type { FindSetting, Kind, SettingReader, SettingTable, SettingValue, SettingValues } from './setting.ts';
import { SettingsError } from './settings-error.ts';

/**
 * Reads the settings of a table from their sources. An empty string counts as missing. `label` returns a setting's name
 * for errors; the default is its environment variable.
 */
export function createSettingReader<T extends SettingTable>(
  table: T,
  find: FindSetting,
  label = (name: keyof T & string): string => table[name]?.environment ?? name,
): SettingReader<T> {
  const refuse = (name: keyof T & string, value: string, allowed: string): never => {
    const shown = table[name]?.secret === true ? '(not shown)' : value;
    throw new SettingsError(`${label(name)} is "${shown}"; allowed: ${allowed}.`);
  };
  const read = <Name extends keyof T & string>(name: Name): SettingValue<T[Name]> => {
    const setting: SettingTable[string] = table[name] as T[Name];
    const set = find(name, setting.environment);
    const text = set === undefined || set === '' ? setting.default : set;
    const value =
      text === undefined ? undefined : setting.kind.read(text, (allowed, part = text) => refuse(name, part, allowed));
    return value as SettingValue<T[Name]>;
  };
  return Object.assign(read, { refuse });
}

/**
 * Reads the values of all settings that aren't part of another setting.
 *
 * @throws SettingsError if a value isn't allowed
 */
export function readSettings<T extends SettingTable>(table: T, read: SettingReader<T>): SettingValues<T> {
  const names = Object.keys(table).filter((name) => table[name]?.part !== true);
  return Object.fromEntries(names.map((name) => [name, read(name)])) as SettingValues<T>;
}

/**
 * Converts a value of a settings file to the text that the environment would contain, or `undefined` if it is missing
 * or null.
 *
 * @throws SettingsError
 */
export function toSettingText(
  name: string,
  value: unknown,
  { isJson, isNumber }: Pick<Kind<unknown>, 'isJson' | 'isNumber'> = {},
): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJson === true && typeof value === 'object') return JSON.stringify(value);
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const number = isNumber === true ? undefined : parts.find((part) => typeof part === 'number');
  if (number !== undefined)
    throw new SettingsError(
      `"${name}" in the settings file is the number ${number}; it must be text, in quotation marks: YAML reads 1.10 as 1.1.`,
    );
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new SettingsError(`"${name}" in the settings file must be a string, a number, true, false or a list.`);
}

/**
 * @throws SettingsError if one of the names is not a setting; `source` is their location, such as `The settings file x`
 */
export function requireKnownSettings(table: SettingTable, names: readonly string[], source: string): void {
  const unknown = names.find((name) => !Object.hasOwn(table, name));
  if (unknown === undefined) return;
  const known = Object.keys(table).join(', ');
  throw new SettingsError(`${source} contains "${unknown}", which is not a setting. Valid settings: ${known}.`);
}
