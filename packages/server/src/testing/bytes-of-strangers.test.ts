import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  eventBytesOfDay,
  eventRowBytes,
  maxFeedbackBytes,
  maxFeedbackOfDay,
  maxFeedbackOfNetworkDay,
  newUuid7,
  type SiteEvent,
} from '@docwright/site-server';
import { addressAttempts } from '../modules/identity/accounts/settings.ts';
import { createEventStore } from '../modules/readers/analytics/create-site-reports.ts';
import type { AnalyticsTables } from '../modules/readers/analytics/store.ts';
import {
  addressHourLimit,
  addressLimit,
  storedBytesOfDay,
  threadsOfAddressLimit,
} from '../modules/readers/assistant/limits.ts';
import { addressLimit as searchesOfAddress } from '../modules/readers/discovery/limits.ts';
import { insertProject } from './insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from './module-database.ts';

const daySeconds = 86_400;

/**
 * Maximum number of a client's failed attempts per day: the free attempts, followed by one attempt after each delay.
 */
function attemptsOfDay({ free, firstDelaySeconds, maxDelaySeconds }: typeof addressAttempts): number {
  let attempts = free;
  let seconds = 0;
  for (let delay = firstDelaySeconds; ; delay = Math.min(delay * 2, maxDelaySeconds)) {
    seconds += delay;
    if (seconds > daySeconds) return attempts;
    attempts += 1;
  }
}

/** A limit's row with its index entry: a name of at most 120 bytes, a time and an ID. */
const limitRowBytes = 300;
/** Blocks last a minute, and are counted for a window and a minute. */
const blocksOf = ({ windowSeconds }: { readonly windowSeconds: number }): number => windowSeconds / 60 + 2;
/** Two buckets, and an audit event with a user agent of at most 500 characters. */
const attemptBytes = 2 * limitRowBytes + 4_000;

/** Maps a table and the cause of its writes to the maximum number of bytes added in 24 hours. */
const computed: Readonly<Record<string, number>> = {
  'analytics_events, one network at all sites': eventBytesOfDay.network,
  'analytics_events, one site': eventBytesOfDay.site,
  'page_feedback, one network at one site': maxFeedbackOfNetworkDay * maxFeedbackBytes,
  'page_feedback, one site': maxFeedbackOfDay * maxFeedbackBytes,
  'assistant_messages, one project': storedBytesOfDay,
  'rate_uses, one network at one project': (addressLimit.limit + threadsOfAddressLimit.limit) * limitRowBytes,
  'limit_blocks, one network at one project':
    (blocksOf(addressHourLimit) + blocksOf(searchesOfAddress)) * limitRowBytes,
  'sign_in_attempts and audit_events, one network': attemptsOfDay(addressAttempts) * attemptBytes,
};

test('for each table, the manual states one to three times the data that an anonymous caller can store per day', () => {
  const manual = readFileSync(new URL('../../../../docs/operate/sizing.mdx', import.meta.url), 'utf8');
  const stated = [...manual.matchAll(/^\| ([`a-z_ ]+) \| (one [a-z ]+) \| ([\d.]+) MB \|/gm)].map(
    ([, table = '', whose = '', megabytes]) =>
      [`${table.replaceAll('`', '')}, ${whose}`, Number(megabytes) * 1_000_000] as const,
  );
  assert.deepEqual(stated.map(([name]) => name).toSorted(), Object.keys(computed).toSorted());
  for (const [name, bytes] of stated) {
    const most = computed[name] ?? Number.POSITIVE_INFINITY;
    assert.ok(most <= bytes, `${name}: ${most} bytes are possible, ${bytes} are stated`);
    assert.ok(most > bytes / 3, `${name}: the manual states far more than the ${most} bytes that are possible`);
  }
});

describe('an event', () => {
  let database: ModuleDatabase<AnalyticsTables>;
  before(async () => {
    database = await openModuleDatabase<AnalyticsTables>();
  });
  after(() => database.close());

  test('of a page view takes at most the bytes that the daily limits charge for it', async () => {
    const siteId = 'proj_0123456789abcdefghijkl';
    await insertProject(database, siteId);
    const nowMs = Date.now();
    const store = createEventStore(database, () => nowMs);
    await store.salt(new Date(nowMs).toISOString().slice(0, 10));
    const count = 5_000;
    const events = Array.from({ length: count }, (_, n): SiteEvent => {
      const id = newUuid7(nowMs, Buffer.from(String(n).padStart(10, '0')));
      const visitor = n.toString(16).padStart(32, '0');
      const texts = { path: '/a', referrer: null, query: null, target: null, results: null };
      return { ...texts, id, siteId, visitor, kind: 'view', isAi: false, at: new Date(nowMs).toISOString() };
    });
    await store.insert(events);
    const { rows } = await database.pool.query<{ bytes: string }>(`
      select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'analytics_events'::regclass`);
    const bytes = Number(rows[0]?.bytes) / count;
    assert.ok(bytes > 100 && bytes <= eventRowBytes + '/a'.length, `${bytes} bytes for each`);
  });
});
