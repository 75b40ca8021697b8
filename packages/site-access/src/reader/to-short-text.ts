/** Shortens text to a single line, without control characters or marks that change its direction. */
export const toShortText = (text: string, maxLength: number): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
