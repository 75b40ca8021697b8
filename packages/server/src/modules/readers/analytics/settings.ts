/** What analytics stores, and which sources it accepts. */
export const analyticsSettingTable = {
  analyticsDays: {
    environment: 'DOCWRIGHT_ANALYTICS_DAYS',
    default: '400',
    doc: 'Days for which web analytics counts are stored: 3 to 3650.',
  },
  analyticsEventDays: {
    environment: 'DOCWRIGHT_ANALYTICS_EVENT_DAYS',
    default: '90',
    doc: 'Days for which single web analytics events are stored: 3 to 3650, and not longer than their counts.',
  },
  feedbackDays: {
    environment: 'DOCWRIGHT_FEEDBACK_DAYS',
    default: '400',
    doc: "Days for which readers' feedback is stored: 3 to 3650.",
  },
  analyticsFileDays: {
    environment: 'DOCWRIGHT_ANALYTICS_FILE_DAYS',
    default: '0',
    doc: "Days for which each project's daily figures are stored as a file in the blob store: up to 3650; 0 writes no files.",
  },
} as const;

export interface AnalyticsSettings {
  readonly analyticsDays: number;
  readonly analyticsEventDays: number;
  readonly feedbackDays: number;
  readonly analyticsFileDays: number;
}

interface Reader {
  integer(name: keyof typeof analyticsSettingTable, min: number, max: number): number;
}

/** At least three days, because a whole day is needed until its events are counted. */
export function readAnalyticsSettings(read: Reader): AnalyticsSettings {
  const analyticsDays = read.integer('analyticsDays', 3, 3_650);
  return {
    analyticsDays,
    analyticsEventDays: Math.min(analyticsDays, read.integer('analyticsEventDays', 3, 3_650)),
    feedbackDays: read.integer('feedbackDays', 3, 3_650),
    analyticsFileDays: Math.min(analyticsDays, read.integer('analyticsFileDays', 0, 3_650)),
  };
}
