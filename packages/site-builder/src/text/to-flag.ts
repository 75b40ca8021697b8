/** Accepts `true` and `false`, even as strings, because YAML or JSON may contain them as strings. */
export function toFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}
