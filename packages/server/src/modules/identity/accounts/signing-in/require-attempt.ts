import { createHash } from 'node:crypto';
import { networkOfAddress } from '@docwright/site-server';
import type { Queryable } from '../../../../platform/database/index.ts';
import { forgetAttempts, takeAttempt, takeBackAttempt, type AttemptRule } from '../attempt-store.ts';
import { tooManyAttempts } from '../errors.ts';
import { accountAttempts, addressAttempts, allGuessAttempts, guessAttempts, mailAttempts } from '../settings.ts';
import type { AccountTables } from '../tables.ts';

/** Counts an attempt at an account's password, before it is checked. @throws ApiError `too_many_attempts` */
export async function requireAttempt(
  db: Queryable<AccountTables>,
  attempt: { readonly email: string; readonly address: string },
): Promise<void> {
  await require(db, addressBucket(attempt.address), addressAttempts);
  await require(db, accountBucket(attempt.email), accountAttempts);
}

/** Counts an attempt that names no account: a link's token, a second factor. @throws ApiError `too_many_attempts` */
export async function requireAddressAttempt(db: Queryable<AccountTables>, address: string): Promise<void> {
  await require(db, addressBucket(address), addressAttempts);
}

/** Counts a request to send a mail. @throws ApiError `too_many_attempts` */
export async function requireMailAttempt(
  db: Queryable<AccountTables>,
  attempt: { readonly email: string; readonly address: string },
): Promise<void> {
  await require(db, addressBucket(attempt.address), addressAttempts);
  await require(db, `mail:${toName(attempt.email)}`, mailAttempts);
}

export async function noteSuccess(
  db: Queryable<AccountTables>,
  attempt: { readonly email: string | undefined; readonly address: string },
): Promise<void> {
  await takeBackAttempt(db, addressBucket(attempt.address));
  if (attempt.email !== undefined) await forgetAttempts(db, accountBucket(attempt.email));
}

/** An attempt at something other than an account: the password of a site. */
export interface Guess {
  readonly of: string;
  readonly address: string;
}

/**
 * Counts an attempt, before it is checked. Returns `undefined` if it is allowed, otherwise the seconds until the next
 * one.
 */
export async function takeGuess(db: Queryable<AccountTables>, guess: Guess): Promise<number | undefined> {
  return (
    (await takeAttempt(db, guessBucket(guess), guessAttempts)) ??
    (await takeAttempt(db, `guess:${guess.of}`, allGuessAttempts))
  );
}

/** Called after a correct guess. */
export async function noteGuess(db: Queryable<AccountTables>, guess: Guess): Promise<void> {
  await takeBackAttempt(db, guessBucket(guess));
  await takeBackAttempt(db, `guess:${guess.of}`);
}

async function require(db: Queryable<AccountTables>, bucket: string, rule: AttemptRule): Promise<void> {
  const seconds = await takeAttempt(db, bucket, rule);
  if (seconds !== undefined) throw tooManyAttempts(seconds);
}

const accountBucket = (email: string): string => `account:${toName(email)}`;
const addressBucket = (address: string): string => `address:${networkOfAddress(address)}`;
const guessBucket = ({ of, address }: Guess): string => `guess:${of}:${networkOfAddress(address)}`;

/** Hashed, because people type anything as their address, sometimes a password. */
const toName = (email: string): string => createHash('sha256').update(email).digest('base64url');
