import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { Mailer } from '../../../../platform/mail/index.ts';
import { type AccountSettings } from '../settings.ts';
import type { OnJoined } from './on-joined.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { AccountTables } from '../tables.ts';

export interface AuthDeps {
  readonly database: Database<AccountTables>;
  readonly settings: AccountSettings;
  /** `undefined` if no emails are sent. */
  readonly mailer: Mailer | undefined;
  readonly log: Logger;
  readonly passwords: PasswordHasher;
  /** Called in the transaction that adds a member. */
  readonly onJoined: OnJoined;
}
