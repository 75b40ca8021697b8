import { loadSettings } from '../main/settings/load-settings.ts';
import type { UpkeepSettings } from '../modules/operations/retention/index.ts';

/** An installation's default retention. */
export function listDefaultUpkeep(): UpkeepSettings {
  return loadSettings({ flags: {}, environment: {} });
}
