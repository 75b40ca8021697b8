/**
 * PostgreSQL stores neither NUL nor half of a surrogate pair, in text or in JSON. A caller's input is refused because
 * of that; text that nobody could send again (from repositories, models, and code hosts) gets U+FFFD instead, and the
 * work continues.
 */
export const toStorableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** `JSON.stringify` writes both as escapes, in keys too; an escape follows no backslash, or pairs of them. */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\ufffd');
