/** Control, format (bidi, zero-width, tags), surrogate and private-use characters, and line separators. */
export const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
