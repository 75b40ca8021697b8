import type { Audience } from '@docwright/site-access/rules';
import type { CleanSource } from '../addresses/clean-source.ts';
import type { SealedContent, SiteSource } from '../site-source.ts';
import { AudienceSource, conditionsMet } from './audience-source.ts';
import { EditedFiles } from './edited-files.ts';

interface ConditionsMet {
  /** `''` if the audience meets no condition. */
  readonly key: string;
  readonly met: ReadonlySet<number>;
}

/**
 * Maximum number of open views of a version. If more are requested, the least recently used view is closed, and opened
 * again when it is next requested.
 */
const maxViews = 64;

/**
 * Views of a version by audience. Audiences that meet the same conditions share a view; audiences that meet none see
 * the public site.
 */
export class AudienceViews<View> {
  readonly #source: CleanSource;
  readonly #edited: EditedFiles | undefined;
  readonly #open: (source: SiteSource) => View;
  readonly #closed: (view: View) => void;
  readonly #views = new Map<string, View>();
  readonly #opening = new Map<string, Promise<View>>();
  /** All requests of a session have the same audience object. */
  readonly #met = new WeakMap<Audience, ConditionsMet>();

  constructor(
    source: CleanSource,
    { open, closed }: { readonly open: (source: SiteSource) => View; readonly closed: (view: View) => void },
  ) {
    this.#source = source;
    this.#edited = source.sealed && new EditedFiles(source.base, source.sealed, (...edited) => source.clean(...edited));
    this.#open = open;
    this.#closed = closed;
  }

  /**
   * Returns an audience's view; `undefined` for the public site. Immediate unless the view must be opened.
   *
   * @throws if the version is damaged
   */
  find(audience: Audience): View | undefined | Promise<View> {
    const { sealed } = this.#source;
    if (sealed === undefined || this.#edited === undefined || !audience.isSignedIn) return undefined;
    const { key, met } = this.#meet(sealed, audience);
    if (key === '') return undefined;
    const known = this.#views.get(key);
    if (known === undefined) return this.#opening.get(key) ?? this.#openView(key, met);
    // A map keeps insertion order, so this moves the view to the end. If there are few views, none will be closed soon.
    if (this.#views.size * 2 > maxViews) {
      this.#views.delete(key);
      this.#views.set(key, known);
    }
    return known;
  }

  all(): Iterable<View> {
    return this.#views.values();
  }

  clear(): void {
    for (const view of this.#views.values()) this.#closed(view);
    this.#views.clear();
  }

  #meet(sealed: SealedContent, audience: Audience): ConditionsMet {
    const known = this.#met.get(audience);
    if (known !== undefined) return known;
    const met = conditionsMet(sealed, audience);
    const found = { key: [...met].join(' '), met };
    this.#met.set(audience, found);
    return found;
  }

  #openView(key: string, met: ReadonlySet<number>): Promise<View> {
    const opening = this.#openOnce(key, met).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opening);
    return opening;
  }

  async #openOnce(key: string, met: ReadonlySet<number>): Promise<View> {
    const { sealed } = this.#source;
    if (sealed === undefined || this.#edited === undefined) throw new Error('the version has no sealed content');
    this.#source.hold();
    try {
      const view = this.#open(await AudienceSource.open(this.#source, { sealed, met, edited: this.#edited }));
      this.#views.set(key, view);
      for (const [oldest, other] of this.#views) {
        if (this.#views.size <= maxViews) break;
        this.#views.delete(oldest);
        this.#closed(other);
      }
      return view;
    } finally {
      await this.#source.release();
    }
  }
}
