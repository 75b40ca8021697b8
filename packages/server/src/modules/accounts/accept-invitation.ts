import type { RequestOrigin } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { checkPassword } from './check-password.ts';
import type { AccountContext } from './context.ts';
import { invalidCredentials, linkUnusable } from './errors.ts';
import { hashPassword } from './hash-password.ts';
import { selectInvitation, takeInvitation } from './link-store.ts';
import { hashLinkToken } from './link-token.ts';
import { insertMember } from './member-store.ts';
import { ensureUser } from './use-setup-link.ts';
import { hasPassword, savePassword, selectUserByEmail } from './user-store.ts';

export interface InvitationFacts {
  readonly email: string;
  readonly role: string;
  readonly organization: string;
  /** Whether the person signs in with a password that is there already. */
  readonly hasAccount: boolean;
}

/** @throws ApiError `link_unusable` */
export async function describeInvitation({ database }: AccountContext, token: string): Promise<InvitationFacts> {
  const invitation = await selectInvitation(database.kysely, hashLinkToken(token));
  if (invitation === undefined) throw linkUnusable();
  const user = await selectUserByEmail(database.kysely, invitation.email);
  return {
    email: invitation.email,
    role: invitation.role,
    organization: invitation.organization_name,
    hasAccount: user !== undefined && (await hasPassword(database.kysely, user.id)),
  };
}

export interface AcceptRequest {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/**
 * Makes the invited person a member; the invitation is used up with it. Who has a password already gives that one, so
 * that a link in wrong hands opens nobody's account. Returns the address to sign in with.
 * @throws ApiError link_unusable, weak_password, invalid_credentials
 */
export async function acceptInvitation(context: AccountContext, request: AcceptRequest): Promise<string> {
  const { email, hasAccount } = await describeInvitation(context, request.token);
  if (hasAccount) await requirePassword(context, email, request.password);
  else await checkPassword(request.password, { email, name: request.name });
  const hash = hasAccount ? undefined : await hashPassword(request.password);
  await context.database.kysely.transaction().execute(async (tx) => {
    const invitation = await takeInvitation(tx, hashLinkToken(request.token));
    if (invitation === undefined) throw linkUnusable();
    const user = await ensureUser(tx, { email, name: request.name });
    if (hash !== undefined) await savePassword(tx, { accountRowId: newId('row'), userId: user.id, hash });
    const { organization_id: organizationId, role } = invitation;
    await insertMember(tx, { organizationId, userId: user.id, role });
    await recordAuditEvent(
      tx,
      { organizationId, actor: { kind: 'user', id: user.id, name: email }, origin: request.origin },
      {
        action: 'member.joined',
        target: { kind: 'user', id: user.id, name: email },
        details: { by: 'invitation', role, invitationId: invitation.id, invitedBy: invitation.invited_by },
      },
    );
  });
  return email;
}

async function requirePassword({ auth }: AccountContext, email: string, password: string): Promise<void> {
  const { internalAdapter, password: passwords } = await (await auth()).$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
  const isRight = typeof hash === 'string' && (await passwords.verify({ hash, password }));
  if (!isRight) throw invalidCredentials();
}
