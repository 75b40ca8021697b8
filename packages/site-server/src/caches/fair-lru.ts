interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly owner: string;
}

interface Owned<Value> {
  readonly entries: Map<string, Entry<Value>>;
  bytes: number;
}

/**
 * Values by recency of use, limited to a number of bytes, for independent owners. If a new value doesn't fit and its
 * owner has at least an equal share, the owner's least recently used value is evicted; otherwise, that of the largest
 * owner.
 */
export class FairLru<Value> {
  readonly maxBytes: number;
  readonly #evicted: (key: string, value: Value) => void;
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #owners = new Map<string, Owned<Value>>();
  #bytes = 0;

  constructor(maxBytes: number, evicted: (key: string, value: Value) => void = () => undefined) {
    this.maxBytes = maxBytes;
    this.#evicted = evicted;
  }

  get sizeBytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps insertion order, so this moves the entry to the end. In a half-empty cache, no eviction is near, so
    // the order isn't updated.
    if (this.#bytes * 2 > this.maxBytes) {
      const own = this.#owners.get(entry.owner)?.entries;
      own?.delete(key);
      own?.set(key, entry);
    }
    return entry.value;
  }

  /** Stores the value and replaces any previous one. A value larger than the whole cache is not stored. */
  keep(key: string, value: Value, { bytes, owner }: { readonly bytes: number; readonly owner: string }): void {
    this.delete(key);
    if (bytes > this.maxBytes) return this.#evicted(key, value);
    const entry = { value, bytes, owner };
    const owned = this.#owners.get(owner) ?? { entries: new Map<string, Entry<Value>>(), bytes: 0 };
    this.#owners.set(owner, owned);
    this.#entries.set(key, entry);
    owned.entries.set(key, entry);
    owned.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.maxBytes) this.#evictFrom(this.#ownerToPay(owner));
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    const owned = this.#owners.get(entry.owner);
    if (owned === undefined) return;
    owned.entries.delete(key);
    owned.bytes -= entry.bytes;
    if (owned.entries.size === 0) this.#owners.delete(entry.owner);
  }

  #ownerToPay(newcomer: string): Owned<Value> | undefined {
    const own = this.#owners.get(newcomer);
    if (own !== undefined && own.bytes * this.#owners.size >= this.maxBytes) return own;
    let largest: Owned<Value> | undefined;
    for (const owned of this.#owners.values()) if (owned.bytes > (largest?.bytes ?? -1)) largest = owned;
    return largest;
  }

  #evictFrom(owned: Owned<Value> | undefined): void {
    const oldest = owned?.entries.entries().next().value;
    if (oldest === undefined) return;
    const [key, { value }] = oldest;
    this.delete(key);
    this.#evicted(key, value);
  }
}
