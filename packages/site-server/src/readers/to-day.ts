const dayMs = 86_400_000;

/** The day of UTC, `YYYY-MM-DD`, so many days after. */
export const toDay = (ms: number, daysAfter = 0): string => new Date(ms + daysAfter * dayMs).toISOString().slice(0, 10);
