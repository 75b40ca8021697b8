export { address, choice, integer, list, matching, splitList, text, trueFalse, words, yesNo } from './kinds.ts';
export { createSettingReader, readSettings, requireKnownSettings, toSettingText } from './read-settings.ts';
export type { FindSetting, Kind, Setting, SettingReader, SettingTable, SettingValues } from './setting.ts';
export { SettingsError } from './settings-error.ts';
