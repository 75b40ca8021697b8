import { defaultBuildLimits, defaultBuildSettings, type BuildSettings } from './build-settings.ts';

/** Settings with a value for each, addresses without a slash at their end. */
export function resolveSettings(settings: Partial<BuildSettings> = {}): BuildSettings {
  const basePath = (settings.basePath ?? '').replace(/^\/*/, '/').replace(/\/+$/, '');
  return {
    ...defaultBuildSettings,
    ...settings,
    basePath,
    siteUrl: (settings.siteUrl ?? '').replace(/\/+$/, ''),
    limits: { ...defaultBuildLimits, ...settings.limits },
  };
}
