import { measureAll } from '../modules/identity/storage/index.ts';
import { runRule, takeTurn, type RetentionRule } from '../modules/foundation/upkeep/index.ts';
import { repeat, type Repetition } from '../platform/clock/index.ts';
import type { Platform } from './open-platform.ts';
import { listRetentionRules, mirrorRule, type UpkeepSettings } from '../modules/operations/retention/index.ts';
import type { ServerTables } from './server-tables.ts';
import { listStoredData } from './stored-data.ts';

/** Interval of the cleanup. It can be long, because expired rows are refused even before they are deleted. */
const everyMs = 3_600_000;
/** Time within which the cleanup is not repeated, even by another replica or after a restart. */
const leastSeconds = 50 * 60;

/** Deletes expired data, immediately and then every hour. Only one of several replicas does this. */
export function startHousekeeping(platform: Platform, settings: UpkeepSettings): Repetition {
  return repeatRules(platform, listRetentionRules(settings));
}

/** Measures each organization's storage, immediately and then every hour. Only one of several replicas does this. */
export function startStorageMeasuring({ database, repositoriesFolder, log }: Platform): Repetition {
  const measure = async (): Promise<void> => {
    if (await takeTurn(database.kysely, 'storage', leastSeconds))
      await measureAll({ db: database.kysely, stored: listStoredData(repositoriesFolder) });
  };
  return repeat(measure, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'storage could not be measured; retrying in an hour'),
  });
}

/** Starts the worker's part of the cleanup; the API process does the rest. */
export function startDiskHousekeeping(platform: Platform, settings: UpkeepSettings): Repetition {
  return repeatRules(platform, [mirrorRule(settings)]);
}

function repeatRules(platform: Platform, rules: readonly RetentionRule<ServerTables>[]): Repetition {
  const { database, blobs, clock, mirrors, log } = platform;
  const cleanUp = async (): Promise<void> => {
    for (const rule of rules) {
      // If one rule fails, the others still run.
      await runRule({ database, blobs, clock, mirrors }, rule, leastSeconds).catch((error: unknown) => {
        log.warn({ err: error, rule: rule.name }, 'expired data could not be deleted; retrying in an hour');
      });
    }
  };
  return repeat(cleanUp, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'expired data could not be deleted; retrying in an hour'),
  });
}
