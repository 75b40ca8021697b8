import type { Person, ServiceMessage } from '@docwright/doc-agent/shared-text-messages';

/** The people in a draft; `more` of them aren't listed. */
export type People = Pick<ServiceMessage & { readonly type: 'people' }, 'people' | 'more'>;

export const nobody: People = { people: [], more: 0 };

const COLORS = 6;

/** Returns the number of a person's color, which is the same in every browser. */
export function colorOf(userId: string): number {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % COLORS;
}

/** Lists each person once, with their open files. */
export function listPeople(
  people: readonly Person[],
  ownId: string | undefined,
): readonly { readonly userId: string; readonly name: string; readonly paths: readonly string[] }[] {
  const byUser = new Map<string, { readonly name: string; readonly paths: Set<string> }>();
  for (const { userId, name, path } of people) {
    if (userId === ownId) continue;
    const known = byUser.get(userId) ?? { name, paths: new Set() };
    known.paths.add(path);
    byUser.set(userId, known);
  }
  return [...byUser]
    .map(([userId, { name, paths }]) => ({ userId, name, paths: [...paths].toSorted() }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
