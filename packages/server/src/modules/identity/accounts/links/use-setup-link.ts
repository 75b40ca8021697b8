import type { Transaction } from 'kysely';
import type { RequestOrigin } from '../../../../platform/http/index.ts';
import { newId } from '../../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { findOrganizationName, lockOrganization, nameOrganization } from '../../organizations/index.ts';
import { checkPassword } from '../signing-in/check-password.ts';
import type { AccountContext } from '../context.ts';
import { createUser } from '../create-user.ts';
import { requireEmail } from '../email/email.ts';
import { accountExists, setupLinkUnusable } from '../errors.ts';
import { selectSetupLink, takeSetupLink } from '../link-store.ts';
import { hashLinkToken } from './link-token.ts';
import { countOwners, insertMember, isMemberAddress, updateMemberRole } from '../member-store.ts';
import type { SignedIn } from '../signing-in/require-session.ts';
import type { AccountTables } from '../tables.ts';
import { deletePendingProofs, deleteSecondFactor, deleteSessions, savePassword, selectUser } from '../user-store.ts';

export interface SetupRequest {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The organization's new name; empty to keep the current one. Only the first owner's link uses it. */
  readonly organization: string;
  readonly origin: RequestOrigin;
}

export interface SetupLinkFacts {
  readonly kind: 'first_owner' | 'recovery';
  /** The address of the account to recover. */
  readonly email: string | null;
  /** The address of the user who is signed in to the browser. */
  readonly signedInAs: string | null;
  /** The organization's current name, for its first owner. */
  readonly organization: string | null;
}

/**
 * Returns a setup link's purpose.
 * @throws ApiError `link_unusable`
 */
export async function describeSetupLink(
  { database }: AccountContext,
  token: string,
  viewer: Pick<SignedIn, 'email'> | undefined,
): Promise<SetupLinkFacts> {
  const link = await selectSetupLink(database.kysely, hashLinkToken(token));
  if (link === undefined) throw setupLinkUnusable();
  const signedInAs = viewer?.email ?? null;
  if (link.user_id === null) {
    const organization = await findOrganizationName(database.kysely, link.organization_id);
    return { kind: 'first_owner', email: null, signedInAs, organization };
  }
  const email = (await selectUser(database.kysely, link.user_id))?.email ?? null;
  return { kind: 'recovery', email, signedInAs, organization: null };
}

/**
 * Creates an account for the first owner, or sets a locked-out member's new password, and consumes the link in the same
 * transaction. Returns the address for signing in.
 * @throws ApiError link_unusable, weak_password, invalid_request, account_exists
 */
export async function useSetupLink(context: AccountContext, request: SetupRequest): Promise<string> {
  const known = await describeSetupLink(context, request.token, undefined);
  const email = known.email ?? requireEmail(request.email);
  const { name, password, origin, organization } = request;
  await checkPassword(password, { email, name });
  const hash = await context.passwords.hash(password);
  await context.database.kysely.transaction().execute(async (tx) => {
    const link = await takeSetupLink(tx, hashLinkToken(request.token));
    if (link === undefined) throw setupLinkUnusable();
    const { organization_id: organizationId, user_id: userId } = link;
    if (userId !== null) return recoverAccount(tx, { organizationId, userId, hash, origin });
    const user = await createUser(tx, { email, name, isVerified: false });
    if (user === undefined) throw accountExists(email);
    await savePassword(tx, { accountRowId: newId('row'), userId: user.id, hash });
    return makeFirstOwner(tx, { organizationId, user, origin, organization });
  });
  return email;
}

/** Makes the signed-in user the first owner. @throws ApiError `link_unusable` */
export async function useSetupLinkSignedIn(
  context: AccountContext,
  { token, organization }: Pick<SetupRequest, 'token' | 'organization'>,
  who: SignedIn,
): Promise<void> {
  await context.database.kysely.transaction().execute(async (tx) => {
    const link = await takeSetupLink(tx, hashLinkToken(token));
    if (link === undefined || link.user_id !== null) throw setupLinkUnusable();
    const user = { id: who.userId, email: who.email };
    await makeFirstOwner(tx, { organizationId: link.organization_id, user, origin: who.origin, organization });
  });
}

interface FirstOwner {
  readonly organizationId: string;
  readonly user: { readonly id: string; readonly email: string };
  readonly origin: RequestOrigin;
  readonly organization: string;
}

async function makeFirstOwner(
  tx: Transaction<AccountTables>,
  { organizationId, user, origin, organization }: FirstOwner,
): Promise<void> {
  await lockOrganization(tx, organizationId);
  if ((await countOwners(tx, organizationId)) > 0) throw setupLinkUnusable();
  const member = { organizationId, userId: user.id, role: 'owner' as const };
  // With single sign-on, the person may already be a member with a lower role.
  if (!(await insertMember(tx, member))) await updateMemberRole(tx, member);
  const author = { organizationId, actor: { kind: 'user' as const, id: user.id, name: user.email }, origin };
  await recordAuditEvent(tx, author, {
    action: 'member.joined',
    target: { kind: 'user', id: user.id, name: user.email },
    details: { by: 'setup_link', role: 'owner' },
  });
  const name = organization.trim();
  if (name !== '') await nameOrganization(tx, author, name);
}

async function recoverAccount(
  tx: Transaction<AccountTables>,
  input: {
    readonly organizationId: string;
    readonly userId: string;
    readonly hash: string;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { organizationId, userId, hash, origin } = input;
  const user = await selectUser(tx, userId);
  // A person who was removed in the meantime can't be recovered by this organization.
  if (user === undefined || !(await isMemberAddress(tx, organizationId, user.email))) throw setupLinkUnusable();
  await savePassword(tx, { accountRowId: newId('row'), userId, hash });
  await deleteSecondFactor(tx, userId);
  await deletePendingProofs(tx, userId);
  await deleteSessions(tx, { userId });
  const actor = { kind: 'user' as const, id: userId, name: user.email };
  await recordAuditEvent(
    tx,
    { organizationId, actor, origin },
    { action: 'account.recovered', target: { kind: 'user', id: userId, name: user.email } },
  );
}
