/** After which a notification goes, read or not. */
export const keepDays = 90;
/** Of one person in one organization; the oldest go first. */
export const keepOfPerson = 1_000;
