import { isObject } from '../../text/json-object.ts';

/** Reads the authors of a page: one or more names, or objects with a `name`. */
export function readAuthors(authors: unknown): string[] {
  return (Array.isArray(authors) ? authors : [authors]).flatMap((author: unknown): string[] => {
    const name = isObject(author) ? author['name'] : author;
    return typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [];
  });
}

/** Returns a frontmatter date as text: a string is unchanged, and a YAML date is formatted as `YYYY-MM-DD`. */
export function readDay(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
