/** Something in a file that its readers run, load, trust or are sent to, or that speaks for the site's owner. */
export interface Finding {
  readonly kind: FindingKind;
  /** Equal values of one kind are the same thing, wherever they are. */
  readonly value: string;
  /** As the reviewer sees it; by default, the value. */
  readonly shown?: string;
  /** 1-based; 0 if it is known only that it is in the file. */
  readonly line: number;
  /** The request expects the finding if it contains one of these. */
  readonly askedBy: readonly string[];
  /** Only recorded as known: a new one is not worth a reviewer's time. */
  readonly isMinor?: boolean;
}

export type FindingKind =
  | 'host'
  | 'owner'
  | 'package'
  | 'download'
  | 'program'
  | 'weakening'
  | 'secret'
  | 'registry'
  | 'email'
  | 'phone'
  | 'account'
  | 'key'
  | 'order'
  | 'hidden';

/** What a reviewer reads between the place and the value. */
export const kindWords: Readonly<Record<FindingKind, string>> = {
  host: 'names the external host',
  owner: 'names an account or page of a shared host,',
  package: 'names a package',
  download: 'has a command that runs what it downloads or decodes:',
  program: 'has the command',
  weakening: 'turns off a protection:',
  secret: 'has a command or program that reads or sends a secret:',
  registry: 'has a package source or certificate that readers would trust:',
  email: 'has an email address',
  phone: 'has a phone number',
  account: 'has an account that readers may pay:',
  key: 'has a key, fingerprint or checksum that readers may trust:',
  order: 'has instructions for AI agents:',
  hidden: 'has invisible characters:',
};
