/** Text of an address that is one of a few words; anything else counts as absent. */
export function oneOf<const T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((each) => each === value);
}

/** Text of an address. Numbers come as numbers from the router's parser: `?search=42`. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
