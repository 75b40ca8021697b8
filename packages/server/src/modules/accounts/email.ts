import { invalidAccountRequest } from './errors.ts';

const maxLength = 254;
/** RFC 5322's dot-atom, one `@`, and a host name: what an identity provider may call its user. */
const addressShape =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/;
/** What better-auth accepts of these: an address that it refused could never sign in with a password. */
const accountShape = /^[a-z0-9_+%-]+(?:\.[a-z0-9_'+%-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/**
 * The one spelling that an address is kept and looked up in. Only ASCII letters are folded: `toLowerCase` makes a `k` of
 * the Kelvin sign too, and with it one person's address of another's.
 */
export const foldEmail = (text: string): string => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** An address that an identity provider gives, in that spelling; undefined where it is none. */
export function parseEmail(value: unknown): string | undefined {
  const email = typeof value === 'string' ? foldEmail(value) : '';
  return email.length <= maxLength && addressShape.test(email) ? email : undefined;
}

/** An address that a person types. @throws ApiError `invalid_request` */
export function requireEmail(text: string): string {
  const email = foldEmail(text);
  if (email.length <= maxLength && accountShape.test(email)) return email;
  throw invalidAccountRequest('email', `must be an email address, and is ${JSON.stringify(text.slice(0, 80))}`);
}
