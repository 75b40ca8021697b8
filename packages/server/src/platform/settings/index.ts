export { address, choice, integer, list, origins, splitList, text, yesNo } from './kinds.ts';
export { createSettingReader, readSettings } from './read-settings.ts';
export type { FindSetting, Kind, Setting, SettingReader, SettingTable, SettingValues } from './setting.ts';
export { SettingsError } from './settings-error.ts';
