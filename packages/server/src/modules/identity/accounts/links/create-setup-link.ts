import type { Database } from '../../../../platform/database/index.ts';
import { recordAuditEvent, systemAuthor } from '../../../foundation/audit-log/index.ts';
import { foldEmail } from '../email/email.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { insertSetupLink, selectSetupLink } from '../link-store.ts';
import { countOwners, isMemberAddress } from '../member-store.ts';
import { setupLinkSeconds } from '../settings.ts';
import type { AccountTables } from '../tables.ts';
import { selectUserByEmail } from '../user-store.ts';

export interface SetupLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** The reason why no link was created. */
export class SetupLinkRefusal extends Error {
  override readonly name = 'SetupLinkRefusal';
}

/**
 * Restores access for the server's administrator. Creates a link for the first owner if no owner exists. If an owner
 * exists, creates a link for a user with a given address, who then sets a new password and loses the second factor and
 * all sessions. A new link replaces the previous one.
 * @throws SetupLinkRefusal
 */
export async function createSetupLink(
  database: Database<AccountTables>,
  request: { readonly organizationId: string; readonly email: string | undefined },
): Promise<SetupLink> {
  const { organizationId } = request;
  const token = newLinkToken();
  return database.kysely.transaction().execute(async (tx) => {
    const email = request.email === undefined ? undefined : foldEmail(request.email);
    if (email === undefined && (await countOwners(tx, organizationId)) > 0) {
      throw new SetupLinkRefusal(
        'An owner already exists. If a member is locked out, specify the address: --email ada@example.com.',
      );
    }
    const user = email === undefined ? undefined : await selectUserByEmail(tx, email);
    if (email !== undefined && (user === undefined || !(await isMemberAddress(tx, organizationId, email)))) {
      throw new SetupLinkRefusal(`No member of the organization has the address "${email}".`);
    }
    const expiresAt = await insertSetupLink(tx, {
      tokenSha256: hashLinkToken(token),
      organizationId,
      userId: user?.id ?? null,
      seconds: setupLinkSeconds,
    });
    await recordAuditEvent(tx, systemAuthor(organizationId), {
      action: 'setup_link.created',
      ...(user !== undefined && { target: { kind: 'user', id: user.id, name: user.email } }),
    });
    return { token, expiresAt };
  });
}

export const toSetupAddress = (baseUrl: string, token: string): string =>
  `${baseUrl}/dashboard/setup?token=${encodeURIComponent(token)}`;

/** Whether the organization already has an owner. */
export async function hasOwner(database: Database<AccountTables>, organizationId: string): Promise<boolean> {
  return (await countOwners(database.kysely, organizationId)) > 0;
}

export async function isOpenSetupLink(database: Database<AccountTables>, token: string): Promise<boolean> {
  return (await selectSetupLink(database.kysely, hashLinkToken(token))) !== undefined;
}
