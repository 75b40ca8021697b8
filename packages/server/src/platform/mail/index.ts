export { createMailer, type MailSettings } from './create-mailer.ts';
export { MailRefusedError, type Mail, type Mailer } from './mailer.ts';
