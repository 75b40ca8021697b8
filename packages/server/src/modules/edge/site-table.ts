import {
  ServedSite,
  SiteAnswers,
  Slots,
  type BodyCache,
  type PlaygroundProxy,
  type SiteSource,
} from '@docwright/site-server';
import type { Logger } from '../../platform/log/index.ts';
import type { StoredSite } from './open-blob-source.ts';
import type { FoundSite } from './store.ts';

/** A site or preview that this edge knows. */
export interface KnownSite {
  readonly found: FoundSite;
  readonly served: ServedSite;
}

export interface SiteTableDeps {
  /** By the header Host; undefined where no site has the name. Throws while the database is away. */
  readonly find: (host: string) => Promise<FoundSite | undefined>;
  /** Of a bundle in the blob store. @throws where it is gone or damaged */
  readonly openSource: (bundle: StoredSite) => Promise<SiteSource>;
  readonly cache: BodyCache;
  readonly playground: PlaygroundProxy;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/** Names that are no site's are not looked up again for so long, and so many are kept in mind. */
const missingMs = 5_000;
const maxMissing = 10_000;
/** Files of one deployment of which it is remembered what an answer says. */
const maxPrepared = 2_000;
/** Answers of one deployment that wait for a read or a slow reader, each with at most two MiB. */
const maxAnswers = 512;
/** Sites whose indexes are held; the one that was asked for longest ago goes first. */
const maxSites = 2_000;
/** A page of the deployment before may be open: its assets stay for so long, of at most so many deployments. */
const formerMs = 3_600_000;
const maxFormer = 4;

interface Shown {
  readonly deploymentId: string;
  readonly answers: SiteAnswers;
  /** When something else took its place. */
  replacedAtMs: number | undefined;
}

/**
 * What an edge knows of host names.
 *
 * 1. What is known is answered without the database; a change is told (`changed`), and looked up once for all requests.
 * 2. One answer comes from one deployment: a request takes the version that is shown when it comes.
 * 3. A bundle that is gone or damaged is an alarm and no answer: what was shown before stays.
 * 4. While the database is away, known sites go on; others are told to come again.
 */
export class SiteTable {
  readonly #deps: SiteTableDeps;
  readonly #sites = new Map<string, Entry>();
  readonly #missing = new Map<string, number>();

  constructor(deps: SiteTableDeps) {
    this.#deps = deps;
  }

  /** Without a look-up; undefined where one is needed. */
  known(host: string): KnownSite | undefined {
    const entry = this.#sites.get(host);
    if (entry?.site === undefined) return undefined;
    // A map keeps the order of insertion: what was asked for last goes to its end.
    if (this.#sites.size * 2 > maxSites) {
      this.#sites.delete(host);
      this.#sites.set(host, entry);
    }
    return entry.site;
  }

