import { isObject } from '../../text/json-object.ts';

/** Who wrote a page: names, or objects with a `name`, one or many. */
export function readAuthors(authors: unknown): string[] {
  return (Array.isArray(authors) ? authors : [authors]).flatMap((author: unknown): string[] => {
    const name = isObject(author) ? author['name'] : author;
    return typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [];
  });
}

/** A day of a frontmatter as people read it and as programs do: text unchanged, a YAML date as its day. */
export function readDay(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
