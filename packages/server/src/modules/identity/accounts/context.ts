import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { Attempts } from './signing-in/attempts.ts';
import type { Auth } from './signing-in/create-auth.ts';
import type { AccountSettings } from './settings.ts';
import type { OnJoined } from './signing-in/on-joined.ts';
import type { PasswordHasher } from './signing-in/password-hasher.ts';
import type { AccountTables } from './tables.ts';

/** The dependencies of this module's functions. */
export interface AccountContext {
  readonly database: Database<AccountTables>;
  /** Loaded on first use, because loading takes a third of the startup time and requests with keys never need it. */
  readonly auth: () => Promise<Auth>;
  readonly settings: AccountSettings;
  /** Without a mailer, invitations are links to copy, and lost passwords are reset on the server. */
  readonly mailer: Mailer | undefined;
  readonly log: Logger;
  readonly passwords: PasswordHasher;
  readonly attempts: Attempts;
  /** Called in the transaction that adds a member. */
  readonly onJoined: OnJoined;
}
