import { weakPassword } from '../errors.ts';
import { maxPasswordLength, minPasswordLength } from '../settings.ts';

/** Minimum length of a part of the owner's name or address that is compared with a password. */
const minNameLength = 4;

/**
 * Follows NIST SP 800-63B, 5.1.1.2: requires a minimum length and refuses common passwords, but has no rules about
 * kinds of characters.
 * @throws ApiError `weak_password`
 */
export async function checkPassword(
  password: string,
  owner: { readonly email: string; readonly name: string },
): Promise<void> {
  const { length } = Array.from(password);
  if (length < minPasswordLength || length > maxPasswordLength) {
    throw weakPassword(
      `The password must have ${minPasswordLength} to ${maxPasswordLength} characters. It has ${length}.`,
    );
  }
  if (new Set(password).size < 5) throw weakPassword('The password repeats the same few characters.');
  const plain = toPlain(password);
  // The whole address is removed before its parts, because removing the parts first would leave a remainder.
  const names = [owner.email, owner.email.split('@')[0] ?? '', ...owner.name.split(/\s+/), 'docwright']
    .map(toPlain)
    .filter((name) => name.length >= minNameLength);
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), plain);
  if (rest.length < plain.length && rest.length < minNameLength) {
    throw weakPassword('The password is little more than your name or email address.');
  }
  if (await isCommon(plain)) throw weakPassword('This password is too common. Choose one that is harder to guess.');
}

/** Converts to lower case, without the usual additions that satisfy rules: `Password123!` becomes `password`. */
const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

async function isCommon(plain: string): Promise<boolean> {
  // Passwords that consist only of digits and symbols leave nothing to compare, and are weak.
  if (plain === '') return true;
  // 50,000 words, which are loaded only when needed.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(plain);
}
