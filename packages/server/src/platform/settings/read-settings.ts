import type { FindSetting, SettingReader, SettingTable, SettingValue, SettingValues } from './setting.ts';
import { SettingsError } from './settings-error.ts';

/** Reads the settings of a table from their sources. */
export function createSettingReader<T extends SettingTable>(table: T, find: FindSetting): SettingReader<T> {
  const refuse = (name: keyof T & string, value: string, allowed: string): never => {
    throw new SettingsError(`${table[name]?.environment ?? name} is "${value}"; allowed is ${allowed}.`);
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

/** The values of all settings that aren't parts of others. @throws SettingsError if one isn't allowed */
export function readSettings<T extends SettingTable>(table: T, read: SettingReader<T>): SettingValues<T> {
  const names = Object.keys(table).filter((name) => table[name]?.part !== true);
  return Object.fromEntries(names.map((name) => [name, read(name)])) as SettingValues<T>;
}
