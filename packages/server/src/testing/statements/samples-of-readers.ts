import { sql } from 'kysely';
import * as analyticsFiles from '../../modules/readers/analytics/analytics-files-store.ts';
import type * as countingPages from '../../modules/readers/analytics/counting-pages-store.ts';
import * as counting from '../../modules/readers/analytics/counting-store.ts';
import * as feedback from '../../modules/readers/analytics/feedback-store.ts';
import * as mostAsked from '../../modules/readers/analytics/most-asked-store.ts';
import * as ownedAnalytics from '../../modules/readers/analytics/owned-rows-store.ts';
import * as pageFeedback from '../../modules/readers/analytics/page-feedback-store.ts';
import * as pageFigures from '../../modules/readers/analytics/page-figures-store.ts';
import * as pageReaders from '../../modules/readers/analytics/page-readers-store.ts';
import * as reading from '../../modules/readers/analytics/reading-store.ts';
import * as rollups from '../../modules/readers/analytics/rollups-store.ts';
import * as signals from '../../modules/readers/analytics/signals-store.ts';
import * as analytics from '../../modules/readers/analytics/store.ts';
import * as callers from '../../modules/readers/assistant/analytics-store.ts';
import * as citing from '../../modules/readers/assistant/citing-answers-store.ts';
import * as conversations from '../../modules/readers/assistant/conversations-store.ts';
import * as assistantSettings from '../../modules/readers/assistant/settings-store.ts';
import * as spending from '../../modules/readers/assistant/spending-store.ts';
import * as messages from '../../modules/readers/assistant/store.ts';
import * as unanswered from '../../modules/readers/assistant/unanswered-store.ts';
import * as pageHealth from '../../modules/readers/page-health/store.ts';
import { days, daysAgo, mayReadMore, now, sendsNothing, type Place, type Samples, type SamplesOf } from './sample.ts';
import { forwardedSamples } from './samples-of-forwarded.ts';

const figures = 'figures of one project and a range of days';
const asked = (at: Place) => ({ projectId: at('proj'), ...days });
const slice = (at: Place) => ({ ...asked(at), limit: 50, offset: 0 });
const today = days.to;
const longAgo = '2001-01-01';

const page = '/page-7';
const askedPage = (at: Place) => ({ ...asked(at), path: page, beforeFrom: longAgo });

const countingPagesSamples: SamplesOf<typeof countingPages> = { countNames: sendsNothing };

const pageFigureSamples: SamplesOf<typeof pageFigures> = {
  selectPageFigures: mayReadMore(figures, (db, at) => pageFigures.selectPageFigures(db, askedPage(at), 21)),
};

const pageFeedbackSamples: SamplesOf<typeof pageFeedback> = {
  selectVotes: (db, at) => pageFeedback.selectVotes(db, askedPage(at)),
  selectComments: (db, at) => pageFeedback.selectComments(db, askedPage(at), 5),
};

const citingSamples: SamplesOf<typeof citing> = {
  selectCitingAnswers: mayReadMore('reads the newest 2,000 answers of one project', (db, at) =>
    citing.selectCitingAnswers(
      db,
      { ...asked(at), paths: ['page-7', 'page-7/index'] },
      { looked: 2_000, rows: 5, questionLength: 300, defaultDays: 30 },
    ),
  ),
};

const fileSamples: SamplesOf<typeof analyticsFiles> = {
  selectCountedDays: (db) => analyticsFiles.selectCountedDays(db, { from: days.from, to: today }),
  selectStaleFiles: (db) => analyticsFiles.selectStaleFiles(db, [days.from], 200),
  deleteStaleFilesBefore: (db) => analyticsFiles.deleteStaleFilesBefore(db, longAgo),
  deleteStaleFile: (db, at) =>
    analyticsFiles.deleteStaleFile(db, {
      id: at('proj'),
      organizationId: '',
      day: days.from,
      countedAt: now.toISOString(),
    }),
  selectCountedProjects: mayReadMore('writes the files of every project of a day, 200 at a time', (db) =>
    analyticsFiles.selectCountedProjects(db, days.from, ''),
  ),
};

