import { idPrefixes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { RequestOrigin } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { checkPassword } from './check-password.ts';
import type { AccountContext } from './context.ts';
import { invalidAccountRequest, linkUnusable } from './errors.ts';
import { hashPassword } from './hash-password.ts';
import { selectSetupLink, takeSetupLink } from './link-store.ts';
import { hashLinkToken } from './link-token.ts';
import { countOwners, insertMember, lockOwners } from './member-store.ts';
import type { AccountTables } from './tables.ts';
import {
  deleteSecondFactor,
  deleteSessions,
  insertUser,
  savePassword,
  selectUser,
  selectUserByEmail,
} from './user-store.ts';

export interface SetupRequest {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/** What a set-up link is for. @throws ApiError `link_unusable` */
export async function describeSetupLink(
  { database }: AccountContext,
  token: string,
): Promise<{ readonly kind: 'first_owner' | 'recovery'; readonly email: string | null }> {
  const link = await selectSetupLink(database.kysely, hashLinkToken(token));
  if (link === undefined) throw linkUnusable();
  if (link.user_id === null) return { kind: 'first_owner', email: null };
  return { kind: 'recovery', email: (await selectUser(database.kysely, link.user_id))?.email ?? null };
}

/**
 * Makes the first owner, or gives a locked-out user a new password. The link is used up with it, in one transaction.
 * Returns the address to sign in with. @throws ApiError link_unusable, weak_password, invalid_request
 */
export async function useSetupLink(context: AccountContext, request: SetupRequest): Promise<string> {
  const known = await describeSetupLink(context, request.token);
  const email = known.email ?? requireEmail(request.email);
  await checkPassword(request.password, { email, name: request.name });
  const hash = await hashPassword(request.password);
  await context.database.kysely.transaction().execute(async (tx) => {
    const link = await takeSetupLink(tx, hashLinkToken(request.token));
    if (link === undefined) throw linkUnusable();
    const organizationId = link.organization_id;
    const user = link.user_id === null ? undefined : await selectUser(tx, link.user_id);
    if (user === undefined) return makeFirstOwner(tx, { ...request, organizationId, email, hash });
    await savePassword(tx, { accountRowId: newId('row'), userId: user.id, hash });
    await deleteSecondFactor(tx, user.id);
    await deleteSessions(tx, { userId: user.id });
    const actor = { kind: 'user' as const, id: user.id, name: user.email };
    return recordAuditEvent(
      tx,
      { organizationId, actor, origin: request.origin },
      { action: 'account.recovered', target: { kind: 'user', id: user.id, name: user.email } },
    );
  });
  return email;
}

async function makeFirstOwner(
  tx: Transaction<AccountTables>,
  given: SetupRequest & { readonly organizationId: string; readonly hash: string },
): Promise<void> {
  const { organizationId, email, hash, origin } = given;
  await lockOwners(tx, organizationId);
  if ((await countOwners(tx, organizationId)) > 0) throw linkUnusable();
  const user = await ensureUser(tx, { email, name: given.name });
  await savePassword(tx, { accountRowId: newId('row'), userId: user.id, hash });
  await insertMember(tx, { organizationId, userId: user.id, role: 'owner' });
  await recordAuditEvent(
    tx,
    { organizationId, actor: { kind: 'user', id: user.id, name: email }, origin },
    {
      action: 'member.joined',
      target: { kind: 'user', id: user.id, name: email },
      details: { by: 'setup_link', role: 'owner' },
    },
  );
}

/** The user of an address, made where there is none. */
export async function ensureUser(
  tx: Transaction<AccountTables>,
  given: { readonly email: string; readonly name: string },
): Promise<{ readonly id: string; readonly email: string }> {
  const { email, name } = given;
  const known = await selectUserByEmail(tx, email);
  if (known !== undefined) return known;
  const shown = name.trim() === '' ? (email.split('@')[0] ?? email) : name.trim();
  return insertUser(tx, { id: newId(idPrefixes.user), name: shown, email, email_verified: false });
}

/** The common spelling of an address. @throws ApiError `invalid_request` */
export function requireEmail(text: string): string {
  const email = text.trim().toLowerCase();
  // What better-auth accepts too: an address that it refused could never sign in.
  if (
    email.length <= 254 &&
    /^[a-z0-9_+%-]+(?:\.[a-z0-9_'+%-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(email)
  )
    return email;
  throw invalidAccountRequest('email', `must be an e-mail address, and is ${JSON.stringify(text.slice(0, 80))}`);
}
