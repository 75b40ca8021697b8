export { createMailer, type MailSettings } from './create-mailer.ts';
export type { Mailer } from './mailer.ts';
