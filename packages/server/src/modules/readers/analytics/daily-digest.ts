import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ensureDay, type AnalyticsTables } from './store.ts';
import { toDay, VisitorSalts } from '@docwright/site-server';

/**
 * Creates a function that distinguishes the readers of a day for one purpose. Its digests, which are 16 bytes in hex,
 * can't be compared with digests for another purpose or day.
 */
export function createDailyDigest(
  { database, clock }: { readonly database: Database<AnalyticsTables>; readonly clock: Clock },
  purpose: string,
): (projectId: string, address: string) => Promise<string> {
  const salts = new VisitorSalts((day) => ensureDay(database.kysely, day, randomBytes(32)));
  return (projectId, address) =>
    salts.digest(toDay(clock.now()), { siteId: projectId, address, userAgent: `docwright:${purpose}` });
}
