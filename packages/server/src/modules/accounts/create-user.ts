import { idPrefixes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { newId } from '../../platform/ids/index.ts';
import type { AccountTables, UserRow } from './tables.ts';
import { insertUser } from './user-store.ts';

/** Undefined where the address has an account: also one that another transaction is just making. */
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
