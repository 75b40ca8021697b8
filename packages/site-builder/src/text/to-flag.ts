/** `true` and `false`, also where YAML or JSON made texts of them. */
export function toFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}
