import type { Suggestion, SuggestionList, SuggestionStatus } from '@docwright/contract';
import { maxEvidence } from '@docwright/doc-agent';
import { listAllPages, type SiteKnowledge } from '@docwright/site-assistant';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { IdempotencyTables } from '../../foundation/idempotency/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import { toCountedPath } from '../analytics/index.ts';
import { selectChangedPages, type PageHealthTables } from '../page-health/index.ts';
import { selectQuestionDays } from '../assistant/index.ts';
import { toPresentLink } from '../../sources/repositories/index.ts';
import { promptOf, summarize, titleOf, type NearPage, type Words } from './describe-suggestion.ts';
import { findCandidates } from './find-candidates.ts';
import { findNearPages, type PageName } from './find-near-pages.ts';
import { effectDays, measureEffect } from './measure-effect.ts';
import { readSignals, type SignalTables } from './read-signals.ts';
import { countVisitors, lastSeen, type Candidate } from './signal.ts';
import { findActions, type Action } from './find-actions.ts';
import type { SuggestionTables } from './store.ts';

export type ListTables = SignalTables &
  SuggestionTables &
  PageHealthTables &
  ProjectTables &
  RateLimitTables &
  IdempotencyTables;

export interface ListDeps {
  readonly database: Database<ListTables>;
  readonly clock: Clock;
  /**
   * Finds the live site's knowledge; `undefined` if no site is live.
   * @throws if it can't be read; suggestions then name no pages
   */
  readonly findKnowledge: (projectId: string) => Promise<SiteKnowledge | undefined>;
  readonly log: Logger;
  readonly repositoryUrl: (stored: string) => string;
  /** Days for which individual events are stored. */
  readonly eventDays: number;
}

/** Maximum number of the most recent actions. Older actions no longer affect the list. */
const maxActions = 1_000;
/** Number of days whose signals suggestions are based on. */
const listedDays = 30;
const dayMs = 86_400_000;
const maxPages = 3;

/** A suggestion before its pages are searched. */
export interface Found {
  readonly candidate: Candidate;
  readonly visitors: number;
  readonly action: Action | undefined;
  readonly status: SuggestionStatus;
  readonly effect: Suggestion['effect'];
}

/** Lists all suggestions from the project's signals and users' actions, most readers first. */
export async function findSuggestions(
  { database: { kysely }, clock, eventDays }: Pick<ListDeps, 'database' | 'clock' | 'eventDays'>,
  projectId: string,
): Promise<{ readonly found: readonly Found[]; readonly complete: boolean }> {
  const now = clock.now();
  const listedFrom = startOfDay(now - (listedDays - 1) * dayMs);
  const actions = await findActions(kysely, projectId, maxActions);
  const changes = actions.flatMap(({ since }) => (since === null ? [] : [since.getTime() - effectDays * dayMs]));
  const oldest = startOfDay(Math.min(listedFrom.getTime(), ...changes));
  const range = { projectId, from: toDate(oldest), to: toDate(new Date(now + dayMs)) };
  const signals = await readSignals(kysely, range);
  const questionDays = await selectQuestionDays(kysely, projectId);
  const keptFrom = (kind: Candidate['kind']): Date =>
    startOfDay(now - (kind === 'missing_topic' ? Math.min(eventDays, questionDays ?? eventDays) : eventDays) * dayMs);
  const { candidates, complete } = findCandidates(projectId, signals, actions);
  const actionOf = new Map(actions.map((action) => [action.id, action]));
  const found = candidates
    .map((candidate): Found => {
      const action = actionOf.get(candidate.id);
      const recent = { ...candidate, signals: candidate.signals.filter(({ at }) => at >= listedFrom) };
      const visitors = countVisitors(recent.signals);
      const since = action?.since ?? null;
      const effect =
        since === null ? null : measureEffect(candidate.signals, { since, oldest: keptFrom(candidate.kind), now });
      return { candidate: recent, visitors, action, status: statusOf(action), effect };
    })
    .filter(({ candidate, status }) => candidate.signals.length > 0 || status !== 'open')
    .sort((a, b) => b.visitors - a.visitors || (a.candidate.id < b.candidate.id ? -1 : 1));
  return { found, complete };
}

const startOfDay = (ms: number): Date => new Date(Math.floor(ms / dayMs) * dayMs);
const toDate = (at: Date): string => at.toISOString().slice(0, 10);

export function statusOf(action: Pick<Action, 'dismissed' | 'job'> | undefined): SuggestionStatus {
  if (action === undefined) return 'open';
  if (action.dismissed) return 'dismissed';
  return statusOfJob(action.job);
}

/** Returns a suggestion's status: `open` if its job created no pull request, or the pull request was closed. */
export function statusOfJob(job: Pick<NonNullable<Action['job']>, 'status' | 'prState'> | null): SuggestionStatus {
  if (job === null) return 'open';
  if (job.status === 'active' || job.prState === 'open') return 'in_progress';
  return job.prState === 'merged' ? 'resolved' : 'open';
}

export async function listSuggestions(
  deps: ListDeps,
  asked: {
    readonly projectId: string;
    readonly status: SuggestionStatus | undefined;
    readonly minVisitors: number;
    readonly limit: number;
  },
): Promise<SuggestionList> {
  const { found, complete } = await findSuggestions(deps, asked.projectId);
  const site = await openSite(deps, asked.projectId);
  const rows = found
    .filter(({ status }) => (asked.status === undefined ? status !== 'dismissed' : status === asked.status))
    .filter((one) => one.status !== 'open' || (one.visitors >= asked.minVisitors && !isOutdated(one.candidate, site)));
  const suggestions: Suggestion[] = [];
  for (const one of rows.slice(0, asked.limit)) suggestions.push(await toSuggestion(deps, one, site));
  return {
    suggestions: await withChanges(deps, asked.projectId, suggestions),
    complete: complete && rows.length <= asked.limit,
  };
}