const countingSamples: SamplesOf<typeof counting> = {
  startOf: sendsNothing,
  countDay: mayReadMore('counts all events of each day once', (db) => counting.countDay(db, today)),
  countEvents: sendsNothing,
  countKind: sendsNothing,
  selectDays: (db) => counting.selectDays(db),
  selectRecounts: mayReadMore('looks for counted days among the days that have events, 90 by default', (db) =>
    counting.selectRecounts(db, 100),
  ),
  recountDay: mayReadMore('counts all events of a project’s day, once', (db, at) =>
    counting.recountDay(db, { projectId: at('proj'), day: days.from }),
  ),
  askForRecounts: (db, at) =>
    counting.askForRecounts(sql`select ${at('proj')} as project_id, ${days.from}::date as day`).execute(db),
};

const readingSamples: SamplesOf<typeof reading> = {
  readDaily: (db, at) => reading.readDaily(db, asked(at), 'view'),
  readCounts: (db, at) => reading.readCounts(db, asked(at), 'view'),
  readDailyOfPage: (db, at) => reading.readDailyOfPage(db, asked(at), page),
};

/** Two rollups that begin on the same day. */
const twoRollups = [8, 64].map((days) => ({ firstDay: '2026-01-05', days }));
const rollupSamples: SamplesOf<typeof rollups> = {
  rollupsEndingOn: sendsNothing,
  daysOf: sendsNothing,
  daysBetween: sendsNothing,
  lockRollups: (db) => rollups.lockRollups(db),
  selectDaysWithoutRollups: (db) => rollups.selectDaysWithoutRollups(db),
  selectProjectsToRollUp: mayReadMore('reads all rows of a day, once every eight days', async (db) => {
    for (const rollup of twoRollups) await rollups.selectProjectsToRollUp(db, rollup, 1);
  }),
  makeRollup: mayReadMore('adds up all rows of a project’s eight days, once', async (db, at) => {
    for (const rollup of twoRollups) await rollups.makeRollup(db, { projectId: at('proj'), ...rollup });
  }),
  noteRollups: (db) => rollups.noteRollups(db, days.from),
  rewriteRollups: mayReadMore('adds up all rows of the days of a roll-up', async (db, at) => {
    await rollups.rewriteRollups(db, days.from, at('proj'));
    await rollups.rewriteRollups(db, days.from);
  }),
  selectRollups: (db, at) => rollups.selectRollups(db, asked(at), []),
  deleteRollups: (db) => rollups.deleteRollups(db, '2020-01-01'),
};

const note = { path: '/', source: 'thumbs_only' as const, helpful: true, comment: null, contact: null };
const noBlock = { block: null, lang: null, code: null, filename: null };

const feedbackSamples: SamplesOf<typeof feedback> = {
  insertFeedback: mayReadMore('counts one reader’s feedback of a day, and the project’s', (db, at) =>
    feedback.insertFeedback(
      db,
      { ...note, ...noBlock, id: 'new', projectId: at('proj'), visitor: null, at: now },
      1_000,
    ),
  ),
  hasFeedback: (db, at) => feedback.hasFeedback(db, at('proj'), at('feedback')),
  selectFeedback: async (db, at) => {
    const page = { after: undefined, limit: 50 };
    await feedback.selectFeedback(db, asked(at), page);
    await feedback.selectFeedback(db, asked(at), { ...page, after: { at: now.toISOString(), id: at('feedback') } });
  },
  selectFeedbackByPage: mayReadMore(figures, (db, at) => feedback.selectFeedbackByPage(db, asked(at), 50)),
  updateFeedbackRow: (db, at) =>
    feedback.updateFeedbackRow(db, {
      projectId: at('proj'),
      id: at('feedback'),
      at: now,
      status: 'resolved',
      note: undefined,
    }),
  deleteFeedbackRow: (db, at) => feedback.deleteFeedbackRow(db, { projectId: at('proj'), id: at('feedback') }),
  deleteFeedbackBefore: (db) => feedback.deleteFeedbackBefore(db, daysAgo(400)),
};

const mostAskedSamples: SamplesOf<typeof mostAsked> = {
  selectMostAsked: mayReadMore(figures, (db, at) =>
    mostAsked.selectMostAsked(db, { projectId: at('proj'), from: days.from, limit: 50 }),
  ),
};

const signalSamples: SamplesOf<typeof signals> = {
  selectSearchesWithoutResults: mayReadMore(figures, (db, at) =>
    signals.selectSearchesWithoutResults(db, asked(at), 50),
  ),
  selectMissedAddresses: mayReadMore(figures, (db, at) => signals.selectMissedAddresses(db, asked(at), 50)),
  selectUnsettledFeedback: (db, at) => signals.selectUnsettledFeedback(db, asked(at), 50),
};

