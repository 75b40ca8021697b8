/**
 * PostgreSQL stores neither NUL nor half a surrogate pair, in text or in JSON. Callers' input that contains them is
 * refused. In text that no one can send again (from repositories, models and code hosts), U+FFFD replaces them.
 */
export const toStorableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** `JSON.stringify` writes both as escapes, even in keys. An escape is preceded by an even number of backslashes. */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\ufffd');
