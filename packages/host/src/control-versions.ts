import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { requireSite } from './require-site.ts';
import type { HostSettings } from './settings/parse-settings.ts';
import { describeProcess } from './versions/list-versions.ts';
import type { VersionSummary } from './versions/list-versions.ts';
import { SiteVersions } from './versions/site-versions.ts';

/**
 * A data folder's versions, for commands that run without a server. A running server applies changes within
 * `followSeconds`.
 */
export interface VersionControl {
  versions(): Promise<VersionSummary[]>;
  activate(version: string): Promise<VersionSummary>;
  rollback(): Promise<VersionSummary>;
}

/** Opens the versions of a site; `site` is required if the settings have more than one. */
export function controlVersions(settings: HostSettings, nowMs: () => number, site?: string): VersionControl {
  const found = requireSite(settings, site);
  const processName = describeProcess(hostname(), process.pid);
  const versions = new SiteVersions({
    folder: join(settings.dataDir, 'sites', found.name),
    settings: found.staticExport,
    deploymentKind: settings.deploymentKind,
    hasAccess: found.access.access.mode !== 'public',
    nowMs,
    newName: () => `${processName}-${randomBytes(6).toString('hex')}`,
    atPoint: () => undefined,
    events: {
      changed: () => undefined,
      updated: () => undefined,
      activated: () => undefined,
      repaired: () => undefined,
      skipped: () => undefined,
      damaged: () => undefined,
    },
  });
  const withFolder = async <T>(work: () => Promise<T>): Promise<T> => {
    await versions.openFromDisk();
    try {
      return await work();
    } finally {
      await versions.stop();
    }
  };
  return {
    versions: () => withFolder(() => versions.list()),
    activate: (name) => withFolder(() => versions.activate(name)),
    rollback: () => withFolder(() => versions.rollback()),
  };
}