const analyticsSamples: SamplesOf<typeof analytics> = {
  insertEvents: async (db, at) => {
    const none = { referrer: null, query: null, target: null, results: null };
    const view = { kind: 'view', path: '/', visitor: '00'.repeat(16), isAi: false, ...none } as const;
    const event = { ...view, siteId: at('proj'), at: now.toISOString(), id: '00000000-0000-4000-8000-000000000000' };
    await analytics.insertEvents(db, [event], today);
    const late = { ...event, at: `${days.from}T00:00:00Z`, id: '00000000-0000-4000-8000-000000000001' };
    await analytics.insertEvents(db, [late], today);
  },
  ensureDay: (db) => analytics.ensureDay(db, today, Buffer.alloc(32)),
  selectNames: mayReadMore(figures, async (db, at) => {
    for (const kind of ['view', 'referrer', 'search'] as const)
      await analytics.selectNames(db, { projectId: at('proj'), day: today, kind }, 100);
  }),
  selectUncountedDays: (db) => analytics.selectUncountedDays(db, today),
  selectClosedDays: (db) => analytics.selectClosedDays(db, [days.from, today]),
  dropDay: (db) => analytics.dropDay(db, days.from),
  deleteSalts: (db) => analytics.deleteSalts(db, longAgo),
  deleteCounts: (db) => analytics.deleteCounts(db, longAgo),
  createDay: (db) => analytics.createDay(db, '2001-01-01'),
  selectTotals: mayReadMore(figures, (db, at) => analytics.selectTotals(db, asked(at), 'views')),
  selectBySubject: mayReadMore(figures, (db, at) =>
    analytics.selectBySubject(db, slice(at), { kind: 'view', measure: 'views' }),
  ),
  selectDaily: mayReadMore(figures, (db, at) =>
    analytics.selectDaily(db, asked(at), { kind: 'view', after: undefined, limit: 50 }),
  ),
  selectByDay: mayReadMore(figures, (db, at) => analytics.selectByDay(db, asked(at))),
  selectByHour: mayReadMore(figures, (db, at) => analytics.selectByHour(db, asked(at))),
  selectHits: mayReadMore(figures, (db, at) => analytics.selectHits(db, slice(at), { kind: 'search' })),
  countSearches: mayReadMore(figures, (db, at) => analytics.countSearches(db, asked(at))),
  searchesWithoutResult: mayReadMore(figures, (db, at) => analytics.searchesWithoutResult(db, asked(at))),
};

const place = { atUs: BigInt(now.getTime()) * 1_000n, id: 1n };

const callerSamples: SamplesOf<typeof callers> = {
  kept: sendsNothing,
  selectConversations: (db, at) =>
    callers.selectConversations(db, asked(at), { after: undefined, limit: 50, maxBytes: 1_000_000, defaultDays: 30 }),
  hasOlder: (db, at) => callers.hasOlder(db, asked(at), { after: place, defaultDays: 30 }),
  countByOrigin: mayReadMore(figures, (db, at) => callers.countByOrigin(db, asked(at), 30)),
};

const conversationSamples: SamplesOf<typeof conversations> = {
  selectQuestions: async (db, at) => {
    const page = { before: undefined, limit: 50 };
    const projectId = at('proj');
    await conversations.selectQuestions(db, { projectId }, page);
    await conversations.selectQuestions(db, { projectId }, { ...page, before: '1000' });
    await conversations.selectQuestions(db, { projectId, outcome: 'unanswered' }, page);
    await conversations.selectQuestions(db, { projectId, outcome: 'failed' }, page);
    await conversations.selectQuestions(db, { projectId, rating: 'down' }, page);
    await conversations.selectQuestions(db, { projectId, rating: 'up' }, page);
    await conversations.selectQuestions(db, { projectId, conversationId: at('thread') }, page);
  },
  deleteConversation: (db, at) =>
    conversations.deleteConversation(db, { projectId: at('proj'), conversationId: at('thread') }),
};

const name = (at: Place) => ({ organizationId: at('org'), projectId: at('proj') });

