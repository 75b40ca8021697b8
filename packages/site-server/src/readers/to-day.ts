const dayMs = 86_400_000;

/** Returns the UTC day, `YYYY-MM-DD`, the given number of days later. */
export const toDay = (ms: number, daysAfter = 0): string => new Date(ms + daysAfter * dayMs).toISOString().slice(0, 10);
