import { MailRefusedError, type Mailer } from './mailer.ts';

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
    // No answer of an absence comes back to a mail that nobody wrote (RFC 3834).
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

/** Of the address or of the content, for good (RFC 5321, 4.2.1). What the server says to our sign-in may be set right. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}
