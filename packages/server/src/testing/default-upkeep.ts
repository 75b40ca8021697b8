import { loadSettings } from '../main/settings/load-settings.ts';
import type { UpkeepSettings } from '../modules/operations/retention/index.ts';

/** What an installation keeps whose operator has set nothing. */
export function listDefaultUpkeep(): UpkeepSettings {
  return loadSettings({ flags: {}, environment: {} });
}
