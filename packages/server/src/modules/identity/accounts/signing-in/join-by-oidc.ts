import type { Role } from '@docwright/contract';
import type { Queryable } from '../../../../platform/database/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { findFirstOrganization } from '../../organizations/index.ts';
import { parseEmail } from '../email/email.ts';
import { deleteInvitation, selectInvitationsTo } from '../link-store.ts';
import { insertMember } from '../member-store.ts';
import type { AccountSettings, OidcSettings } from '../settings.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { AccountTables } from '../tables.ts';

type Profile = Readonly<Record<string, unknown>>;

/**
 * Copies the fields that the service uses from an identity provider's user. An invalid address is omitted before it is
 * compared with anything. Without an address, sign-in is refused.
 */
export function toOidcUser(
  oidc: OidcSettings,
  profile: Profile,
): { name: string; email: string | undefined; emailVerified: boolean } {
  const { name } = profile;
  const email = parseEmail(profile['email']);
  const claimed = typeof name === 'string' ? name.trim() : '';
  const shown = claimed === '' ? (email?.split('@', 1)[0] ?? '') : claimed;
  return { name: shown.slice(0, 200), email, emailVerified: isVerified(oidc, profile) };
}

/**
 * Returns the reason why the provider's user can't sign in, as a code for the sign-in page; `undefined` if they can. An
 * unverified address would give its user access to the account with the same address.
 */
export async function findOidcRefusal(
  deps: { readonly db: Queryable<AccountTables>; readonly settings: AccountSettings },
  attempt: { readonly action: string; readonly email: unknown; readonly profile: Profile },
): Promise<string | undefined> {
  const { oidc } = deps.settings;
  if (oidc === undefined) return 'oidc_off';
  // The account is already linked to the provider's user ID. The address may have changed.
  if (attempt.action === 'sign-in') return undefined;
  const email = parseEmail(attempt.email);
  if (email === undefined) return 'oidc_no_email';
  if (!isVerified(oidc, attempt.profile)) return 'oidc_email_unverified';
  if (attempt.action !== 'create-user' || isAllowedDomain(oidc, email)) return undefined;
  const invitations = await selectInvitationsTo(deps.db, email);
  return invitations.length > 0 ? undefined : 'oidc_not_invited';
}

/**
 * Makes a user whom the identity provider created (password sign-up is off) a member, with the roles in the person's
 * invitations. Without an invitation, the user joins the installation's organization.
 */
export async function joinByOidc(deps: AuthDeps, user: { readonly id: string; readonly email: string }): Promise<void> {
  const { oidc } = deps.settings;
  if (oidc === undefined) return;
  await deps.database.kysely.transaction().execute(async (tx) => {
    const join = async (organizationId: string, role: Role): Promise<void> => {
      await insertMember(tx, { organizationId, userId: user.id, role });
      await deps.onJoined(tx, { organizationId, userId: user.id, email: user.email, role });
      const actor = { kind: 'user' as const, id: user.id, name: user.email };
      await recordAuditEvent(
        tx,
        { organizationId, actor, origin: null },
        {
          action: 'member.joined',
          target: { kind: 'user', id: user.id, name: user.email },
          details: { by: 'oidc', role },
        },
      );
    };
    const invitations = await selectInvitationsTo(tx, user.email);
    for (const { organization_id: organizationId, id, role } of invitations) {
      if ((await deleteInvitation(tx, organizationId, id)) !== undefined) await join(organizationId, role);
    }
    const organization = invitations.length > 0 ? undefined : await findFirstOrganization(tx);
    if (organization !== undefined) await join(organization.id, oidc.newMemberRole);
  });
}

function isVerified({ trustEmail }: OidcSettings, profile: Profile): boolean {
  const verified = profile['email_verified'];
  return trustEmail || verified === true || verified === 'true';
}

function isAllowedDomain({ allowedDomains }: OidcSettings, email: string): boolean {
  return allowedDomains.includes(email.slice(email.indexOf('@') + 1));
}