const settingsSamples: SamplesOf<typeof assistantSettings> = {
  selectAssistantSettings: (db, at) => assistantSettings.selectAssistantSettings(db, name(at)),
  upsertAssistantSettings: (db, at) =>
    assistantSettings.upsertAssistantSettings(db, name(at), {
      enabled: true,
      model: 'project',
      name: '',
      greeting: '',
      starters: [],
      instructions: '',
      tone: 'neutral',
      messages_per_minute: 10,
      monthly_budget_usd: null,
      visitor_daily_budget_usd: null,
      retention_days: 30,
      fallback: null,
    }),
};

const spendingName = (at: Place) => ({ projectId: at('proj'), period: '2026-01', visitor: at('visitor') });

const spendingSamples: SamplesOf<typeof spending> = {
  reserveOfMonth: (db, at) =>
    spending.reserveOfMonth(db, { organizationId: at('org'), projectId: at('proj') }, { usd: 0.1, limit: 10 }),
  refundMonth: (db, at) =>
    spending.refundMonth(db, { organizationId: at('org'), projectId: at('proj'), month: '2026-01' }, 0.1),
  addSpending: (db, at) => spending.addSpending(db, spendingName(at), { usd: 0.1, limit: 10 }),
  subtractSpending: (db, at) => spending.subtractSpending(db, spendingName(at), 0.1),
  selectSpending: (db, at) => spending.selectSpending(db, at('proj')),
  deleteOldSpending: (db) => spending.deleteOldSpending(db),
};

const message = (at: Place) => ({ threadKey: `thread_${Math.floor(at.n / 3)}`, messageId: at('message') });
const newMessage = (at: Place, messageId: string) => ({
  threadKey: message(at).threadKey,
  messageId,
  projectId: at('proj'),
  origin: 'page' as const,
  path: '/',
  question: 'q',
  askedDigest: 'd',
  answerId: 'answer_new',
  asker: null,
});
const usage = { model: 'm', inputTokens: 1, outputTokens: 1, costUsd: 0, known: true } as never;

const forQuota = 'counts rows of one organization, once an hour or before a request is refused';

const ownedAnalyticsSamples: SamplesOf<typeof ownedAnalytics> = {
  estimateReportBytes: mayReadMore(forQuota, (db, at) => ownedAnalytics.estimateReportBytes(db, at('org'))),
};

const messageSamples: SamplesOf<typeof messages> = {
  estimateMessageBytes: mayReadMore(forQuota, (db, at) => messages.estimateMessageBytes(db, at('org'))),
  insertMessage: (db, at) => messages.insertMessage(db, newMessage(at, 'new')),
  replaceMessage: (db, at) => messages.replaceMessage(db, newMessage(at, at('message')), at('answer')),
  selectMessage: (db, at) => messages.selectMessage(db, message(at)),
  selectThread: (db, at) => messages.selectThread(db, message(at).threadKey),
  saveAnswer: (db, at) =>
    messages.saveAnswer(
      db,
      { ...message(at), answerId: at('answer') },
      { text: 't', sources: [], outcome: 'answered', usage },
    ),
  releaseMessage: (db, at) => messages.releaseMessage(db, { ...message(at), answerId: at('answer') }),
  saveRating: (db, at) =>
    messages.saveRating(db, message(at).threadKey, { messageId: at('message'), rating: 'up' } as never),
  deleteMessagesOfProject: (db, at) => messages.deleteMessagesOfProject(db, at('proj')),
  deleteExpiredMessages: mayReadMore('reads the settings of all projects, once an hour', (db) =>
    messages.deleteExpiredMessages(db, 365),
  ),
};

const unansweredSamples: SamplesOf<typeof unanswered> = {
  selectQuestionDays: (db, at) => unanswered.selectQuestionDays(db, at('proj')),
  selectUnansweredQuestions: (db, at) =>
    unanswered.selectUnansweredQuestions(db, asked(at), { defaultDays: 30, limit: 50 }),
};

const pageReaderSamples: SamplesOf<typeof pageReaders> = {
  selectPageReaders: mayReadMore(figures, (db, at) => pageReaders.selectPageReaders(db, asked(at))),
  selectPageSearchers: mayReadMore(figures, (db, at) => pageReaders.selectPageSearchers(db, asked(at))),
  selectFirstCountedDay: (db, at) => pageReaders.selectFirstCountedDay(db, at('proj')),
};

const link = (at: Place) => ({
  projectId: at('proj'),
  url: 'https://host-1.example.org/1',
  host: 'host-1.example.org',
});
const liveBundle = (at: Place) => ({
  projectId: at('proj'),
  bundleId: 'bundle_new',
  blobKey: 'bundles/new',
  sizeBytes: 1,
  createdAt: now,
});
const wholeSite = 'replaces the data about one site, at most 5,000 links';

