import { retireMs, type BuilderProcess } from './builder-process.ts';
import type { BuilderPool, IdleBuilder } from './builder-pool.ts';
import type { SiteCaches } from './site-caches.ts';

/** A process that builds one site repeatedly. */
export interface SiteBuilder {
  readonly builder: BuilderProcess;
  readonly process: IdleBuilder['process'];
  readonly organizationId: string;
  /** Start time on a monotonic clock. */
  readonly startedAtMs: number;
}

/** Time limit for saving a cache, which happens when no one is waiting for the process anymore. */
const saveTimeoutMs = 120_000;

interface Kept extends IdleBuilder {
  readonly siteId: string;
  readonly site: SiteBuilder;
  readonly timer: NodeJS.Timeout;
}

/**
 * Processes that have built a site and wait for its next build, which then needs neither a new process nor the saved
 * cache nor the unchanged files.
 *
 * W1  A process builds one site, one version at a time.
 * W2  It ends when it is old, when its slot is needed, or when too many others are waiting. It then saves the cache
 *     with which the site's next process starts.
 * W3  At most half of the slots are used this way, but at least one. The organization with the most processes releases
 *     one.
 */
export class WarmBuilders {
  readonly #pool: BuilderPool;
  readonly #caches: SiteCaches;
  /** By site, least recently used first. */
  readonly #kept = new Map<string, Kept>();
  /** Caches that are being saved, by site. */
  readonly #saving = new Map<string, Promise<void>>();

  constructor(pool: BuilderPool, caches: SiteCaches) {
    this.#pool = pool;
    this.#caches = caches;
  }

  /**
   * Returns the process that built the site last, if it can build now. If it can't, resolves when the site's cache is
   * saved. With 25,000 pages, saving takes 4 s, and a build without the cache 90 s.
   */
  async take(siteId: string): Promise<SiteBuilder | undefined> {
    const kept = this.#kept.get(siteId);
    if (kept !== undefined && this.#pool.resume(kept)) {
      this.#remove(kept);
      return kept.site;
    }
    kept?.end();
    await this.#saving.get(siteId);
    return undefined;
  }

  keep(siteId: string, site: SiteBuilder): void {
    // If two builds ran at the same time, the process of the later one is kept.
    this.#kept.get(siteId)?.end();
    const ageMs = performance.now() - site.startedAtMs;
    const kept: Kept = {
      siteId,
      site,
      process: site.process,
      timer: setTimeout(() => kept.end(), Math.max(0, retireMs - ageMs)).unref(),
      end: () => {
        if (this.#remove(kept)) void this.saveAndClose(siteId, site);
      },
    };
    this.#kept.set(siteId, kept);
    void site.process.exited.then(() => this.#remove(kept));
    this.#pool.offer(kept);
    this.#makeRoom();
  }

  /** Saves the cache and ends the process. Never fails: without the cache, the next process is only slower. */
  async saveAndClose(siteId: string, site: SiteBuilder): Promise<void> {
    const saving = this.#save(siteId, site);
    this.#saving.set(siteId, saving);
    await saving;
    if (this.#saving.get(siteId) === saving) this.#saving.delete(siteId);
  }

  async #save(siteId: string, { builder }: SiteBuilder): Promise<void> {
    await builder.saveCache(siteId, this.#caches, saveTimeoutMs).catch(() => undefined);
    await builder.close();
  }

  /** Releases a process if too many are kept (W3). */
  #makeRoom(): void {
    if (this.#kept.size <= Math.max(1, this.#pool.places >> 1)) return;
    const byOrganization = Map.groupBy(this.#kept.values(), ({ site }) => site.organizationId);
    const [most] = [...byOrganization.values()].toSorted((one, other) => other.length - one.length);
    most?.[0]?.end();
  }

  /** Returns whether the process was kept until now. */
  #remove(kept: Kept): boolean {
    clearTimeout(kept.timer);
    this.#pool.withdraw(kept);
    return this.#kept.get(kept.siteId) === kept && this.#kept.delete(kept.siteId);
  }
}
