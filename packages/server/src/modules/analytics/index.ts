export { admit as admitToAnalytics, type AdmittingTables } from './admit.ts';
export { EventCollector, type ReportedSite } from './collect-events.ts';
export { FeedbackCollector, type FeedbackSender } from './collect-feedback.ts';
export { registerFeedbackRoutes } from './feedback-routes.ts';
export type { FeedbackTables } from './feedback-store.ts';
export { keepAnalytics } from './keep-analytics.ts';
export { registerAnalyticsRoutes } from './routes.ts';
export { analyticsSettingTable, readAnalyticsSettings, type AnalyticsSettings } from './settings.ts';
export type { AnalyticsTables } from './store.ts';
