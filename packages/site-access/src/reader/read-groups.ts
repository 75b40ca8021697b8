import { SignInError } from '../sign-in-error.ts';
import { countOf } from '../count-of.ts';

/** Maximum length of a group's name, in characters. */
export const maxGroupLength = 200;
/** Maximum number of groups that a sign-in may have; a session stores as many as fit (`fitGroups`). */
export const maxGroups = 10_000;

/**
 * The groups in a claim or a user object, each once. Names are compared exactly: nothing is trimmed, split or changed.
 *
 * @throws SignInError `group-invalid`: with only some of the groups, a reader would see an unintended version of the
 * site
 */
export function readGroups(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    throw new SignInError('group-invalid', `"groups" is ${describe(value)}; it must be a list of strings.`);
  if (value.length > maxGroups)
    throw new SignInError('group-invalid', `"groups" has ${value.length} items; at most ${maxGroups} are allowed.`);
  return [...new Set(value.map(readGroup))];
}

function readGroup(value: unknown): string {
  if (typeof value !== 'string')
    throw new SignInError('group-invalid', `"groups" contains ${describe(value)}; it must be a list of strings.`);
  if (value === '' || value.length > maxGroupLength)
    throw new SignInError(
      'group-invalid',
      `A group has a name of ${countOf(value.length, 'character')}; 1 to ${maxGroupLength} are allowed.`,
    );
  // Control characters and lone surrogates change when they are shown, logged or encoded.
  if (/\p{Cc}/u.test(value) || !value.isWellFormed())
    throw new SignInError('group-invalid', 'The name of a group contains a control character or half of a character.');
  return value;
}

const describe = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value);
