import { setTimeout as delay } from 'node:timers/promises';
import type { SiteKnowledge } from '@docwright/site-assistant';
import { repeat, type Clock, type Repetition } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { HttpClient } from '../../../platform/http-client/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { checkLink, noSuchHost, type LinkDeps, type Verdict } from './check-link.ts';
import { readSite } from './read-site.ts';
import {
  claimSite,
  saveSite,
  saveVerdict,
  selectUnreadSites,
  takeDueLinks,
  takeHostTurn,
  touchLiveSites,
  hasAnyHostResponded,
  type DueLink,
  type LiveBundle,
} from './store.ts';
import type { PageHealthTables } from './tables.ts';

export interface WatchPagesDeps {
  readonly database: Database<PageHealthTables>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Opens the search data of a bundle. @throws if it can't be read */
  readonly openKnowledge: (bundle: LiveBundle) => Promise<SiteKnowledge>;
  /** A client without access to private networks. If `undefined`, pages are read, but no link is checked. */
  readonly http: HttpClient | undefined;
  /** Time between two requests to a host; only tests set it. */
  readonly hostGapMs?: number;
}

const roundMs = 60_000;
/** Limits on one round: sites that are read, and links that are checked in all, per project, and per host. */
const sitesPerRound = 20;
const linksPerRound = 200;
const linksPerProject = 50;
const linksPerHost = 20;
/** Maximum number of hosts that are contacted at the same time. */
const concurrency = 16;
/** Time limit for a round, after which no more links are checked. */
const budgetMs = 5 * 60_000;
/** A worker that takes longer is considered stopped. */
const claimMs = 30 * 60_000;
const defaultGapMs = 1_000;
/** How long a link waits for its host before it is left to a later round. */
const maxWaitMs = 20_000;

/**
 * Reads the pages of deployed sites, and checks the links that are due. Every worker may run this: a site is claimed by
 * one worker, a link is leased to one, and all share the limits of a host.
 */
export function startWatchingPages(deps: WatchPagesDeps): Repetition {
  return repeat((signal) => watchPages(deps, signal), {
    everyMs: roundMs,
    onError: (err) => deps.log.warn({ err }, 'pages of live sites could not be checked; retrying later'),
  });
}

export async function watchPages(deps: WatchPagesDeps, signal: AbortSignal): Promise<void> {
  await touchLiveSites(deps.database.kysely, new Date(deps.clock.now()));
  await readDeployedSites(deps, signal);
  if (deps.http !== undefined) await checkDueLinks({ ...deps, http: deps.http }, signal);
}

async function readDeployedSites(deps: WatchPagesDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, log, openKnowledge } = deps;
  const db = database.kysely;
  for (const bundle of await selectUnreadSites(db, new Date(clock.now()), sitesPerRound)) {
    if (signal.aborted) return;
    const now = new Date(clock.now());
    const until = new Date(clock.now() + claimMs);
    if (!(await claimSite(db, bundle.projectId, { now, until }))) continue;
    try {
      const site = await readSite(await openKnowledge(bundle), signal);
      await db.transaction().execute((tx) => saveSite(tx, bundle, site, new Date(clock.now())));
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err, projectId: bundle.projectId }, 'the pages of a live site could not be read; retrying later');
    }
  }
}

type CheckDeps = WatchPagesDeps & { readonly http: HttpClient };

async function checkDueLinks(deps: CheckDeps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const db = database.kysely;
  const due = await takeDueLinks(db, {
    now: new Date(clock.now()),
    // Links that aren't checked in this round are due again at this time.
    until: new Date(clock.now() + 3 * budgetMs),
    limit: linksPerRound,
    sites: linksPerRound,
    perProject: linksPerProject,
    perHost: linksPerHost,
  });
  const endMs = clock.monotonicMs() + budgetMs;
  const hosts = [...Map.groupBy(due, ({ host }) => host).values()].values();
  const nowhere: [DueLink, Verdict][] = [];
  const isOver = (): boolean => signal.aborted || clock.monotonicMs() > endMs;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const links of hosts) await checkHost(deps, links, { signal, isOver, nowhere });
    }),
  );
  if (nowhere.length === 0 || signal.aborted) return;
  // A machine without a network connection can't resolve any name.
  const isOnline = await hasAnyHostResponded(db, new Date(clock.now()));
  for (const [link, verdict] of nowhere)
    await saveVerdict(db, link, isOnline ? verdict : { ...verdict, outcome: 'unknown' }, new Date(clock.now()));
}

interface Round {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Links with a host that can't be resolved. Their outcome is decided at the end of the round. */
  readonly nowhere: [DueLink, Verdict][];
}

/**
 * Checks the links of one host, one after the other. A host that doesn't respond in time is skipped for the rest of the
 * round.
 */
async function checkHost(deps: CheckDeps, links: readonly DueLink[], round: Round): Promise<void> {
  const { database, clock, log, http } = deps;
  const turns: LinkDeps = { http, takeTurn: (host, signal) => waitForTurn(deps, host, signal) };
  for (const link of links) {
    if (round.isOver()) return;
    try {
      const verdict = await checkLink(turns, new URL(link.url), round.signal);
      if (verdict === undefined) return;
      if (verdict.reason === noSuchHost) round.nowhere.push([link, verdict]);
      else await saveVerdict(database.kysely, link, verdict, new Date(clock.now()));
      if (verdict.reason === 'timed-out') return;
    } catch (err) {
      if (round.signal.aborted) return;
      log.warn({ err, projectId: link.projectId }, 'a link could not be checked; retrying later');
    }
  }
}

async function waitForTurn(
  { database, hostGapMs = defaultGapMs }: WatchPagesDeps,
  host: string,
  signal: AbortSignal,
): Promise<boolean> {
  const wait = await takeHostTurn(database.kysely, host, { gapMs: hostGapMs, mostMs: maxWaitMs });
  if (wait === undefined) return false;
  if (wait > 0) await delay(wait, undefined, { signal });
  return true;
}
