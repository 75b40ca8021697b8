/** Reads a search parameter with a fixed set of values. Other values count as absent. */
export function oneOf<const T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((each) => each === value);
}

/** Reads a search parameter as text. The router's parser would return a number for `?search=42`. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
