import { defaultTurnLimits } from '@docwright/site-assistant';
import { createDailyDigest } from '../modules/readers/analytics/index.ts';
import { openStoredBytes, RunningTurns, type AnswerDeps } from '../modules/readers/assistant/index.ts';
import { CountedLimits, LeasedLimits } from '../modules/foundation/rate-limits/index.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Maximum number of answers that models write concurrently in one process. */
const maxRunningTurns = 200;

/** Creates the dependencies for answering readers, in the API and at edges. */
export function createAnswerDeps(platform: Platform, settings: Settings): AnswerDeps {
  const { database, clock, linkSecrets, log } = platform;
  return {
    database,
    limits: new LeasedLimits({ database, clock }),
    addressLimits: new CountedLimits({ database, clock }),
    turns: new RunningTurns({ maxRunning: maxRunningTurns }),
    addressSecret: linkSecrets[0],
    openModel: async (site, budget) => {
      // The providers' packages are loaded on the first call to a model.
      const { openReaderModel } = await import('./models.ts');
      return openReaderModel(platform, site, { settings, budget });
    },
    digestOfDay: createDailyDigest({ database, clock }, 'assistant'),
    turnLimits: defaultTurnLimits,
    storedBytes: openStoredBytes(() => clock.now()),
    log,
  };
}
