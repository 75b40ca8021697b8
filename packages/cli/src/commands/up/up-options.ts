import { type SettingOptions } from '../setting-options.ts';

export interface UpOptions extends SettingOptions {
  readonly example: boolean;
}
