import { hash } from 'node:crypto';
import { joinCode } from './copied-code.ts';
import type { EventKind } from './event.ts';

/** Names that are kept apart, of a kind of a site in a day; others are counted together. */
export const maxNames = 1_000;
export const otherNames = '(other)';
/** Kinds of sites of which the names are remembered, as digests. */
const maxScopes = 600;

export interface NameScope {
  /** Of the project or the site. */
  readonly siteId: string;
  readonly day: string;
  readonly kind: EventKind;
}

/** What names an event. */
export interface NamedEvent {
  readonly kind: EventKind;
  readonly path: string;
  readonly target: string | null;
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

  /** The event under a name of its own, or with the others that came too late for one. */
  async bound<Event extends NamedEvent>(event: Event, scope: Omit<NameScope, 'kind'>): Promise<Event> {
    const { kind, path, target } = event;
    const admits = (name: string): Promise<boolean> => this.admits({ ...scope, kind }, name);
    if (kind === 'not_found') return (await admits(path)) ? event : { ...event, path: otherNames };
    if (target === null) return event;
    if (kind === 'outlink' || kind === 'playground_call')
      return (await admits(target)) ? event : { ...event, target: otherNames };
    if (kind === 'code_copy') return (await admits(joinCode(path, target))) ? event : { ...event, target: null };
    return event;
  }

  #of(scope: NameScope): Promise<Set<string>> {
    const key = `${scope.day} ${scope.kind} ${scope.siteId}`;
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
