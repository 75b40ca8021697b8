export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. Links are shown in full, and tenants' text is never interpreted as markup. */
  readonly text: string;
  /** The same content as HTML. */
  readonly html?: string;
  /**
   * `<left@right>`. An email that is sent twice has the same ID both times, so that the recipient's server can
   * recognize the duplicate. Default: a new ID.
   */
  readonly messageId?: string;
}

/** The server will never accept the email, because the address is unknown or the content is rejected. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

export interface Mailer {
  /**
   * Sends an email to the mail server.
   * @throws MailRefusedError if the email is refused permanently; after any other Error, retry
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}
