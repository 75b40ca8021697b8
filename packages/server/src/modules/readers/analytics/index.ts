export { admitToAnalytics, type AdmittingTables } from './admit.ts';
export { createSiteReports } from './create-site-reports.ts';
export { createDailyDigest } from './daily-digest.ts';
export { registerAnalyticsExport } from './export-routes.ts';
export { registerFeedbackRoutes } from './feedback-routes.ts';
export { registerAnalyticsEvents, type EventRouteDeps } from './event-routes.ts';
export { KnownPages, type StoredPages } from './known-pages.ts';
export { feedbackRows, type FeedbackTables } from './feedback-store.ts';
export { selectMostAsked } from './most-asked-store.ts';
export { analyticsFolder, keepAnalyticsFiles } from './keep-files.ts';
export { keepAnalytics } from './keep-analytics.ts';
export {
  selectFirstCountedDay,
  selectPageReaders,
  selectPageSearchers,
  type PageReaders,
} from './page-readers-store.ts';
export { selectComments, selectVotes } from './page-feedback-store.ts';
export { selectPageFigures, type RequestedPage, type PageFigure, type PageKind } from './page-figures-store.ts';
export { registerAnalyticsRoutes } from './routes.ts';
export { analyticsSettings, readAnalyticsSettings, type AnalyticsSettings } from './settings.ts';
export {
  selectSearchesWithoutResults,
  selectMissedAddresses,
  selectUnsettledFeedback,
  type Sign,
} from './signals-store.ts';
export type { AnalyticsTables } from './store.ts';
export { toCountedPath } from './to-counted-path.ts';
export { dailyCountRows, estimateReportBytes, eventRows, rollupCountRows } from './owned-rows-store.ts';
