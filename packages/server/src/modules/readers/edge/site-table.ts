import {
  FairBudget,
  openAnswerSlots,
  PreparedBudget,
  ServedSite,
  SiteAnswers,
  type BodyCache,
  type PlaygroundProxy,
  type SiteService,
} from '@docwright/site-server';
import type { Logger } from '../../../platform/log/index.ts';
import type { OpenedSite, StoredSite } from './open-blob-source.ts';
import type { FormerDeployment, FoundSite } from '../../publishing/deployments/index.ts';
import { takeLookup } from './take-look-up.ts';

/** A site or preview in this edge's table. */
export interface KnownSite {
  readonly found: FoundSite;
  readonly served: ServedSite;
}

export interface SiteTableDeps {
  /**
   * Finds the site of a `Host` header; `undefined` if no site has the name. Throws while the database is unavailable.
   */
  readonly find: (host: string) => Promise<FoundSite | undefined>;
  /** Opens a bundle of the blob store. @throws if it is missing or damaged */
  readonly openSource: (bundle: StoredSite) => Promise<OpenedSite>;
  /** Earlier live deployments, newest first, with the time when each was replaced. */
  readonly findFormer: (environmentId: string, since: Date) => Promise<readonly FormerDeployment[]>;
  /** Memory limit for the indexes of all sites together, in bytes. */
  readonly maxIndexBytes: number;
  readonly cache: BodyCache;
  readonly playground: PlaygroundProxy;
  /** Search, assistant and MCP of a project's site. */
  readonly serviceOf?: (found: FoundSite) => SiteService;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/** The time during which an unknown name isn't looked up again, and the maximum number of unknown names. */
const missingMs = 5_000;
const maxMissing = 10_000;
/** Number of files whose response headers are cached, for all sites together, and the minimum for each deployment. */
const maxPrepared = 50_000;
const preparedAlways = 200;
/** Maximum number of lookups per second that find nothing. */
const missesPerSecond = 200;
/** Memory of an entry in addition to its indexes: response tables and the database row. */
const entryBytes = 8_192;
/** Delay before retrying a bundle that couldn't be opened, or a failed lookup of a known site. */
const retryMs = 5_000;
/**
 * How long assets of previous deployments are served, because their pages may still be open, and the number of these
 * deployments.
 */
const formerMs = 3_600_000;
const maxFormer = 4;

interface Shown {
  readonly deploymentId: string;
  readonly answers: SiteAnswers;
  readonly indexBytes: number;
  /** The time when another deployment replaced it. */
  replacedAtMs: number | undefined;
}

/**
 * The host names that an edge has looked up, and their sites.
 *
 * 1. Known names are answered without the database. Changes are reported by `changed` and looked up once for all
 *    requests.
 * 2. Every response uses one deployment: the one that is live when the request arrives.
 * 3. A missing or damaged bundle is logged and never served: the previous deployment is still served, and opening is
 *    retried.
 * 4. While the database is down, known sites continue to work; for other names, clients are asked to try again later.
 * 5. Lookups of unknown names are limited per second, and each client has a share of the limit.
 */
export class SiteTable {
  readonly #deps: SiteTableDeps;
  readonly #sites = new Map<string, Entry>();
  readonly #missing = new Map<string, number>();
  readonly #prepared = new PreparedBudget(maxPrepared, preparedAlways);
  #heldBytes = 0;
  readonly #budget: FairBudget;

  constructor(deps: SiteTableDeps) {
    this.#deps = deps;
    this.#budget = new FairBudget({ units: missesPerSecond, windowMs: 1_000, nowMs: deps.nowMs });
  }

