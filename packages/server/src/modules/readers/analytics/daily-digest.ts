import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ensureDay, type AnalyticsTables } from './store.ts';
import { toDay, VisitorSalts } from '@docwright/site-server';

/**
 * Distinguishes the readers of a day for one purpose: digests for another purpose, or of another day, can't be compared
 * with them.
 * @returns 16 bytes in hex
 */
export function createDailyDigest(
  { database, clock }: { readonly database: Database<AnalyticsTables>; readonly clock: Clock },
  purpose: string,
): (projectId: string, address: string) => Promise<string> {
  const salts = new VisitorSalts((day) => ensureDay(database.kysely, day, randomBytes(32)));
  return (projectId, address) =>
    salts.digest(toDay(clock.now()), { siteId: projectId, address, userAgent: `docwright:${purpose}` });
}
