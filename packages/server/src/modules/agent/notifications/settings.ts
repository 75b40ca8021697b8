/** Days after which a notification is deleted, read or not. */
export const keepNotificationDays = 90;
/** The most notifications of one person in one organization; the oldest are deleted first. */
export const keepNotificationsOfPerson = 1_000;

/** The most mails to one person, over all organizations; further ones wait for the digest. */
export const mailsOfHour = 20;
/** The most notifications in one digest; further ones are in the next. */
export const waitingOfDigest = 500;
/** The most lines of a digest: the rest is a number. */
export const linesOfDigest = 20;
