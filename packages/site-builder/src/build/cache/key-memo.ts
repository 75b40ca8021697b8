interface KnownKey {
  readonly parts: readonly string[];
  readonly key: string;
}

/** Keys of objects that never change, each made again only when another of the parts besides it is another one. */
export class KeyMemo<T extends object> {
  readonly #known = new WeakMap<T, KnownKey>();

  of(object: T, parts: readonly string[], make: () => string): string {
    const known = this.#known.get(object);
    if (known !== undefined && parts.every((part, index) => part === known.parts[index])) return known.key;
    const key = make();
    this.#known.set(object, { parts, key });
    return key;
  }
}
