import { scopes, type Scope } from '@docwright/contract';
import { grantKey } from '../modules/project-config/api-keys/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { ensureOrganization } from './manage-organizations.ts';
import { openDatabase } from './open-database.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

/**
 * Creates a key for an installation whose keys are all missing or revoked. The caller only needs access to the
 * database.
 */
export async function createFirstKey(
  settings: Settings,
  log: Logger,
  options: { readonly name: string; readonly scopes: readonly string[]; readonly organization?: string | undefined },
): Promise<{ readonly organizationId: string; readonly keyId: string; readonly key: string }> {
  const granted = options.scopes.map((scope): Scope => {
    const known = scopes.find((name) => name === scope);
    if (known === undefined) throw new SettingsError(`"${scope}" is not a scope. Valid scopes: ${scopes.join(', ')}.`);
    return known;
  });
  const opened = await openDatabase(settings, log, 'docwright-keys');
  try {
    return await opened.database.kysely.transaction().execute(async (tx) => {
      const organization = await ensureOrganization(tx, options.organization);
      const grant = { organizationId: organization.id, name: options.name, scopes: granted };
      const { row, key } = await grantKey(tx, { ...grant, projectIds: null, createdBy: 'setup', expiresAt: null });
      return { organizationId: organization.id, keyId: row.id, key };
    });
  } finally {
    await opened.close();
  }
}
