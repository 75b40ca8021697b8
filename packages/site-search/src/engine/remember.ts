/** Caches up to `most` results of `make`; a full cache is cleared. */
export function remember<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      value = make(text);
      known.set(text, value);
    }
    return value;
  };
}
