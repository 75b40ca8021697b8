import { findFirstOrganization } from '../modules/organizations/index.ts';
import { findPrunable, type Pruned } from '../modules/pruning/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { localAddress } from './local-address.ts';
import { openPlatform } from './open-platform.ts';
import { listRetentionRules } from './retention-rules.ts';
import { noInstallation, requireDatabase } from './require-database.ts';
import type { Settings } from './settings.ts';

export interface PruneReport {
  readonly dryRun: boolean;
  readonly pruned: readonly Pruned[];
}

/** What is past its time by the settings goes now, or is only told of. Beside a running service, or with none. */
export async function pruneInstallation(
  settings: Settings,
  log: Logger,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PruneReport> {
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  await requireDatabase(settings);
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-prune' });
  try {
    const { database, blobs, clock } = platform;
    if ((await findFirstOrganization(database.kysely)) === undefined) throw noInstallation(settings);
    const rules = listRetentionRules(settings);
    const pruned = await findPrunable({ database, blobs, clock }, rules);
    if (!dryRun) for (const rule of rules) await rule.apply({ database, blobs, clock });
    return { dryRun, pruned };
  } finally {
    await platform.close();
  }
}
