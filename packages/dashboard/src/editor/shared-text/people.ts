/** Someone with an open file of the draft. */
export interface Person {
  readonly client: number;
  readonly userId: string;
  readonly name: string;
  readonly path: string;
}

export interface People {
  readonly people: readonly Person[];
  /** The number of people who aren't listed. */
  readonly more: number;
}

export const nobody: People = { people: [], more: 0 };

const COLORS = 6;

/** The number of a person's color, which is the same for everyone. */
export function colorOf(userId: string): number {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % COLORS;
}

/** Each person once, with the files that are open. */
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