  /** Undefined where no site has the name. @throws while the database is away and the name is not known */
  async resolve(host: string): Promise<KnownSite | undefined> {
    const known = this.known(host);
    if (known !== undefined) return known;
    const until = this.#missing.get(host);
    if (until !== undefined && until > this.#deps.nowMs()) return undefined;
    return this.#entry(host).load();
  }

  /** What is live of a project is another now, or who may read it. */
  async changed(projectId: string): Promise<void> {
    // A name that was nobody's may be its.
    this.#missing.clear();
    const entries = [...this.#sites.values()].filter(({ site }) => site?.found.projectId === projectId);
    await Promise.all(entries.map((entry) => this.#reload(entry)));
  }

  /** Something may have changed that nobody told. */
  async changedAll(): Promise<void> {
    this.#missing.clear();
    for (const entry of this.#sites.values()) await this.#reload(entry);
  }

  async #reload(entry: Entry): Promise<void> {
    try {
      await entry.reload();
    } catch (error) {
      this.#deps.log.warn({ host: entry.host, err: error }, 'a site could not be looked up again; it stays as it was'); // 4
    }
  }

  #entry(host: string): Entry {
    const existing = this.#sites.get(host);
    if (existing !== undefined) return existing;
    const entry = new Entry(host, this.#deps, {
      missing: () => {
        this.#sites.delete(host);
        this.#remember(host);
      },
      forget: () => void this.#sites.delete(host),
    });
    this.#sites.set(host, entry);
    for (const oldest of this.#sites.keys()) {
      if (this.#sites.size <= maxSites) break;
      this.#sites.delete(oldest);
    }
    return entry;
  }

  #remember(host: string): void {
    this.#missing.set(host, this.#deps.nowMs() + missingMs);
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= maxMissing) break;
      this.#missing.delete(oldest);
    }
  }
}

/** One host name: what it leads to, and one look-up at a time. */
class Entry {
  readonly host: string;
  site: KnownSite | undefined;
  readonly #deps: SiteTableDeps;
  /** The entry goes; with `missing` it is known that the name is nobody's. */
  readonly #missing: () => void;
  readonly #forget: () => void;
  #shown: readonly Shown[] = [];
  #loading: Promise<KnownSite | undefined> | undefined;
  #isStale = false;

  constructor(
    host: string,
    deps: SiteTableDeps,
    { missing, forget }: { readonly missing: () => void; readonly forget: () => void },
  ) {
    this.host = host;
    this.#deps = deps;
    this.#missing = missing;
    this.#forget = forget;
  }

  /** What is told while a look-up runs may be later than what it read: then it is done once more. */
  reload(): Promise<KnownSite | undefined> {
    this.#isStale = true;
    return this.load();
  }

  /** One look-up for all who ask at the same time. */
  load(): Promise<KnownSite | undefined> {
    this.#loading ??= this.#loadUntilFresh().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadUntilFresh(): Promise<KnownSite | undefined> {
    for (;;) {
      this.#isStale = false;
      const site = await this.#loadOnce();
      if (!this.#isStale) return site;
    }
  }

  async #loadOnce(): Promise<KnownSite | undefined> {
    const found = await this.#deps.find(this.host).catch((error: unknown) => {
      if (this.site === undefined) this.#forget();
      throw error;
    });
    if (found === undefined) {
      this.site = undefined;
      this.#missing();
      return undefined;
    }
    const served = this.site?.served ?? new ServedSite(found.label ?? found.slug, this.#deps.playground);
    await this.#show(served, found);
    this.site = { found, served };
    return this.site;
  }

  async #show(served: ServedSite, found: FoundSite): Promise<void> {
    const { deploymentId, blobKey, sizeBytes } = found;
    const { nowMs, openSource, cache, log } = this.#deps;
    if (deploymentId === null || blobKey === null || sizeBytes === null) {
      this.#shown = [];
      served.show([]);
      return;
    }
    if (this.#shown[0]?.deploymentId === deploymentId) return;
    const former = this.#shown.find((shown) => shown.deploymentId === deploymentId);
    try {
      const answers =
        former?.answers ??
        new SiteAnswers(await openSource({ site: found.projectId, blobKey, sizeBytes }), cache, {
          policyMode: 'enforce',
          allowedSources: [],
          maxPrepared,
          site: found.projectId,
          slots: new Slots(maxAnswers, 0),
        });
      const now = nowMs();
      const [current] = this.#shown;
      if (current !== undefined) current.replacedAtMs = now;
      const kept = this.#shown
        .filter((shown) => shown !== former && now - (shown.replacedAtMs ?? now) < formerMs)
        .slice(0, maxFormer);
      this.#shown = [{ deploymentId, answers, replacedAtMs: undefined }, ...kept];
      served.show(this.#shown.map((shown) => shown.answers));
    } catch (error) {
      // 3
      log.error(
        { host: this.host, deploymentId, blobKey, err: error },
        'the bundle of a live deployment cannot be read',
      );
      if (this.#shown.length === 0) throw error;
    }
  }
}
