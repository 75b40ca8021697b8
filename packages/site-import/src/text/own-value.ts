/** Returns the entry of a table for a name from a page: `constructor` and `__proto__` are names like any other. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
