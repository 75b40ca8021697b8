import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits: nobody guesses one, and it still fits a line of a terminal. */
const TOKEN_BYTES = 16;

/**
 * The token that lets whoever has a link read one thing. It is computed and not stored, so that no copy of the database
 * opens anything; replacing the secret ends every link.
 */
export function viewToken(secret: Uint8Array, subject: string): string {
  return createHmac('sha256', secret)
    .update(`docwright:view:${subject}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url');
}

export function isViewToken(secret: Uint8Array, subject: string, token: string): boolean {
  const expected = Buffer.from(viewToken(secret, subject));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function pullRequestSubject(repositoryId: string, number: number): string {
  return `pull-request:${repositoryId}:${number}`;
}

export function repositorySubject(repositoryId: string): string {
  return `repository:${repositoryId}`;
}
