import { loadSettings } from '../main/settings/load-settings.ts';
import type { UpkeepSettings } from '../modules/operations/retention/index.ts';

/** The default retention of an installation. */
export function listDefaultUpkeep(): UpkeepSettings {
  return loadSettings({ flags: {}, environment: {} });
}
