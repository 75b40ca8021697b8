import { measureAll } from '../modules/storage/index.ts';
import { runRule, takeTurn, type RetentionRule } from '../modules/upkeep/index.ts';
import { repeat, type Repetition } from '../platform/clock/index.ts';
import type { Platform } from './open-platform.ts';
import { listRetentionRules, mirrorRule, type UpkeepSettings } from './retention-rules.ts';
import type { ServerTables } from './server-tables.ts';

/** Rows past their time are refused by their readers anyway: how soon they go matters to nobody. */
const everyMs = 3_600_000;
/** What another replica, or a start before this one, did so lately is not done again. */
const leastSeconds = 50 * 60;

/** Removes what is past its time, once now and then each hour. Of several replicas one does. */
export function startHousekeeping(platform: Platform, settings: UpkeepSettings): Repetition {
  return repeatRules(platform, listRetentionRules(settings));
}

/** Measures what each organization stores, once now and then each hour. Of several replicas one does. */
export function startStorageMeasuring({ database, repositoriesFolder, log }: Platform): Repetition {
  const measure = async (): Promise<void> => {
    if (await takeTurn(database.kysely, 'storage', leastSeconds))
      await measureAll({ db: database.kysely, repositoriesFolder });
  };
  return repeat(measure, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'stored bytes could not be measured; tried again in an hour'),
  });
}

/** What a worker has to do besides: the rest is done by the API. */
export function startDiskHousekeeping(platform: Platform, settings: UpkeepSettings): Repetition {
  return repeatRules(platform, [mirrorRule(settings)]);
}

function repeatRules(platform: Platform, rules: readonly RetentionRule<ServerTables>[]): Repetition {
  const { database, blobs, clock, mirrors, log } = platform;
  const cleanUp = async (): Promise<void> => {
    for (const rule of rules) {
      // What one can't remove is no reason to keep what the others would.
      await runRule({ database, blobs, clock, mirrors }, rule, leastSeconds).catch((error: unknown) => {
        log.warn({ err: error, rule: rule.name }, 'what is past its time could not be removed; tried again in an hour');
      });
    }
  };
  return repeat(cleanUp, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'what is past its time could not be removed; tried again in an hour'),
  });
}
