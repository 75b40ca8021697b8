import { hash } from 'node:crypto';
import type { EventKind } from './store.ts';

/** Names that are kept apart, of a kind of a site in a day; others are counted together. */
export const maxNames = 1_000;
export const otherNames = '(other)';
/** Kinds of sites of which the names are remembered, as digests. */
const maxScopes = 600;

export interface NameScope {
  readonly projectId: string;
  readonly day: string;
  readonly kind: EventKind;
}

/** Who makes addresses up fills no table. */
export class DistinctNames {
  readonly #load: (scope: NameScope) => Promise<readonly string[]>;
  readonly #known = new Map<string, Promise<Set<string>>>();

  /** @param load those that are stored */
  constructor(load: (scope: NameScope) => Promise<readonly string[]>) {
    this.#load = load;
  }

  /** Whether a name has a place of its own. */
  async admits(scope: NameScope, name: string): Promise<boolean> {
    const names = await this.#of(scope);
    const digest = toDigest(name);
    if (names.has(digest)) return true;
    if (names.size >= maxNames) return false;
    names.add(digest);
    return true;
  }

  #of(scope: NameScope): Promise<Set<string>> {
    const key = `${scope.day} ${scope.kind} ${scope.projectId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const names = this.#load(scope).then((stored) => new Set(stored.map(toDigest)));
    this.#known.set(key, names);
    names.catch(() => this.#known.delete(key));
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxScopes && oldest !== undefined) this.#known.delete(oldest);
    return names;
  }
}

const toDigest = (name: string): string => hash('sha1', name, 'base64url').slice(0, 16);
