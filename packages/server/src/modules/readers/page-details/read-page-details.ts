import type { AnalyticsPage } from '@docwright/contract';
import { splitCode, splitRead, toDay } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  selectComments,
  selectPageFigures,
  selectVotes,
  type RequestedPage,
  type FeedbackTables,
  type PageFigure,
  type PageKind,
} from '../analytics/index.ts';
import { readCitingAnswers, type AssistantTables } from '../assistant/index.ts';
import { readPageHealth, type PageHealthTables } from '../page-health/index.ts';
import { pageNotFound } from './errors.ts';

export type PageDetailTables = FeedbackTables & AssistantTables & PageHealthTables;

export interface PageDetailDeps {
  readonly database: Database<PageDetailTables>;
  readonly clock: Clock;
  /** Days for which counts and feedback are stored. */
  readonly analyticsDays: number;
  readonly feedbackDays: number;
}

const dayMs = 86_400_000;
const maxComments = 5;

type Asked = Omit<RequestedPage, 'beforeFrom'> & { readonly limit: number };

/** Reads the activity of readers on one page. @throws ApiError not_found */
export async function readPageDetails(deps: PageDetailDeps, { limit, ...range }: Asked): Promise<AnalyticsPage> {
  const { database, clock } = deps;
  const { projectId, path, from, to } = range;
  const beforeFrom = toDay(2 * Date.parse(from) - Date.parse(to));
  const isKept = (days: number): boolean => beforeFrom >= toDay(clock.now(), -days);
  const asked = { ...range, beforeFrom };
  const db = database.kysely;
  const [figures, votes, comments, answers, health] = await Promise.all([
    selectPageFigures(db, asked, limit + 1),
    selectVotes(db, asked),
    selectComments(db, asked, maxComments),
    readCitingAnswers(db, range, path),
    readPageHealth(deps, projectId, path),
  ]);
  if (health.state === 'missing' && figures.length === 0 && !hasVotes(votes.inRange)) throw pageNotFound(path);
  const hasBefore = isKept(deps.analyticsDays);
  return {
    path,
    ...health,
    ...toViews(figures, asked, hasBefore),
    ...toLists(figures, limit, hasBefore),
    feedback: {
      ...votes.inRange,
      before: isKept(deps.feedbackDays) ? votes.before : null,
      newest: comments.map(({ createdAt, ...comment }) => ({ ...comment, createdAt: createdAt.toISOString() })),
    },
    answers,
  };
}

const hasVotes = ({ thumbsUp, thumbsDown, comments }: Awaited<ReturnType<typeof selectVotes>>['inRange']): boolean =>
  thumbsUp + thumbsDown + comments > 0;

const withTotal = (human: number, ai: number) => ({ human, ai, total: human + ai });
type DayFigures = Pick<PageFigure, 'human' | 'ai' | 'humanVisitors' | 'aiVisitors'>;
const none: DayFigures = { human: 0, ai: 0, humanVisitors: 0, aiVisitors: 0 };

const toCounts = ({ human, ai, humanVisitors, aiVisitors }: DayFigures) => ({
  views: withTotal(human, ai),
  visitors: withTotal(humanVisitors, aiVisitors),
});

const addUp = (all: readonly DayFigures[]): DayFigures =>
  all.reduce(
    (sum, day) => ({
      human: sum.human + day.human,
      ai: sum.ai + day.ai,
      humanVisitors: sum.humanVisitors + day.humanVisitors,
      aiVisitors: sum.aiVisitors + day.aiVisitors,
    }),
    none,
  );

/** Every day of the range, and both periods as a whole. */
function toViews(
  figures: readonly PageFigure[],
  { from, to }: RequestedPage,
  hasBefore: boolean,
): Pick<AnalyticsPage, 'totals' | 'before' | 'days'> {
  const views = figures.filter(({ kind }) => kind === 'view');
  const of = new Map(views.map((figure) => [figure.name, figure]));
  const count = (Date.parse(to) - Date.parse(from)) / dayMs;
  const days = Array.from({ length: count }, (_, index) => toDay(Date.parse(from), index));
  return {
    totals: toCounts(addUp(views.filter(({ name }) => name >= from))),
    before: hasBefore ? toCounts(addUp(views.filter(({ name }) => name < from))) : null,
    days: days.map((date) => ({ date, ...toCounts(of.get(date) ?? none) })),
  };
}

type Lists = Pick<
  AnalyticsPage,
  'referrers' | 'searchesFrom' | 'searchesTo' | 'outlinks' | 'codeCopies' | 'agentReads' | 'missed'
>;

function toLists(figures: readonly PageFigure[], limit: number, hasBefore: boolean): Lists {
  const listOf = <Row>(kind: PageKind, toRow: (name: string, hits: number) => Row) => {
    const all = figures.filter((figure) => figure.kind === kind);
    const read = all.filter(({ hits }) => hits > 0);
    const before = (count: number): number | null => (hasBefore ? count : null);
    return {
      total: all[0]?.total ?? 0,
      before: before(all[0]?.totalBefore ?? 0),
      rows: read.slice(0, limit).map((one) => ({ ...toRow(one.name, one.hits), before: before(one.before) })),
      hasMore: read.length > limit,
    };
  };
  const { total, before } = listOf('not_found', () => ({}));
  return {
    referrers: listOf('page_referrer', (referrer, views) => ({ referrer, views })),
    searchesFrom: listOf('page_search', (searchQuery, hits) => ({ searchQuery, hits })),
    searchesTo: listOf('page_found', (searchQuery, clicks) => ({ searchQuery, clicks })),
    outlinks: listOf('page_outlink', (url, clicks) => ({ url, clicks })),
    codeCopies: listOf('code_copy', (name, copies) => {
      const { language, line } = splitCode(`\n${name}`);
      return { language, firstLine: line, copies };
    }),
    agentReads: listOf('agent_read', (name, reads) => {
      const { via, tool } = splitRead(`\n${name}`);
      return { via, tool: tool || null, reads };
    }),
    missed: { total, before },
  };
}
