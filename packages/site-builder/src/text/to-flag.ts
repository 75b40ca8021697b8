/** `true` and `false`, also as the strings that YAML or JSON can turn them into. */
export function toFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}
