/** Accepts `true` and `false`, also as strings, because YAML or JSON may contain them in quotation marks. */
export function toFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}
