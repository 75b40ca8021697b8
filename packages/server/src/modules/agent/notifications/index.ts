export { workOnNotificationMails } from './job.ts';
export { defineMailQueue, type MailQueue, type MailTicket } from './mail-queue.ts';
export { registerNotificationRoutes } from './routes.ts';
export { keepNotificationDays, keepNotificationsOfPerson } from './settings.ts';
export { deleteOldNotifications, organizationNotificationRows, projectNotificationRows } from './store.ts';
export type { NotificationTables } from './tables.ts';
export { createTellPeople, type TellPeople } from './tell-people.ts';
