import { loadSettings } from '../main/load-settings.ts';
import type { UpkeepSettings } from '../main/retention-rules.ts';

/** What an installation keeps whose operator has set nothing. */
export function listDefaultUpkeep(): UpkeepSettings {
  return loadSettings({ flags: {}, environment: {} });
}
