import { defaultBuildLimits, defaultBuildSettings, type BuildSettings } from './build-settings.ts';

/** Settings with a value for each, addresses without a slash at their end. */
export function resolveSettings(given: Partial<BuildSettings> = {}): BuildSettings {
  const basePath = (given.basePath ?? '').replace(/^\/*/, '/').replace(/\/+$/, '');
  return {
    ...defaultBuildSettings,
    ...given,
    basePath,
    siteUrl: (given.siteUrl ?? '').replace(/\/+$/, ''),
    limits: { ...defaultBuildLimits, ...given.limits },
  };
}
