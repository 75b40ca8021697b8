import type { Reader } from '@docwright/site-access';
import { everyone, type Audience } from '@docwright/site-access/rules';

/** Signed-in readers without groups. */
export const signedInReader: Audience = { isSignedIn: true, groups: new Set() };

/** Returns the audience of signed-in readers in these groups, for links and callers that specify groups. */
export const readersIn = (groups: readonly string[]): Audience =>
  groups.length === 0 ? signedInReader : { isSignedIn: true, groups: new Set(groups) };

/** Names an audience: `''` for readers who aren't signed in. Readers with the same groups have the same key. */
export const audienceKeyOf = ({ isSignedIn, groups, mayHaveOthers = false }: Audience): string =>
  isSignedIn ? `${JSON.stringify([...groups].toSorted())}${mayHaveOthers ? '+' : ''}` : '';

const known = new WeakMap<Reader, Audience>();

/** Returns a reader's audience: the same object while the reader's session is cached. */
export function audienceOf(reader: Reader | undefined): Audience {
  if (reader === undefined) return everyone;
  const found = known.get(reader);
  if (found !== undefined) return found;
  const { groups, hasOtherGroups: mayHaveOthers = false } = reader;
  const audience = { isSignedIn: true, groups: new Set(groups), mayHaveOthers };
  known.set(reader, audience);
  return audience;
}
