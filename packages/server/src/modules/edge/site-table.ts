import {
  FairBudget,
  FairSlots,
  PreparedBudget,
  ServedSite,
  SiteAnswers,
  type BodyCache,
  type PlaygroundProxy,
  type SiteService,
} from '@docwright/site-server';
import type { Logger } from '../../platform/log/index.ts';
import type { OpenedSite, StoredSite } from './open-blob-source.ts';
import type { FormerDeployment, FoundSite } from './store.ts';
import { takeLookUp } from './take-look-up.ts';

/** A site or preview that this edge knows. */
export interface KnownSite {
  readonly found: FoundSite;
  readonly served: ServedSite;
}

export interface SiteTableDeps {
  /** By the header Host; undefined where no site has the name. Throws while the database is away. */
  readonly find: (host: string) => Promise<FoundSite | undefined>;
  /** Of a bundle in the blob store. @throws where it is gone or damaged */
  readonly openSource: (bundle: StoredSite) => Promise<OpenedSite>;
  /** What was live before, from the newest, with when it was replaced. */
  readonly findFormer: (environmentId: string, since: Date) => Promise<readonly FormerDeployment[]>;
  /** Bytes of indexes that are held, of all sites together. */
  readonly maxIndexBytes: number;
  readonly cache: BodyCache;
  readonly playground: PlaygroundProxy;
  /** Search, assistant and MCP of a project's site. */
  readonly serviceOf?: (found: FoundSite) => SiteService;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/** Names that are no site's are not looked up again for so long, and so many are kept in mind. */
const missingMs = 5_000;
const maxMissing = 10_000;
/** Files of which it is remembered what an answer says: of all sites together, and of each deployment whatever the others take. */
const maxPrepared = 50_000;
const preparedAlways = 200;
/** Look-ups that may find nothing. */
const missesPerSecond = 200;
/** Answers of one deployment that wait for a read or a slow reader, each with at most two MiB. */
const maxAnswers = 512;
/** What an entry takes besides its indexes: its answers' tables, and what the database said of it. */
const entryBytes = 8_192;
/** A bundle that could not be opened, and a site that could not be looked up again, are tried again so soon. */
const retryMs = 5_000;
/** A page of the deployment before may be open: its assets stay for so long, of at most so many deployments. */
const formerMs = 3_600_000;
const maxFormer = 4;

interface Shown {
  readonly deploymentId: string;
  readonly answers: SiteAnswers;
  readonly indexBytes: number;
  /** When something else took its place. */
  replacedAtMs: number | undefined;
}

/**
 * What an edge knows of host names.
 *
 * 1. What is known is answered without the database; a change is told (`changed`), and looked up once for all requests.
 * 2. One answer comes from one deployment: a request takes the version that is shown when it comes.
 * 3. A bundle that is gone or damaged is an alarm and no answer: what was shown before stays, and it is tried again.
 * 4. While the database is away, known sites go on; others are told to come again.
 * 5. Names that are nobody's cost a bounded number of look-ups a second, of which each client has a share.
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

  /** Without a look-up; undefined where one is needed. */
  known(host: string): KnownSite | undefined {
    const entry = this.#sites.get(host);
    if (entry?.site === undefined) return undefined;
    // A map keeps the order of insertion: what was asked for last goes to its end.
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
   * @param network the client's, from `networkOfAddress`
   * @throws while the database is away and the name is not known; LookUpsUsedUp
   */
  async resolve(host: string, network: string): Promise<KnownSite | undefined> {
    const known = this.known(host);
    if (known !== undefined) return known;
    const until = this.#missing.get(host);
    if (until !== undefined && until > this.#deps.nowMs()) return undefined;
    if (this.#sites.has(host)) return this.#entry(host).load();
    takeLookUp(this.#budget, network); // 5
    const site = await this.#entry(host).load();
    if (site !== undefined) this.#budget.giveBack([network]);
    return site;
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

  /**
   * What no notification told, now and then: sites that are read are looked up again, and others when they are read next. Thousands
   * that nobody reads cost nothing.
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
      this.#deps.log.warn({ host: entry.host, err: error }, 'a site could not be looked up again; it stays as it was'); // 4
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

  /** The one that was asked for longest ago goes first; who is just answered from it goes on holding it. */
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
  /** It is known that the name is nobody's. */
  readonly missing: () => void;
  readonly forget: () => void;
  readonly weighed: (bytes: number) => void;
  readonly prepared: PreparedBudget;
}

/** One host name: what it leads to, and one look-up at a time. */
class Entry {
  readonly host: string;
  site: KnownSite | undefined;
  heldBytes = entryBytes;
  /** Since it was last looked up by the clock. */
  isAsked = true;
  /** Whoever asks from then on has it looked up again, and is answered meanwhile. */
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
      // 3
      log.error(
        { host: this.host, deploymentId, blobKey, err: error },
        'the bundle of a live deployment cannot be read',
      );
      if (this.#shown.length === 0) throw error;
      this.dueAtMs = nowMs() + retryMs;
    }
  }

  /** Nobody finds it any more. */
  retire(): void {
    for (const { answers } of this.#shown) answers.retire();
  }

  async #open(
    { projectId: site }: FoundSite,
    { deploymentId, blobKey, sizeBytes }: Omit<FormerDeployment, 'replacedAt'>,
  ): Promise<Shown> {
    const { source, indexBytes } = await this.#deps.openSource({ site, blobKey, sizeBytes });
    const slots = new FairSlots(maxAnswers, 0);
    const { prepared } = this.#owner;
    const settings = { policyMode: 'enforce', allowedSources: [], prepared, site, slots } as const;
    const answers = new SiteAnswers(source, this.#deps.cache, settings);
    return { deploymentId, answers, indexBytes, replacedAtMs: undefined };
  }

  /** An edge that has just started holds nothing of before, and pages of before may be open all the same. */
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
      log.warn({ host: this.host, err: error }, 'the deployments before a live one could not be looked up');
      return [];
    }
  }
}
