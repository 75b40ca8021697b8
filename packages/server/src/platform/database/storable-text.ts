/**
 * PostgreSQL stores neither NUL nor half a surrogate pair, in text or in JSON. A caller's input with these is refused;
 * in text that no one can send again (from repositories, models, and code hosts), they are replaced with U+FFFD, and
 * the work continues.
 */
export const toStorableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** `JSON.stringify` writes both as escapes, even in keys. An escape follows no backslash, or pairs of backslashes. */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\ufffd');
