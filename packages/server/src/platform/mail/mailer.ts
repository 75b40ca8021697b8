export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text: links are shown in full, and nothing of a tenant is ever markup. */
  readonly text: string;
  /** The same as markup. */
  readonly html?: string;
  /** `<left@right>`: the same for a mail that may be sent twice, so that its receiver can tell. Default: a new one. */
  readonly messageId?: string;
}

/** The server will never take it: an address that it does not know, or a content that it does not want. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

export interface Mailer {
  /** Hands a mail to the server. @throws MailRefusedError, and any other Error where it may be taken later */
  send(mail: Mail): Promise<void>;
  close(): void;
}
