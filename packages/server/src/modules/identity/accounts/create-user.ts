import { idPrefixes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { newId } from '../../../platform/ids/index.ts';
import type { AccountTables, UserRow } from './tables.ts';
import { insertUser } from './user-store.ts';

/**
 * Creates a user. Returns `undefined` if the address already has an account, even if a concurrent transaction is still
 * creating it.
 */
export function createUser(
  tx: Transaction<AccountTables>,
  identity: { readonly email: string; readonly name: string; readonly isVerified: boolean },
): Promise<UserRow | undefined> {
  const { email, isVerified } = identity;
  const name = identity.name.trim();
  return insertUser(tx, {
    id: newId(idPrefixes.user),
    name: name === '' ? (email.split('@')[0] ?? email) : name,
    email,
    email_verified: isVerified,
  });
}
