import { hkdfSync } from 'node:crypto';
import { createAccounts, type AccountContext } from '../modules/identity/accounts/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Opens the accounts on the platform; `close` ends the connections to the mail server. */
export async function openAccounts(
  platform: Platform,
  settings: Settings,
  { baseUrl, onJoined }: { readonly baseUrl: string; readonly onJoined: AccountContext['onJoined'] },
): Promise<{ readonly accounts: AccountContext; close(): void }> {
  const { database, clock, log, linkSecrets, passwords } = platform;
  const mailer = settings.mail === undefined ? undefined : await createMailer(settings.mail);
  const accounts = createAccounts({
    database,
    clock,
    log,
    mailer,
    passwords,
    onJoined,
    settings: {
      baseUrl,
      // Derived from the secrets that sign links, so that no key serves two purposes.
      secrets: linkSecrets.map((secret) =>
        Buffer.from(hkdfSync('sha256', secret, '', 'docwright accounts', 32)).toString('base64url'),
      ),
      sessionSeconds: settings.sessionSeconds,
      passwordSignIn: settings.passwordSignIn,
      oidc: settings.oidc,
    },
  });
  return { accounts, close: () => mailer?.close() };
}
