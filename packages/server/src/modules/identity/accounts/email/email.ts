import { invalidAccountRequest } from '../errors.ts';

const maxLength = 254;
/** RFC 5322's dot-atom, one `@`, and a host name: valid addresses of an identity provider's users. */
const addressShape =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/;
/** The subset that better-auth accepts. Users with other addresses could never sign in with a password. */
const accountShape = /^[a-z0-9_+%-]+(?:\.[a-z0-9_'+%-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/**
 * Returns the spelling in which addresses are stored and looked up. Only ASCII letters are folded: `toLowerCase` also
 * turns the Kelvin sign into a `k`, which could result in someone else's address.
 */
export const foldEmail = (text: string): string => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns the folded form of an identity provider's address; `undefined` if it is invalid. */
export function parseEmail(value: unknown): string | undefined {
  const email = typeof value === 'string' ? foldEmail(value) : '';
  return email.length <= maxLength && addressShape.test(email) ? email : undefined;
}

/** Parses an address that a user typed. @throws ApiError `invalid_request` */
export function requireEmail(text: string): string {
  const email = foldEmail(text);
  if (email.length <= maxLength && accountShape.test(email)) return email;
  throw invalidAccountRequest('email', `must be an email address, but is ${JSON.stringify(text.slice(0, 80))}`);
}
