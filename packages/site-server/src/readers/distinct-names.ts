import { hash } from 'node:crypto';
import { joinCode } from './copied-code.ts';
import type { EventKind } from './event.ts';

/** Maximum number of distinct names counted per kind, site and day; others are counted together. */
export const maxNames = 1_000;
export const otherNames = '(other)';
/**
 * Maximum number of names cached as digests, across all scopes. A scope itself needs about as much memory as several
 * names.
 */
const maxKnown = 600_000;
const scopeCost = 10;

export interface NameScope {
  /** ID of the project or the site. */
  readonly siteId: string;
  readonly day: string;
  readonly kind: NamedKind;
}

/** `search`: the query, also for opened results. `referrer`: the host that a view came from. */
export type NamedKind = EventKind | 'referrer';

/** The fields that identify an event's name. */
export interface NamedEvent {
  readonly kind: EventKind;
  readonly path: string;
  readonly referrer: string | null;
  readonly query: string | null;
  readonly target: string | null;
}

/** Limits distinct names, so that invented addresses can't fill a table. */
export class DistinctNames {
  readonly #load: (scope: NameScope) => Promise<readonly string[]>;
  readonly #known = new Map<string, Known>();
  #held = 0;

  /** @param load returns the stored names */
  constructor(load: (scope: NameScope) => Promise<readonly string[]>) {
    this.#load = load;
  }

  /** Whether a name is counted separately. */
  async admits(scope: NameScope, name: string): Promise<boolean> {
    const known = this.#of(scope);
    const names = await known.names;
    const digest = toDigest(name);
    if (names.has(digest)) return true;
    if (names.size >= maxNames) return false;
    names.add(digest);
    this.#charge(known, 1);
    return true;
  }

  /** Returns the event with its name, or with a common name if the limit is reached. */
  async bound<Event extends NamedEvent>(event: Event, scope: Omit<NameScope, 'kind'>): Promise<Event> {
    const { kind, path, referrer, query, target } = event;
    const admits = (name: string, as: NamedKind = kind): Promise<boolean> => this.admits({ ...scope, kind: as }, name);
    if (query !== null) return (await admits(query, 'search')) ? event : { ...event, query: otherNames };
    if (kind === 'view' && referrer !== null)
      return (await admits(referrer, 'referrer')) ? event : { ...event, referrer: otherNames };
    if (kind === 'not_found') return (await admits(path)) ? event : { ...event, path: otherNames };
    if (target === null) return event;
    if (kind === 'outlink' || kind === 'playground_call')
      return (await admits(target)) ? event : { ...event, target: otherNames };
    if (kind === 'code_copy') return (await admits(joinCode(path, target))) ? event : { ...event, target: null };
    return event;
  }

  #of(scope: NameScope): Known {
    const key = `${scope.day} ${scope.kind} ${scope.siteId}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      // Moves the scope to the end: the most recently used one is evicted last.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    const names = this.#load(scope).then((stored) => new Set(stored.map(toDigest)));
    const loaded: Known = { key, names, cost: 0 };
    this.#known.set(key, loaded);
    this.#charge(loaded, scopeCost);
    names.then(({ size }) => this.#charge(loaded, size)).catch(() => this.#forget(loaded));
    return loaded;
  }

  #charge(known: Known, names: number): void {
    if (this.#known.get(known.key) !== known) return;
    known.cost += names;
    this.#held += names;
    for (const oldest of this.#known.values()) {
      if (this.#held <= maxKnown || oldest === known) return;
      this.#forget(oldest);
    }
  }

  #forget(known: Known): void {
    if (this.#known.get(known.key) !== known) return;
    this.#known.delete(known.key);
    this.#held -= known.cost;
  }
}

interface Known {
  readonly key: string;
  readonly names: Promise<Set<string>>;
  /** The cost, expressed as a number of names. */
  cost: number;
}

const toDigest = (name: string): string => hash('sha1', name, 'base64url').slice(0, 16);
