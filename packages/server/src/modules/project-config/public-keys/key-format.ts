import { idPrefixes } from '@docwright/contract';
import { randomText, type RandomSource } from '../../../platform/ids/index.ts';

/**
 * Generates a public key: `dw_pub_` and 32 characters of base62. Admin keys have no second underscore, so each type is
 * invalid as the other.
 */
export const generatePublicKey = (random?: RandomSource): string => `dw_pub_${randomText(32, random)}`;

export const isWellFormedPublicKey = (key: string): boolean => /^dw_pub_[0-9A-Za-z]{32}$/.test(key);

/** Whether the key is used by readers' browsers. All other keys are used by servers. */
export const isPublicKey = ({ id }: { readonly id: string }): boolean => id.startsWith(`${idPrefixes.publicKey}_`);
