import { giveUpMail, sendMail, type MailDeps } from './send-mail.ts';

/**
 * Maximum number of concurrent emails. Emails to one person are sent one after another, so that the hourly number is
 * exact.
 */
const concurrency = 4;

export async function workOnNotificationMails(deps: MailDeps): Promise<void> {
  await deps.engine.work(
    deps.queue,
    {
      concurrency,
      groupConcurrency: 1,
      onDead: async ({ data, error }, reason) => {
        deps.log.error({ ...data, reason, error }, 'notification email failed permanently');
        await giveUpMail(deps, data);
      },
    },
    (job) => sendMail(deps, job.data),
  );
}
