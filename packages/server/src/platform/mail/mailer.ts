export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text: links are shown in full, and nothing of a tenant is ever markup. */
  readonly text: string;
  /** The same as markup. */
  readonly html?: string;
  /** `<left@right>`: the same if a mail is sent twice, so that the receiver can recognize it. Default: a new one. */
  readonly messageId?: string;
}

/** The server will never accept it: the address is unknown, or the content is rejected. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

export interface Mailer {
  /** Passes a mail to the server. @throws MailRefusedError if it is refused permanently; any other Error can be retried */
  send(mail: Mail): Promise<void>;
  close(): void;
}
