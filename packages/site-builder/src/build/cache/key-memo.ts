interface KnownKey {
  readonly parts: readonly string[];
  readonly key: string;
}

/** Keys of immutable objects, each recomputed only if another part of the key has changed. */
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
