/**
 * Replaces NUL and halves of surrogate pairs with U+FFFD, because PostgreSQL doesn't store them in text or in JSON.
 * Used for text that no one can send again (from repositories, models and code hosts); callers' input that contains
 * them is refused.
 */
export const toStorableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/**
 * Returns storable JSON. `JSON.stringify` writes NUL and half a surrogate pair as escapes, even in keys. An escape is
 * preceded by an even number of backslashes.
 */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\ufffd');
