/** An item in a file that readers run, load, trust or are sent to, or that speaks for the site's owner. */
export interface Finding {
  readonly kind: FindingKind;
  /** Equal values of one kind are the same finding, regardless of their location. */
  readonly value: string;
  /** As the reviewer sees it; by default, the value. */
  readonly shown?: string;
  /** 1-based; 0 if the line isn't known. */
  readonly line: number;
  /** The request expects the finding if it contains one of these. */
  readonly askedBy: readonly string[];
  /** Only recorded as known; a new value isn't reported. */
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

/** The text that reviewers see between the location and the value. */
export const kindWords: Readonly<Record<FindingKind, string>> = {
  host: 'names the external host',
  owner: 'names an account or page on a shared host,',
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
