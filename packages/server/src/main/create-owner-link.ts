import { createSetupLink, SetupLinkRefusal, toSetupAddress } from '../modules/identity/accounts/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { ensureOrganization } from './manage-organizations.ts';
import { openDatabase } from './open-database.ts';
import { localAddress } from './local-address.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

/**
 * Creates a setup link for the first owner, or for a locked-out member. The caller only needs access to the database.
 * @throws SettingsError if an owner already exists, no member has the address, or passwords are off
 */
export async function createOwnerLink(
  settings: Settings,
  log: Logger,
  options: {
    readonly email: string | undefined;
    readonly baseUrl: string | undefined;
    readonly organization?: string | undefined;
  },
): Promise<{ readonly setupUrl: string; readonly expiresAt: string }> {
  if (options.email !== undefined && !settings.passwordSignIn) {
    throw new SettingsError(
      'A member\'s link sets a new password, but DOCWRIGHT_PASSWORD_SIGN_IN is "no". Set it to "yes" first if the identity provider is unavailable.',
    );
  }
  const opened = await openDatabase(settings, log, 'docwright-setup-link');
  try {
    const { kysely } = opened.database;
    const organization = await ensureOrganization(kysely, options.organization);
    const request = { organizationId: organization.id, email: options.email };
    const { token, expiresAt } = await createSetupLink(opened.database, request);
    const baseUrl = settings.baseUrl ?? options.baseUrl ?? localAddress(settings.port);
    return { setupUrl: toSetupAddress(baseUrl, token), expiresAt: expiresAt.toISOString() };
  } catch (error) {
    if (error instanceof SetupLinkRefusal) throw new SettingsError(error.message, { cause: error });
    throw error;
  } finally {
    await opened.close();
  }
}
