import { createHash, randomBytes } from 'node:crypto';

/** Creates a link's token: 256 random bits. Only its digest is stored. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();
