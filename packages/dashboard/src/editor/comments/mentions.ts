export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** An incomplete mention. */
export interface TypedMention {
  /** The position of the `@`. */
  readonly from: number;
  readonly query: string;
}

/** Returns the mention that ends at the cursor, or `undefined` if none does. */
export function findMention(text: string, cursor: number): TypedMention | undefined {
  const [typed, query = ''] =
    /(?<![\p{L}\p{N}.])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]+)?)$/u.exec(text.slice(0, cursor)) ?? [];
  return typed === undefined ? undefined : { from: cursor - typed.length, query };
}

const MOST_PEOPLE = 6;

/** Finds the people whose name or email address contains a word that starts with the query. */
export function searchPeople(people: readonly Person[], query: string): readonly Person[] {
  const wanted = query.toLowerCase();
  const isFound = ({ name, email }: Person): boolean =>
    `${name} ${email}`
      .toLowerCase()
      .split(/(?<=[\s.@_-])/)
      .some((_word, index, words) => words.slice(index).join('').startsWith(wanted));
  return people.filter(isFound).slice(0, MOST_PEOPLE);
}

/** Replaces the typed mention with a name. */
export function insertMention(
  text: string,
  { from, query }: TypedMention,
  { name }: Person,
): { readonly text: string; readonly cursor: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(from + 1 + query.length).replace(/^ /, ''), cursor: before.length };
}

/** Returns the IDs of the selected people whose names are still in the text. */
export const listMentioned = (text: string, chosen: readonly Person[]): readonly string[] => [
  ...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
];

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** Splits a comment into text, web addresses and names of mentioned people. Nothing else is markup. */
export function splitComment(text: string, names: readonly string[]): readonly TextPart[] {
  const mentions = names
    .map((name) => `@${name}`)
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const address = String.raw`https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]']`;
  const pattern = new RegExp(`(${[...mentions, address].join('|')})`, 'g');
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part): TextPart => {
      if (names.some((name) => part === `@${name}`)) return { kind: 'mention', text: part };
      const url = /^https?:\/\//.test(part) ? URL.parse(part) : null;
      return url === null ? { kind: 'text', text: part } : { kind: 'link', text: part, href: url.href };
    });
}
