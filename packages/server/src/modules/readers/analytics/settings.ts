import {
  createSettingReader,
  integer,
  readSettings,
  type FindSetting,
  type SettingTable,
} from '@docwright/site-server/settings';

/**
 * Retention of analytics data. At least three days, because a day's events are counted only after the day has ended.
 */
export const analyticsSettings = {
  analyticsDays: {
    environment: 'DOCWRIGHT_ANALYTICS_DAYS',
    kind: integer(3, 3_650),
    default: '400',
    doc: 'Days for which web analytics counts are stored: 3 to 3650.',
  },
  analyticsEventDays: {
    environment: 'DOCWRIGHT_ANALYTICS_EVENT_DAYS',
    kind: integer(3, 3_650),
    part: true,
    default: '90',
    doc: 'Days for which individual web analytics events are stored: 3 to 3650, and not longer than their counts.',
  },
  feedbackDays: {
    environment: 'DOCWRIGHT_FEEDBACK_DAYS',
    kind: integer(3, 3_650),
    default: '400',
    doc: "Days for which readers' feedback is stored: 3 to 3650.",
  },
  analyticsFileDays: {
    environment: 'DOCWRIGHT_ANALYTICS_FILE_DAYS',
    kind: integer(0, 3_650),
    part: true,
    default: '0',
    doc: "Days for which each project's daily figures are stored as a file in the blob store: up to 3650; 0 writes no files.",
  },
} as const satisfies SettingTable;

export interface AnalyticsSettings {
  readonly analyticsDays: number;
  readonly analyticsEventDays: number;
  readonly feedbackDays: number;
  readonly analyticsFileDays: number;
}

/** Events and files are kept no longer than their counts. */
export function readAnalyticsSettings(find: FindSetting): AnalyticsSettings {
  const read = createSettingReader(analyticsSettings, find);
  const values = readSettings(analyticsSettings, read);
  const shorter = (days: number) => Math.min(values.analyticsDays, days);
  return {
    ...values,
    analyticsEventDays: shorter(read('analyticsEventDays')),
    analyticsFileDays: shorter(read('analyticsFileDays')),
  };
}
