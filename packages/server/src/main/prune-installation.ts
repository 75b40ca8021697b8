import { findFirstOrganization } from '../modules/identity/organizations/index.ts';
import { findPrunable, listRetentionRules, type Pruned } from '../modules/operations/retention/index.ts';
import { runRule, type RemovedByRule } from '../modules/foundation/upkeep/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { localAddress } from './local-address.ts';
import { openPlatform } from './open-platform.ts';
import { noInstallation, requireDatabase } from './require-database.ts';
import type { Settings } from './settings/settings.ts';

export type { Pruned };

/** The rows that a rule deleted. */
export interface Removed extends RemovedByRule {
  readonly rule: string;
  readonly title: string;
  readonly keeps: string;
}

export type PruneReport =
  | { readonly dryRun: true; readonly pruned: readonly Pruned[] }
  | { readonly dryRun: false; readonly removed: readonly Removed[] };

/** Deletes or only lists data that has expired according to the settings. Works with or without a running service. */
export async function pruneInstallation(
  settings: Settings,
  log: Logger,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PruneReport> {
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  await requireDatabase(settings);
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-prune' });
  try {
    const { database, blobs, clock, mirrors } = platform;
    if ((await findFirstOrganization(database.kysely)) === undefined) throw noInstallation(settings);
    const rules = listRetentionRules(settings);
    if (dryRun) return { dryRun, pruned: await findPrunable({ database, blobs, clock, mirrors }, rules) };
    const removed: Removed[] = [];
    for (const rule of rules) {
      const { name, title, keeps } = rule;
      const taken = await runRule({ database, blobs, clock, mirrors }, rule);
      if (taken !== undefined && taken.rows + taken.files > 0) removed.push({ rule: name, title, keeps, ...taken });
    }
    return { dryRun, removed };
  } finally {
    await platform.close();
  }
}
