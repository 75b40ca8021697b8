import type { Mailer } from './mailer.ts';

export interface MailSettings {
  /** `smtp://` (STARTTLS where the server has it) or `smtps://`, with user and password where it wants them. */
  readonly url: string;
  /** `Docwright <docs@example.com>` */
  readonly from: string;
}

/** How long a mail server may take for each step. */
const timeoutMs = 10_000;

/** The library is loaded here: an installation without a mail server starts without it. */
export async function createMailer({ url, from }: MailSettings): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // A mail is text that we write: it never names a file or an address to be read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => transport.close(),
  };
}
