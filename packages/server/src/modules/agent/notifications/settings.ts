/** Days after which a notification is deleted, read or not. */
export const keepNotificationDays = 90;
/** Maximum number of notifications of one person in one organization; the oldest are deleted first. */
export const keepNotificationsOfPerson = 1_000;

/** Maximum number of emails per hour to one person, in all organizations. Further notifications wait for the digest. */
export const mailsOfHour = 20;
/** Maximum number of notifications in one digest; further notifications are in the next digest. */
export const waitingOfDigest = 500;
/** Maximum number of lines of a digest; the others are only counted. */
export const linesOfDigest = 20;
