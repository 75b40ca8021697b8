import { runRule } from '../modules/upkeep/index.ts';
import { repeat, type Repetition } from '../platform/clock/index.ts';
import type { Platform } from './open-platform.ts';
import { listRetentionRules, type UpkeepSettings } from './retention-rules.ts';

/** Rows past their time are refused by their readers anyway: how soon they go matters to nobody. */
const everyMs = 3_600_000;
/** What another replica, or a start before this one, did so lately is not done again. */
const leastSeconds = 50 * 60;

/** Removes what is past its time, once now and then each hour. Of several replicas one does. */
export function startHousekeeping(platform: Platform, settings: UpkeepSettings): Repetition {
  const { database, blobs, clock, log } = platform;
  const rules = listRetentionRules(settings);
  const cleanUp = async (): Promise<void> => {
    for (const rule of rules) {
      // What one can't remove is no reason to keep what the others would.
      await runRule({ database, blobs, clock }, rule, leastSeconds).catch((error: unknown) => {
        log.warn({ err: error, rule: rule.name }, 'what is past its time could not be removed; tried again in an hour');
      });
    }
  };
  return repeat(cleanUp, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'what is past its time could not be removed; tried again in an hour'),
  });
}
