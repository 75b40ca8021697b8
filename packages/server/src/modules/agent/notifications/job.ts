import { giveUpMail, sendMail, type MailDeps } from './send-mail.ts';

/** Mails at the same time; those of one person go one after another, so that the number of an hour is exact. */
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
