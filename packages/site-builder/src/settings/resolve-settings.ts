import { defaultBuildLimits, defaultBuildSettings, type BuildSettings } from './build-settings.ts';

/** Fills in default settings, and removes trailing slashes from addresses. */
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
