import { createHash } from 'node:crypto';
import { networkOfAddress } from '@docwright/site-server';
import { tooManyAttempts } from '../errors.ts';
import { accountAttempts, addressAttempts, allGuessAttempts, guessAttempts, mailAttempts } from '../settings.ts';
import type { AttemptBucket, Attempts } from './attempts.ts';

/**
 * Counts an attempt to guess an account's password before it is checked.
 * @throws ApiError `too_many_attempts`
 */
export async function requireAttempt(
  attempts: Attempts,
  attempt: { readonly email: string; readonly address: string },
): Promise<void> {
  await require(attempts, [
    { bucket: addressBucket(attempt.address), rule: addressAttempts },
    { bucket: accountBucket(attempt.email), rule: accountAttempts },
  ]);
}

/**
 * Counts an attempt without an account, such as a link's token or a second factor.
 * @throws ApiError `too_many_attempts`
 */
export async function requireAddressAttempt(attempts: Attempts, address: string): Promise<void> {
  await require(attempts, [{ bucket: addressBucket(address), rule: addressAttempts }]);
}

/** Counts a request to send an email. @throws ApiError `too_many_attempts` */
export async function requireMailAttempt(
  attempts: Attempts,
  attempt: { readonly email: string; readonly address: string },
): Promise<void> {
  await require(attempts, [
    { bucket: addressBucket(attempt.address), rule: addressAttempts },
    { bucket: `mail:${toName(attempt.email)}`, rule: mailAttempts },
  ]);
}

export async function noteSuccess(
  attempts: Attempts,
  attempt: { readonly email: string | undefined; readonly address: string },
): Promise<void> {
  await attempts.takeBack(addressBucket(attempt.address));
  if (attempt.email !== undefined) await attempts.forget(accountBucket(attempt.email));
}

/** An attempt to guess the secret of something other than an account, such as a site's password. */
export interface Guess {
  readonly of: string;
  readonly address: string;
}

/**
 * Counts an attempt before it is checked. Returns `undefined` if it is allowed, or the seconds until the next attempt.
 */
export async function takeGuess(attempts: Attempts, guess: Guess): Promise<number | undefined> {
  return attempts.take([
    { bucket: guessBucket(guess), rule: guessAttempts },
    { bucket: `guess:${guess.of}`, rule: allGuessAttempts },
  ]);
}

/** Takes back a counted guess that was correct. */
export async function noteGuess(attempts: Attempts, guess: Guess): Promise<void> {
  await attempts.takeBack(guessBucket(guess));
  await attempts.takeBack(`guess:${guess.of}`);
}

async function require(attempts: Attempts, buckets: readonly AttemptBucket[]): Promise<void> {
  const seconds = await attempts.take(buckets);
  if (seconds !== undefined) throw tooManyAttempts(seconds);
}

const accountBucket = (email: string): string => `account:${toName(email)}`;
const addressBucket = (address: string): string => `address:${networkOfAddress(address)}`;
const guessBucket = ({ of, address }: Guess): string => `guess:${of}:${networkOfAddress(address)}`;

/** Hashes the address, because people type anything as their address, including passwords. */
const toName = (email: string): string => createHash('sha256').update(email).digest('base64url');
