import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits can't be guessed, and the token is short enough for a terminal line. */
const TOKEN_BYTES = 16;

/**
 * Returns the token for a link with which anyone can read one object. The token is computed instead of stored, so that
 * a copy of the database grants no access. Replacing the secret invalidates all links.
 */
export function viewToken(secret: Uint8Array, subject: string): string {
  return createHmac('sha256', secret)
    .update(`docwright:view:${subject}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url');
}

export function isViewToken(secrets: readonly Uint8Array[], subject: string, token: string): boolean {
  const received = Buffer.from(token);
  return secrets.some((secret) => {
    const expected = Buffer.from(viewToken(secret, subject));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

/** A link's target. */
export interface Linked {
  readonly id: string;
  readonly linkGeneration: number;
}

export function pullRequestSubject({ id, linkGeneration }: Linked, number: number): string {
  return `pull-request:${id}:${linkGeneration}:${number}`;
}

export function repositorySubject({ id, linkGeneration }: Linked, expires: string): string {
  return `repository:${id}:${linkGeneration}:${expires}`;
}