  /** Never starts a lookup; returns `undefined` if one is needed. */
  known(host: string): KnownSite | undefined {
    const entry = this.#sites.get(host);
    if (entry?.site === undefined) return undefined;
    // A map keeps insertion order, so this moves the most recently used entry to the end.
    if (this.#heldBytes * 2 > this.#deps.maxIndexBytes) {
      this.#sites.delete(host);
      this.#sites.set(host, entry);
    }
    entry.isAsked = true;
    if (this.#deps.nowMs() >= entry.dueAtMs) void this.#reload(entry);
    return entry.site;
  }

  /**
   * Returns `undefined` if no site has the name.
   *
   * @param network the client's network, from `networkOfAddress`
   * @throws LookupLimitReached; any error of the database, if the name isn't known
   */
  async resolve(host: string, network: string): Promise<KnownSite | undefined> {
    const known = this.known(host);
    if (known !== undefined) return known;
    const until = this.#missing.get(host);
    if (until !== undefined && until > this.#deps.nowMs()) return undefined;
    if (this.#sites.has(host)) return this.#entry(host).load();
    takeLookup(this.#budget, network); // 5
    const site = await this.#entry(host).load();
    if (site !== undefined) this.#budget.giveBack([network]);
    return site;
  }

  /** Called when the project's live deployment or its access settings have changed. */
  async changed(projectId: string): Promise<void> {
    // A name that was unknown may now be the project's.
    this.#missing.clear();
    const entries = [...this.#sites.values()].filter(({ site }) => site?.found.projectId === projectId);
    await Promise.all(entries.map((entry) => this.#reload(entry)));
  }

  /** Called when any site may have changed without a notification. */
  async changedAll(): Promise<void> {
    this.#missing.clear();
    for (const entry of this.#sites.values()) await this.#reload(entry);
  }

  /**
   * Checks periodically for missed notifications. Recently read sites are looked up again now, and others when they are
   * next read, so unread sites cost nothing.
   */
  async lookAgain(): Promise<void> {
    this.#missing.clear();
    for (const entry of this.#sites.values()) {
      if (!entry.isAsked) {
        entry.dueAtMs = this.#deps.nowMs();
        continue;
      }
      entry.isAsked = false;
      await this.#reload(entry);
    }
  }

  async #reload(entry: Entry): Promise<void> {
    entry.dueAtMs = Number.POSITIVE_INFINITY;
    try {
      await entry.reload();
    } catch (error) {
      this.#deps.log.warn({ host: entry.host, err: error }, 'a site could not be looked up again; it is unchanged'); // 4
      entry.dueAtMs = this.#deps.nowMs() + retryMs;
    }
  }

  #entry(host: string): Entry {
    const existing = this.#sites.get(host);
    if (existing !== undefined) return existing;
    const entry = new Entry(host, this.#deps, {
      missing: () => {
        this.#drop(host);
        this.#remember(host);
      },
      forget: () => this.#drop(host),
      weighed: (bytes) => this.#weigh(host, bytes),
      prepared: this.#prepared,
    });
    this.#sites.set(host, entry);
    this.#heldBytes += entry.heldBytes;
    return entry;
  }

  #drop(host: string): void {
    const entry = this.#sites.get(host);
    if (entry === undefined) return;
    this.#sites.delete(host);
    this.#heldBytes -= entry.heldBytes;
    entry.retire();
  }

  /** Evicts the least recently used entries. Requests that are using an evicted entry keep it. */
  #weigh(host: string, bytes: number): void {
    const entry = this.#sites.get(host);
    if (entry === undefined) return;
    this.#heldBytes += bytes - entry.heldBytes;
    entry.heldBytes = bytes;
    for (const oldest of this.#sites.keys()) {
      if (this.#heldBytes <= this.#deps.maxIndexBytes) break;
      if (oldest !== host) this.#drop(oldest);
    }
  }

  #remember(host: string): void {
    this.#missing.set(host, this.#deps.nowMs() + missingMs);
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= maxMissing) break;
      this.#missing.delete(oldest);
    }
  }
}

interface EntryOwner {
  /** Called when no site has the name. */
  readonly missing: () => void;
  readonly forget: () => void;
  readonly weighed: (bytes: number) => void;
  readonly prepared: PreparedBudget;
}

/** One host name, the site it resolves to, and at most one lookup at a time. */
class Entry {
  readonly host: string;
  site: KnownSite | undefined;
  heldBytes = entryBytes;
  /** Whether a request has used the entry since the last periodic check. */
  isAsked = true;
  /** After this time, a request triggers a new lookup, and is answered from the old result in the meantime. */
  dueAtMs = Number.POSITIVE_INFINITY;
  readonly #deps: SiteTableDeps;
  readonly #owner: EntryOwner;
  #shown: readonly Shown[] = [];
  #loading: Promise<KnownSite | undefined> | undefined;
  #isStale = false;

