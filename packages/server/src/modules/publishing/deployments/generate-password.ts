import { randomInt } from 'node:crypto';

/** Omits letters and digits that look alike, because people read passwords to each other. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Generates four groups of five characters: 100 random bits. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join(''),
  ).join('-');