const pageHealthSamples: SamplesOf<typeof pageHealth> = {
  selectUnreadSites: mayReadMore('looks for deployments among all live sites, once a minute', (db) =>
    pageHealth.selectUnreadSites(db, now, 20),
  ),
  claimSite: (db, at) => pageHealth.claimSite(db, at('proj'), { now, until: now }),
  saveSite: mayReadMore(wholeSite, (db, at) =>
    pageHealth.saveSite(
      db,
      liveBundle(at),
      {
        pages: [{ path: '/', title: 't', digest: '00'.repeat(32) }],
        links: [{ ...link(at), pages: ['/'], pageCount: 1 }],
        complete: true,
      },
      now,
    ),
  ),
  touchLiveSites: mayReadMore('marks the sites that are live, each once an hour', (db) =>
    pageHealth.touchLiveSites(db, now),
  ),
  deleteOldPageHealth: (db) => pageHealth.deleteOldPageHealth(db, 30),
  takeDueLinks: mayReadMore('chooses sites at random whose links are due for a check, once a minute', (db) =>
    pageHealth.takeDueLinks(db, {
      now,
      until: now,
      limit: 200,
      sites: 200,
      perProject: 50,
      perHost: 20,
    }),
  ),
  takeHostTurn: (db) => pageHealth.takeHostTurn(db, 'host-1.example.org', { gapMs: 1_000, mostMs: 20_000 }),
  hasAnyHostResponded: (db) => pageHealth.hasAnyHostResponded(db, now),
  saveVerdict: (db, at) =>
    pageHealth.saveVerdict(db, link(at), { outcome: 'gone', reason: '404', hasResponded: true }, now),
  selectSiteFacts: mayReadMore('counts the links of one site, 5,000 at most', (db, at) =>
    pageHealth.selectSiteFacts(db, at('proj')),
  ),
  selectBrokenLinks: (db, at) => pageHealth.selectBrokenLinks(db, at('proj'), { limit: 50, offset: 0 }),
  selectPages: (db, at) => pageHealth.selectPages(db, at('proj')),
  selectPage: (db, at) => pageHealth.selectPage(db, at('proj'), page),
  selectChangedPages: mayReadMore('finds the oldest of one site’s pages, 10,000 at most', (db, at) =>
    pageHealth.selectChangedPages(db, at('proj'), [page]),
  ),
  selectBrokenLinksOfPage: (db, at) =>
    pageHealth.selectBrokenLinksOfPage(db, { projectId: at('proj'), path: page, limit: 20 }),
};

export const readerSamples: Readonly<Record<string, Samples>> = {
  'modules/readers/analytics/analytics-files-store.ts': fileSamples,
  'modules/readers/analytics/counting-pages-store.ts': countingPagesSamples,
  'modules/readers/analytics/counting-store.ts': countingSamples,
  'modules/readers/analytics/feedback-store.ts': feedbackSamples,
  'modules/readers/analytics/most-asked-store.ts': mostAskedSamples,
  'modules/readers/analytics/page-feedback-store.ts': pageFeedbackSamples,
  'modules/readers/analytics/page-figures-store.ts': pageFigureSamples,
  'modules/readers/analytics/page-readers-store.ts': pageReaderSamples,
  'modules/readers/analytics/reading-store.ts': readingSamples,
  'modules/readers/analytics/rollups-store.ts': rollupSamples,
  'modules/readers/analytics/signals-store.ts': signalSamples,
  'modules/readers/analytics/store.ts': analyticsSamples,
  'modules/readers/assistant/analytics-store.ts': callerSamples,
  'modules/readers/assistant/citing-answers-store.ts': citingSamples,
  'modules/readers/assistant/conversations-store.ts': conversationSamples,
  'modules/readers/assistant/settings-store.ts': settingsSamples,
  'modules/readers/assistant/spending-store.ts': spendingSamples,
  'modules/readers/analytics/owned-rows-store.ts': ownedAnalyticsSamples,
  'modules/readers/assistant/store.ts': messageSamples,
  'modules/readers/assistant/forwarded-store.ts': forwardedSamples,
  'modules/readers/assistant/unanswered-store.ts': unansweredSamples,
  'modules/readers/page-health/store.ts': pageHealthSamples,
};
