import { HostError } from './errors.ts';
import type { HostSettings, SiteSettings } from './settings/parse-settings.ts';

/** @param name required if the settings have more than one site. @throws HostError `setting-invalid` */
export function requireSite({ sites }: HostSettings, name: string | undefined): SiteSettings {
  const found = name === undefined ? sites[0] : sites.find((site) => site.name === name);
  if (found !== undefined && (name !== undefined || sites.length === 1)) return found;
  const names = sites.map((site) => site.name).join(', ');
  throw new HostError('setting-invalid', `specify one of the sites ${names}, not ${JSON.stringify(name ?? null)}`);
}
