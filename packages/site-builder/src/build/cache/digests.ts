import { digestOf } from '../../text/digest-of.ts';

/** SHA-256 digests of files, computed once while the bytes are in memory. */
export class Digests {
  readonly #known = new WeakMap<Uint8Array, string>();

  of(bytes: Uint8Array): string {
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const made = digestOf(bytes);
    this.#known.set(bytes, made);
    return made;
  }
}
