import type { Transaction } from 'kysely';
import type { RequestOrigin } from '../../../../platform/http/index.ts';
import { ApiError } from '../../../../platform/http/index.ts';
import { newId } from '../../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { checkPassword } from '../signing-in/check-password.ts';
import type { AccountContext } from '../context.ts';
import { createUser } from '../create-user.ts';
import { accountExists, linkUnusable, wrongAccount } from '../errors.ts';
import { selectInvitation, takeInvitation, type FoundInvitation } from '../link-store.ts';
import { hashLinkToken } from '../links/link-token.ts';
import { insertMember } from '../member-store.ts';
import type { SignedIn } from '../signing-in/require-session.ts';
import type { AccountTables } from '../tables.ts';
import { markEmailVerified, savePassword, selectUserByEmail } from '../user-store.ts';

export interface InvitationFacts {
  readonly email: string;
  readonly role: string;
  readonly organization: string;
  /** Whether the address has an account; null unless the caller has proved access to its mailbox. */
  readonly hasAccount: boolean | null;
  /** The address of the user who is signed in to the browser. */
  readonly signedInAs: string | null;
}

/** @throws ApiError `link_unusable` */
export async function describeInvitation(
  { database }: AccountContext,
  token: string,
  viewer: Pick<SignedIn, 'email'> | undefined,
): Promise<InvitationFacts> {
  const { kysely } = database;
  const invitation = await selectInvitation(kysely, hashLinkToken(token));
  if (invitation === undefined) throw linkUnusable();
  const { email, role, organization_name: organization } = invitation;
  const isOwner = invitation.is_mailed || viewer?.email === email;
  return {
    email,
    role,
    organization,
    hasAccount: isOwner ? (await selectUserByEmail(kysely, email)) !== undefined : null,
    signedInAs: viewer?.email ?? null,
  };
}

export interface NewMember {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/**
 * Creates an account and membership for the invited person, and consumes the invitation. An existing account is never
 * changed; its owner must sign in to accept the invitation. Returns the address for signing in.
 * @throws ApiError link_unusable, weak_password, account_exists
 */
export async function acceptAsNewUser(context: AccountContext, request: NewMember): Promise<string> {
  const { kysely } = context.database;
  const known = await selectInvitation(kysely, hashLinkToken(request.token));
  if (known === undefined) throw linkUnusable();
  const { email } = known;
  const { name, password, origin } = request;
  await checkPassword(password, { email, name });
  const hash = await context.passwords.hash(password);
  try {
    await kysely.transaction().execute(async (tx) => {
      await lockOrganization(tx, known.organization_id);
      const invitation = await takeInvitation(tx, hashLinkToken(request.token));
      if (invitation === undefined) throw linkUnusable();
      const user = await createUser(tx, { email, name, isVerified: invitation.is_mailed });
      if (user === undefined) throw accountExists(email);
      await savePassword(tx, { accountRowId: newId('row'), userId: user.id, hash });
      await insertMember(tx, { organizationId: invitation.organization_id, userId: user.id, role: invitation.role });
      await recordJoined(context, tx, invitation, { user, origin });
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_exists') await recordRefused(kysely, known, origin);
    throw error;
  }
  return email;
}

/**
 * Makes the signed-in user a member if they are the invited person. An existing member's role stays the same.
 * @throws ApiError link_unusable, wrong_account
 */
export async function acceptSignedIn(context: AccountContext, token: string, who: SignedIn): Promise<void> {
  const { database } = context;
  const tokenSha256 = hashLinkToken(token);
  const known = await selectInvitation(database.kysely, tokenSha256);
  if (known === undefined) throw linkUnusable();
  await database.kysely.transaction().execute(async (tx) => {
    // Uses the lock order of creating an invitation, which avoids deadlocks.
    await lockOrganization(tx, known.organization_id);
    const invitation = await takeInvitation(tx, tokenSha256);
    if (invitation === undefined) throw linkUnusable();
    if (invitation.email !== who.email) throw wrongAccount({ invited: invitation.email, signedIn: who.email });
    const { organization_id: organizationId, role } = invitation;
    if (invitation.is_mailed) await markEmailVerified(tx, who.userId);
    const isNew = await insertMember(tx, { organizationId, userId: who.userId, role });
    const user = { id: who.userId, email: who.email };
    if (isNew) await recordJoined(context, tx, invitation, { user, origin: who.origin });
  });
}

type Recorder = Parameters<typeof recordAuditEvent>[0];

async function recordJoined(
  { onJoined }: AccountContext,
  tx: Transaction<AccountTables>,
  invitation: FoundInvitation,
  by: { readonly user: { readonly id: string; readonly email: string }; readonly origin: RequestOrigin },
): Promise<void> {
  const { id, email: name } = by.user;
  const { organization_id: organizationId, role, id: invitationId, invited_by: invitedBy } = invitation;
  await onJoined(tx, { organizationId, userId: id, email: name, role });
  await recordAuditEvent(
    tx,
    { organizationId, actor: { kind: 'user', id, name }, origin: by.origin },
    {
      action: 'member.joined',
      target: { kind: 'user', id, name },
      details: { by: 'invitation', role, invitationId, invitedBy },
    },
  );
}

/** Records a refused acceptance, which may be an attempt to find out whether an address has an account. */
function recordRefused(db: Recorder, invitation: FoundInvitation, origin: RequestOrigin): Promise<void> {
  const { organization_id: organizationId, id, email } = invitation;
  return recordAuditEvent(
    db,
    { organizationId, actor: { kind: 'anonymous', id: null, name: email }, origin },
    {
      action: 'member.joined',
      result: 'refused',
      target: { kind: 'invitation', id, name: email },
      details: { by: 'invitation', reason: 'account_exists' },
    },
  );
}
