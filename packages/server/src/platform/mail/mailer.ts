export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text: links are shown in full, and nothing of a tenant is ever markup. */
  readonly text: string;
}

export interface Mailer {
  /** Hands a mail to the server. @throws Error when it does not take it */
  send(mail: Mail): Promise<void>;
  close(): void;
}
