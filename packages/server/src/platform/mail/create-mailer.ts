import { MailRefusedError, type Mailer } from './mailer.ts';

export interface MailSettings {
  /** `smtp://` (STARTTLS if the server supports it) or `smtps://`, with user and password if required. */
  readonly url: string;
  /** `Docwright <docs@example.com>` */
  readonly from: string;
}

/** How long a mail server may take for each step. */
const timeoutMs = 10_000;

/** The library is loaded here: an installation without a mail server doesn't need it. */
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
      // We write the text of every mail: it never refers to a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Prevents automatic replies, such as absence notes (RFC 3834).
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

/** A permanent refusal of the address or content (RFC 5321, 4.2.1). A refused sign-in can be corrected. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}