  constructor(host: string, deps: SiteTableDeps, owner: EntryOwner) {
    this.host = host;
    this.#deps = deps;
    this.#owner = owner;
  }

  /** Repeats a running lookup, because a change that is reported during a lookup may be newer than the result. */
  reload(): Promise<KnownSite | undefined> {
    this.#isStale = true;
    return this.load();
  }

  /** Uses one lookup for all concurrent requests. */
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
      if (this.site === undefined) this.#owner.forget();
      throw error;
    });
    if (found === undefined) {
      this.site = undefined;
      this.#owner.missing();
      return undefined;
    }
    const served =
      this.site?.served ??
      new ServedSite(found.label ?? found.slug, this.#deps.playground, this.#deps.serviceOf?.(found));
    await this.#show(served, found);
    this.site = { found, served };
    return this.site;
  }

  async #show(served: ServedSite, found: FoundSite): Promise<void> {
    const { deploymentId, blobKey, sizeBytes } = found;
    const { nowMs, log } = this.#deps;
    if (deploymentId === null || blobKey === null || sizeBytes === null) {
      this.retire();
      this.#shown = [];
      served.show([]);
      return;
    }
    if (this.#shown[0]?.deploymentId === deploymentId) return;
    const known = this.#shown.find((shown) => shown.deploymentId === deploymentId);
    try {
      const opened = known ?? (await this.#open(found, { deploymentId, blobKey, sizeBytes }));
      const former = this.#shown.length === 0 ? await this.#openFormer(found) : this.#shown;
      const now = nowMs();
      const [current] = this.#shown;
      if (current !== undefined) current.replacedAtMs = now;
      opened.replacedAtMs = undefined;
      const kept = former
        .filter((shown) => shown !== opened && now - (shown.replacedAtMs ?? now) < formerMs)
        .slice(0, maxFormer);
      const shown = [opened, ...kept];
      for (const gone of former) if (!shown.includes(gone)) gone.answers.retire();
      this.#shown = shown;
      served.show(this.#shown.map((shown) => shown.answers));
      this.#owner.weighed(this.#shown.reduce((sum, { indexBytes }) => sum + indexBytes, entryBytes));
    } catch (error) {
      // Rule 3.
      log.error(
        { host: this.host, deploymentId, blobKey, err: error },
        'the bundle of a live deployment cannot be read',
      );
      if (this.#shown.length === 0) throw error;
      this.dueAtMs = nowMs() + retryMs;
    }
  }

  /** Called when no new requests can reach the entry. */
  retire(): void {
    for (const { answers } of this.#shown) answers.retire();
  }

  async #open(
    { projectId: site, kind }: FoundSite,
    { deploymentId, blobKey, sizeBytes }: Omit<FormerDeployment, 'replacedAt'>,
  ): Promise<Shown> {
    const { source, indexBytes } = await this.#deps.openSource({ site, blobKey, sizeBytes });
    const slots = openAnswerSlots();
    const { prepared } = this.#owner;
    // Previews share their bundles with the live site, but readers sign in only there.
    const hidesSignIn = kind === 'preview';
    const settings = { policyMode: 'enforce', allowedSources: [], prepared, site, slots, hidesSignIn } as const;
    const answers = new SiteAnswers(source, this.#deps.cache, settings);
    return { deploymentId, answers, indexBytes, replacedAtMs: undefined };
  }

  /**
   * Opens previous deployments, because an edge that has just started has none, but readers may still have their pages
   * open.
   */
  async #openFormer(found: FoundSite): Promise<readonly Shown[]> {
    const { nowMs, findFormer, log } = this.#deps;
    const since = nowMs() - formerMs;
    if (found.activatedAt === null || found.activatedAt.getTime() <= since) return [];
    try {
      const all = await findFormer(found.environmentId, new Date(since));
      const opened = all.slice(0, maxFormer).map(async (former) => {
        const shown = await this.#open(found, former);
        return Object.assign(shown, { replacedAtMs: former.replacedAt.getTime() });
      });
      return (await Promise.allSettled(opened)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    } catch (error) {
      log.warn({ host: this.host, err: error }, 'the deployments before the live one could not be looked up');
      return [];
    }
  }
}
