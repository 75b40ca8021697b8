/** After which a notification goes, read or not. */
export const keepDays = 90;
/** Of one person in one organization; the oldest go first. */
export const keepOfPerson = 1_000;

/** To one person, over all organizations; what comes beyond waits for the digest. */
export const mailsOfHour = 20;
/** Notifications that one digest takes with it; those beyond come with the next. */
export const waitingOfDigest = 500;
/** Of a digest: the others are a number. */
export const linesOfDigest = 20;
