/** Ends the start with a message that names the setting, a value (default: the whole one) and what is allowed. */
export type Refuse = (allowed: string, value?: string) => never;

/** How the text of a setting becomes its value. */
export interface Kind<T> {
  readonly read: (text: string, refuse: Refuse) => T;
  /** Its text is JSON: a settings file may contain the lists and maps themselves. */
  readonly isJson?: true;
  /** A settings file may contain it as a number. Other texts must be quoted: YAML reads `1.10` as 1.1. */
  readonly isNumber?: true;
}

/** A setting, declared once: its environment variable, value, default and meaning. Its key is its name in a file. */
export interface Setting {
  readonly environment: string;
  readonly kind: Kind<unknown>;
  /** As text; `undefined` if the program works without it. */
  readonly default: string | undefined;
  readonly doc: string;
  /** Never shown by a command or a log. */
  readonly secret?: true;
  /** It isn't a value by itself: a value of several settings, such as `mail`, contains it. */
  readonly part?: true;
}

export type SettingTable = Readonly<Record<string, Setting>>;

/** The value of a setting. One without a default may be `undefined`. */
export type SettingValue<S extends Setting> =
  S['kind'] extends Kind<infer T> ? (S['default'] extends string ? T : T | undefined) : never;

/** The values of a table, without those that are parts of others. */
export type SettingValues<T extends SettingTable> = {
  readonly [Name in keyof T as T[Name] extends { part: true } ? never : Name]: SettingValue<T[Name]>;
};

/** Reads the settings of a table, one at a time. */
export interface SettingReader<T extends SettingTable> {
  <Name extends keyof T & string>(name: Name): SettingValue<T[Name]>;
  /** @throws SettingsError */
  readonly refuse: (name: keyof T & string, value: string, allowed: string) => never;
}

/** The text that a setting has in the sources, or `undefined` if none of them sets it. */
export type FindSetting = (name: string, environment: string) => string | undefined;
