import type { Value } from './values.ts';

/** Names and what they are bound to, inside of the names around them. */
export class Scope {
  readonly #names = new Map<string, Value>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  declare(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.#outer?.has(name) ?? false);
  }

  get(name: string): Value {
    return this.#names.has(name) ? this.#names.get(name) : this.#outer?.get(name);
  }

  /** Rebinds the nearest declaration; false when there is none. */
  assign(name: string, value: Value): boolean {
    if (!this.#names.has(name)) return this.#outer?.assign(name, value) ?? false;
    this.#names.set(name, value);
    return true;
  }

  /** Names declared here, not around. */
  ownNames(): Iterable<string> {
    return this.#names.keys();
  }
}