/**
 * Adds the time of a page's last change if it is later than the last signal, because the page may now contain the
 * missing information.
 */
export async function withChanges(
  { database: { kysely } }: Pick<ListDeps, 'database'>,
  projectId: string,
  suggestions: readonly Suggestion[],
): Promise<Suggestion[]> {
  const paths = new Set(suggestions.flatMap(({ pages }) => pages.map(({ path }) => path)));
  const changes = await selectChangedPages(kysely, projectId, [...paths]);
  const changeOf = new Map(changes.map(({ path, changedAt }) => [path, changedAt.toISOString()]));
  return suggestions.map((suggestion) => ({
    ...suggestion,
    pages: suggestion.pages.map((page) => {
      const at = changeOf.get(page.path);
      const isLater = at !== undefined && suggestion.lastSeenAt !== null && at > suggestion.lastSeenAt;
      return isLater ? { ...page, changedAt: at } : page;
    }),
  }));
}

interface Site {
  readonly knowledge: SiteKnowledge;
  readonly pages: ReadonlyMap<string, PageName>;
}

/** Opens the live site. Returns `undefined` if no site is live or readable, because suggestions don't require one. */
export async function openSite({ findKnowledge, log }: ListDeps, projectId: string): Promise<Site | undefined> {
  try {
    const knowledge = await findKnowledge(projectId);
    return knowledge === undefined ? undefined : { knowledge, pages: await listPages(knowledge) };
  } catch (err) {
    log.warn({ err, projectId }, "the live site can't be read; its suggestions are listed without pages");
    return undefined;
  }
}

async function listPages(knowledge: SiteKnowledge): Promise<Site['pages']> {
  const pages = new Map<string, PageName>();
  for await (const { path, title } of listAllPages(knowledge)) {
    const counted = toCountedPath(path);
    pages.set(counted, { path: counted, title });
  }
  return pages;
}

/** Removes the base path, which readers' addresses contain, but paths in the repository don't. */
function withoutBase(candidate: Candidate, site: Site | undefined): Candidate {
  const base = site?.knowledge.basePath ?? '';
  const { kind, subject } = candidate;
  if (kind !== 'missing_address' || base === '' || !subject.startsWith(`${base}/`)) return candidate;
  return { ...candidate, subject: subject.slice(base.length) };
}

/**
 * Whether a suggestion is outdated: a deleted page needs no better text, and an address that now exists needs no
 * redirect.
 */
function isOutdated(candidate: Candidate, site: Site | undefined): boolean {
  const { kind, subject } = withoutBase(candidate, site);
  if (site === undefined || kind === 'missing_topic') return false;
  return site.pages.has(subject) === (kind === 'missing_address');
}

/** The suggestion as clients see it; `withChanges` adds the times at which its pages changed. */
export async function toSuggestion(
  { repositoryUrl, log }: ListDeps,
  { candidate, visitors, action, status, effect }: Found,
  site: Site | undefined,
): Promise<Suggestion> {
  const evidence = summarize(candidate.signals, maxEvidence);
  const inside = withoutBase(candidate, site);
  const pages =
    site === undefined
      ? []
      : await findPages(inside, evidence, site).catch((err: unknown) => {
          log.warn({ err, suggestion: candidate.id }, "the index of the live site can't be read");
          return [];
        });
  return {
    id: candidate.id,
    kind: candidate.kind,
    title: titleOf(candidate, evidence, site?.pages.get(candidate.subject)?.title),
    status,
    visitors,
    lastSeenAt: lastSeen(candidate.signals)?.toISOString() ?? null,
    evidence: evidence.map(({ lastSeenAt, ...words }) => ({ ...words, lastSeenAt: lastSeenAt.toISOString() })),
    pages: pages.map(({ path, title }) => ({ path, title, changedAt: null })),
    prompt: promptOf(inside, pages),
    job: toJob(action?.job ?? null, repositoryUrl),
    effect,
  };
}

async function findPages(
  { kind, subject }: Candidate,
  evidence: readonly Words[],
  { knowledge, pages }: Site,
): Promise<readonly NearPage[]> {
  switch (kind) {
    case 'missing_topic': {
      const { passages } = await knowledge.search(evidence[0]?.text ?? subject, { limit: maxPages, perPage: 1 });
      return passages.flatMap(({ path }) => {
        const page = pages.get(toCountedPath(path));
        return page === undefined ? [] : [{ ...page, score: 0 }];
      });
    }
    case 'unhelpful_page': {
      const page = pages.get(subject);
      return page === undefined ? [] : [{ ...page, score: 0 }];
    }
    case 'missing_address':
      return findNearPages(subject, [...pages.values()]).map(({ page, score }) => ({ ...page, score }));
  }
}

function toJob(job: Action['job'], repositoryUrl: (stored: string) => string): Suggestion['job'] {
  if (job === null) return null;
  const { id, status, result, repository, prLink, prState } = job;
  const pullRequest =
    prLink === null || prState === null
      ? null
      : { url: toPresentLink(prLink, repository, repositoryUrl(repository)), state: prState };
  return { id, status, result: status === 'active' ? null : result, pullRequest };
}
