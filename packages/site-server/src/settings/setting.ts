/**
 * Aborts startup with a message that contains the setting, a value (default: the setting's whole value) and the allowed
 * values.
 */
export type Refuse = (allowed: string, value?: string) => never;

/** Converts the text of a setting to its value. */
export interface Kind<T> {
  readonly read: (text: string, refuse: Refuse) => T;
  /** Whether the text is JSON. A settings file can also contain the lists and maps themselves. */
  readonly isJson?: true;
  /**
   * Whether a settings file can contain the value as a number. Other values must be quoted, because YAML reads `1.10`
   * as 1.1.
   */
  readonly isNumber?: true;
}

/** A setting, declared once: its environment variable, value, default and meaning. Its key is its name in a file. */
export interface Setting {
  readonly environment: string;
  readonly kind: Kind<unknown>;
  /** Default as text; `undefined` if the program works without a value. */
  readonly default: string | undefined;
  readonly doc: string;
  /** Whether the value is secret: no command or log shows it. */
  readonly secret?: true;
  /** Whether the setting is part of a value that combines several settings, such as `mail`. */
  readonly part?: true;
}

export type SettingTable = Readonly<Record<string, Setting>>;

/** A setting's value. It can be `undefined` if the setting has no default. */
export type SettingValue<S extends Setting> =
  S['kind'] extends Kind<infer T> ? (S['default'] extends string ? T : T | undefined) : never;

/** The values of a table's settings, without those that are part of another setting. */
export type SettingValues<T extends SettingTable> = {
  readonly [Name in keyof T as T[Name] extends { part: true } ? never : Name]: SettingValue<T[Name]>;
};

/** Reads a table's settings one by one. */
export interface SettingReader<T extends SettingTable> {
  <Name extends keyof T & string>(name: Name): SettingValue<T[Name]>;
  /** @throws SettingsError */
  readonly refuse: (name: keyof T & string, value: string, allowed: string) => never;
}

/** Finds the text of a setting in the sources; `undefined` if no source sets it. */
export type FindSetting = (name: string, environment: string) => string | undefined;
