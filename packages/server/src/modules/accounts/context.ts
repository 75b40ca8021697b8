import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Auth } from './create-auth.ts';
import type { AccountSettings } from './settings.ts';
import type { OnJoined } from './on-joined.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { AccountTables } from './tables.ts';

/** What the functions of this module stand on. */
export interface AccountContext {
  readonly database: Database<AccountTables>;
  /** Loaded by who needs it first: it is a third of what a start would load, and keys never ask for it. */
  readonly auth: () => Promise<Auth>;
  readonly settings: AccountSettings;
  /** Undefined: invitations are links to copy, and a lost password is a matter for the machine. */
  readonly mailer: Mailer | undefined;
  readonly log: Logger;
  readonly passwords: PasswordHasher;
  /** Told in the transaction that makes somebody a member. */
  readonly onJoined: OnJoined;
}
