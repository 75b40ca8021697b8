/**
 * PostgreSQL keeps neither NUL nor half of a surrogate pair, in text or in JSON. What a caller sends is refused for it; text
 * that nobody could send again (of repositories, models and code hosts) has U+FFFD there instead, and the work goes on.
 */
export const toStorableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** `JSON.stringify` writes both as escapes, in keys too; an escape follows no backslash, or pairs of them. */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\ufffd');
