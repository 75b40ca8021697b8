import { MailRefusedError, type Mailer } from './mailer.ts';

export interface MailSettings {
  /**
   * `smtp://` (with STARTTLS if the server supports it) or `smtps://`, with user and password if the server requires
   * them.
   */
  readonly url: string;
  /** `Docwright <docs@example.com>` */
  readonly from: string;
}

/** The mail server's time limit for each step. */
const timeoutMs = 10_000;

/** Creates a mailer. The library is loaded here, because an installation without a mail server doesn't need it. */
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
      // The service writes all emails' text, which never refers to a file or an address that the library should read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Prevents automatic replies such as absence notices (RFC 3834).
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Whether the server permanently refuses the address or the content (RFC 5321, 4.2.1). A refused sign-in isn't
 * considered permanent, because the operator can correct the settings.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}
