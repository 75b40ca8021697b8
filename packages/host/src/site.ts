/** One site of a process: its versions, its responses, and its status for the operator. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openAnswerSlots, PreparedBudget, ServedSite, showUrl, SiteAnswers } from '@docwright/site-server';
import type { Embedder, TurnKeeper } from '@docwright/site-assistant';
import type { BodyCache, PlaygroundProxy, SiteService } from '@docwright/site-server';
import { HostError } from './errors.ts';
import type { HostLog } from './operations/host-log.ts';
import { describeError } from './operations/host-log.ts';
import type { HostMetrics } from './operations/host-metrics.ts';
import { PendingWork } from './operations/pending-work.ts';
import type { HostSettings, SiteSettings } from './settings/parse-settings.ts';
import { analyticsFolder, EventFiles, type EventFilesOptions } from './readers/event-files.ts';
import { createTurnKeeper } from './readers/keep-turns.ts';
import { createHostReaders, type HostReaders } from './readers/host-readers.ts';
import { EventForwarder } from './readers/forward-events.ts';
import { sendEvents } from './outgoing/send-events.ts';
import { cleanStaging } from './versions/clean-staging.ts';
import type { ActivationCause } from './versions/journal.ts';
import { describeProcess } from './versions/list-versions.ts';
import type { VersionSummary } from './versions/list-versions.ts';
import type { Version } from './versions/open-version.ts';
import { SiteVersions } from './versions/site-versions.ts';
import type { UpdateOutcome, VersionsContext } from './versions/site-versions.ts';
import { startBrotli } from './versions/start-brotli.ts';
import { VersionSource } from './versions/version-source.ts';
import { writeVectorsOf } from './versions/version-vectors.ts';

export interface SiteContext {
  readonly settings: HostSettings;
  readonly cache: BodyCache;
  readonly metrics: HostMetrics;
  readonly playground: PlaygroundProxy;
  readonly serviceOf: (keeper: TurnKeeper | undefined) => SiteService;
  readonly embedder: Embedder | undefined;
  readonly log: HostLog;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly atPoint: VersionsContext['atPoint'];
}

/** Status of a site in `/readyz`. */
export interface SiteHealth {
  readonly site: string;
  readonly ready: boolean;
  readonly version: string | null;
  readonly commit: string | null;
  readonly sha256: string | null;
  /** Whether a stored version is served because the link can't be used. */
  readonly servingFromDisk: boolean;
  /** Whether files of the active version were changed on disk. Changed files aren't served. */
  readonly damaged: boolean;
  readonly lastUpdate: { readonly at: string; readonly outcome: string; readonly message: string } | null;
}

/** Maximum wait for the bundle at startup if a version on disk can be served. */
const STARTUP_WAIT_MS = 10_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Minimum time between two repairs of a damaged version. */
const REPAIR_INTERVAL_MS = 5 * 60_000;
/** Interval at which expired data is removed. Days end at midnight UTC. */
const KEEP_MS = 15 * 60_000;

export class Site {
  readonly settings: SiteSettings;
  /** The source of all responses. */
  readonly served: ServedSite;
  readonly #context: SiteContext;
  readonly #versions: SiteVersions;
  readonly #stopping = new AbortController();
  readonly #background = new PendingWork();
  readonly #answers = new Map<Version, SiteAnswers>();
  /** For responses that wait for a disk read or a slow reader; shared by all versions. */
  readonly #slots = openAnswerSlots();
  /** `undefined` if the host doesn't count readers. */
  readonly #readers: HostReaders | undefined;
  /** `undefined` if nothing is sent. */
  readonly #forwarder: EventForwarder | undefined;
  #started = false;
  #lastUpdate: SiteHealth['lastUpdate'] = null;
  #lastFailed = false;
  #repairAtMs = Number.NEGATIVE_INFINITY;
  #brotli: Promise<void> = Promise.resolve();

  constructor(settings: SiteSettings, context: SiteContext) {
    this.settings = settings;
    this.#context = context;
    this.#forwarder = this.#createForwarder();
    this.#readers = this.#createReaders();
    const service = context.serviceOf(this.#readers && this.#createKeeper(this.#readers));
    this.served = new ServedSite(settings.name, context.playground, service, this.#readers);
    const processName = describeProcess(hostname(), process.pid);
    this.#versions = new SiteVersions({
      folder: this.#folder,
      settings: settings.staticExport,
      deploymentKind: context.settings.deploymentKind,
      hasAccess: settings.access.access.mode !== 'public',
      nowMs: context.nowMs,
      newName: () => `${processName}-${context.newId()}`,
      atPoint: context.atPoint,
      events: {
        changed: () => this.#changed(),
        updated: (cause, error) => this.#updated(cause, error),
        activated: (version, cause) => this.#activated(version, cause),
        repaired: (id) => this.#repaired(id),
        skipped: (id, error) => this.#skipped(id, error),
        damaged: (error) => this.#damaged(error),
      },
    });
  }

  get #folder(): string {
    return join(this.#context.settings.dataDir, 'sites', this.settings.name);
  }

  get isReady(): boolean {
    return this.#started && this.#versions.current !== undefined;
  }

  /** Resolves when the site is ready, or has failed to become ready. Retries continue in the background. */
  async start(): Promise<void> {
    const { nowMs } = this.#context;
    const name = describeProcess(hostname(), process.pid);
    await cleanStaging(this.#folder, { name, isAlive, nowMs: nowMs() });
    await this.#keepReaders();
    await this.#versions.openFromDisk();
    const { staticExport } = this.settings;
    if (staticExport.enabled && staticExport.bundleUrl !== '' && !this.#hasPinned()) {
      const update = this.#background.add(this.#tryUpdate(0));
      await (this.#versions.current === undefined ? update : Promise.race([update, this.#delay(STARTUP_WAIT_MS)]));
    }
    this.#started = true;
    this.#report();
    void this.#background.add(this.#versions.openKept());
    this.#repeat(KEEP_MS, () => this.#keepReaders());
    this.#forwarder?.start();
    this.#repeat(this.#context.settings.followMs, () => this.#versions.follow());
    if (staticExport.pollMs > 0) this.#repeat(staticExport.pollMs, () => this.#versions.poll());
  }

  reload(bundleUrl?: string): Promise<UpdateOutcome> {
    const url = bundleUrl ?? this.settings.staticExport.bundleUrl;
    if (url === '')
      throw new HostError('nothing-to-serve', 'no link is configured: set staticExport.bundleUrl or specify one');
    return this.#versions.update(url, 'reload');
  }

  activate(name: string): Promise<VersionSummary> {
    return this.#versions.activate(name);
  }

  rollback(): Promise<VersionSummary> {
    return this.#versions.rollback();
  }

  list(): Promise<VersionSummary[]> {
    return this.#versions.list();
  }

  follow(): Promise<void> {
    return this.#versions.follow();
  }

  health(): SiteHealth {
    const current = this.#versions.current;
    return {
      site: this.settings.name,
      ready: this.isReady,
      version: current?.manifest.version ?? null,
      commit: current?.manifest.commit ?? null,
      sha256: current?.sha256 ?? null,
      servingFromDisk: this.#isFromDisk(),
      damaged: current?.isDamaged ?? false,
      lastUpdate: this.#lastUpdate,
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#forwarder?.stop();
    await this.#versions.stop();
    await this.#brotli;
    await this.#background.settle();
    await this.#readers?.files.settle();
  }

  #createReaders(): HostReaders | undefined {
    const { settings, log, metrics } = this.#context;
    if (!settings.analytics.isOn || settings.deploymentKind === 'air-gapped') return undefined;
    const { clientAddressHeader } = settings.services;
    return createHostReaders({ ...this.#eventFiles(), site: this.settings.name, log, metrics, clientAddressHeader });
  }

  /** Like other events, turns are stored only if the current version counts its readers. */
  #createKeeper(readers: HostReaders): TurnKeeper | undefined {
    const { analytics } = this.#context.settings;
    if (!analytics.keepsConversations) return undefined;
    const isCounted = (): boolean => this.served.versions[0]?.source.features.analytics === true;
    return createTurnKeeper(readers, { site: this.settings.name, days: () => (isCounted() ? analytics.days : 0) });
  }

  #eventFiles(): EventFilesOptions {
    const { settings, nowMs, newId } = this.#context;
    const { days, maxBytes } = settings.analytics;
    const folder = analyticsFolder(settings.dataDir, this.settings.name);
    return { folder, days, maxBytes, nowMs, newId, onRemove: (day) => this.#noteRemoved(day) };
  }

  async #noteRemoved(day: string): Promise<void> {
    await this.#forwarder?.countDropped(day);
  }

  #createForwarder(): EventForwarder | undefined {
    const { name: site, forward, staticExport } = this.settings;
    if (forward === undefined) return undefined;
    const { settings, log, metrics, nowMs, newId } = this.#context;
    const { allowedPrivateHosts } = staticExport;
    return new EventForwarder({
      folder: analyticsFolder(settings.dataDir, site),
      site,
      target: `${forward.url} ${forward.project}`,
      words: forward,
      everyMs: forward.everyMs,
      send: (events, signal) => sendEvents(forward, { events, allowedPrivateHosts, signal, nowMs }),
      log,
      metrics,
      nowMs,
      newId,
      random: Math.random,
    });
  }

  async #keepReaders(): Promise<void> {
    // Data that was stored before analytics was turned off expires like other data.
    const files = this.#readers?.files ?? new EventFiles(this.#eventFiles());
    await files.keep().catch((error: unknown) => {
      const { code, message } = describeError(error);
      this.#context.log.warn(
        { site: this.settings.name, code },
        `expired reader events could not be deleted: ${message}`,
      );
    });
  }

  #isFromDisk(): boolean {
    return this.#lastFailed && this.#versions.current !== undefined;
  }

  /** Whether the version with the pinned digest is current and intact. A damaged version is fetched again. */
  #hasPinned(): boolean {
    const { sha256 } = this.settings.staticExport;
    const { current } = this.#versions;
    return sha256 !== '' && current?.sha256 === sha256 && !current.isDamaged;
  }

  async #tryUpdate(attempt: number): Promise<void> {
    try {
      await this.#versions.update(this.settings.staticExport.bundleUrl, 'start');
    } catch (error) {
      if (!isRetryable(error) || this.#stopping.signal.aborted) return;
      const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
      this.#later(delayMs, () => this.#tryUpdate(attempt + 1));
    }
  }

  /** Waits, or returns early if the site stops. */
  async #delay(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }

  /** Runs the work later, unless the site stops first. */
  #later(ms: number, work: () => Promise<unknown>): void {
    void this.#background.add(this.#delay(ms).then(() => (this.#stopping.signal.aborted ? undefined : work())));
  }

  #repeat(ms: number, work: () => Promise<unknown>): void {
    this.#later(ms, async () => {
      await work().catch((error: unknown) => {
        this.#context.log.warn({ site: this.settings.name, ...describeError(error) }, 'a background check failed');
      });
      if (!this.#stopping.signal.aborted) this.#repeat(ms, work);
    });
  }

  #changed(): void {
    const { cache, settings, metrics } = this.#context;
    const { contentSecurityPolicy: policyMode, allowedSources, deploymentKind } = settings;
    const { name: site } = this.settings;
    // The host's own disk is finite and trusted, so no budget is needed.
    const prepared = new PreparedBudget(Number.POSITIVE_INFINITY);
    const answerSettings = { policyMode, allowedSources, site, prepared, slots: this.#slots };
    const { current, kept } = this.#versions;
    const isNew = current !== undefined && !this.#answers.has(current);
    const open = current === undefined ? [] : [current, ...kept];
    for (const version of this.#answers.keys()) if (!open.includes(version)) this.#answers.delete(version);
    for (const version of open) {
      if (this.#answers.has(version)) continue;
      const source = new VersionSource(version, deploymentKind);
      this.#answers.set(version, new SiteAnswers(source, cache, answerSettings));
    }
    this.served.show(open.flatMap((version) => this.#answers.get(version) ?? []));
    if (current === undefined) return;
    const { version, commit } = current.manifest;
    metrics.setActive(this.settings.name, { version, commit, sha256: current.sha256 });
    if (!isNew) return;
    this.#compress(current);
    void this.#background.add(this.#compare(current, kept[0], 0));
  }

  /**
   * Creates vectors of the version's sections when the version is live. If the model fails, it is retried; in the
   * meantime, searches match only words.
   */
  async #compare(version: Version, earlier: Version | undefined, attempt: number): Promise<void> {
    const { embedder, settings, newId, log } = this.#context;
    const source = new VersionSource(version, settings.deploymentKind);
    const mode = settings.services.search;
    const isSearched = mode === 'on' || (mode === 'bundle' && source.features.search);
    if (embedder === undefined || !isSearched || source.kind === 'air-gapped') return;
    const site = this.settings.name;
    try {
      const asked = await writeVectorsOf({
        source,
        versionPath: version.path,
        earlierPath: earlier?.path,
        embedder,
        temporaryName: `vectors.${newId()}`,
        signal: this.#stopping.signal,
      });
      log.info({ site, version: version.id, asked }, 'searches of a version are compared by meaning');
    } catch (error) {
      if (this.#versions.current !== version || this.#stopping.signal.aborted) return;
      log.warn({ site, code: describeError(error).code }, 'the embedding model failed; search matches words only');
      await this.#delay(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt));
      if (this.#versions.current !== version || this.#stopping.signal.aborted) return;
      await this.#compare(version, earlier, attempt + 1);
    }
  }

  /** Compresses one version at a time. A failure only costs bandwidth. */
  #compress(version: Version): void {
    const { settings, newId, log } = this.#context;
    if (settings.brotliQuality === 0 || version.hasBrotli) return;
    const request = { versionPath: version.path, quality: settings.brotliQuality, temporaryName: `brotli.${newId()}` };
    const make = async (): Promise<void> => {
      // The version was replaced while its compression was queued.
      if (this.#versions.current !== version) return;
      await startBrotli(request, this.#stopping.signal);
      await version.openBrotli();
      this.#answers.get(version)?.forgetPrepared();
    };
    this.#brotli = this.#brotli.then(make).catch((error: unknown) => {
      // The version may have been replaced and deleted while its worker was running.
      if (this.#versions.current !== version) return;
      log.warn({ site: this.settings.name, ...describeError(error) }, 'no Brotli variants were created');
    });
  }

  #updated(cause: ActivationCause, error: unknown): void {
    const { log, metrics, nowMs } = this.#context;
    const site = this.settings.name;
    const { code, message } = error === undefined ? { code: 'ok', message: '' } : describeError(error);
    this.#lastUpdate = { at: new Date(nowMs()).toISOString(), outcome: code, message };
    this.#lastFailed = error !== undefined;
    metrics.countUpdate(site, code);
    metrics.setServingFromDisk(site, this.#isFromDisk());
    if (error === undefined) return;
    const serving = this.#versions.current?.manifest.version ?? null;
    const link = showUrl(this.settings.staticExport.bundleUrl);
    log.warn(
      { site, cause, code, link, serving, servingFromDisk: this.#isFromDisk() },
      `the bundle was not accepted: ${message}`,
    );
  }

  #activated(version: Version, cause: ActivationCause): void {
    const { version: label, commit } = version.manifest;
    this.#context.log.info(
      { site: this.settings.name, cause, version: label, commit, sha256: version.sha256 },
      'a version became active',
    );
  }

  #repaired(version: string): void {
    this.#context.log.warn(
      { site: this.settings.name, version },
      'a version was damaged on disk and was replaced with the bundle from its link',
    );
  }

  #skipped(version: string, error: unknown): void {
    const { code, message } = describeError(error);
    this.#context.log.error(
      { site: this.settings.name, version, code },
      `a stored version can't be opened: ${message}; its link or a reload replaces it`,
    );
  }

  /** Downloads the bundle again, with a minimum interval so that a failing disk doesn't cause a download loop. */
  #damaged({ code, message }: HostError): void {
    const { log, nowMs } = this.#context;
    const { enabled, bundleUrl } = this.settings.staticExport;
    log.error({ site: this.settings.name, code }, message);
    if (!enabled || bundleUrl === '' || nowMs() - this.#repairAtMs < REPAIR_INTERVAL_MS) return;
    this.#repairAtMs = nowMs();
    void this.#background.add(this.#tryUpdate(0));
  }

  /** The reason why the last bundle was rejected, as reported by `/readyz`. */
  #lastProblem(): { readonly code?: string; readonly reason?: string } {
    return this.#lastUpdate === null ? {} : { code: this.#lastUpdate.outcome, reason: this.#lastUpdate.message };
  }

  #report(): void {
    const { log } = this.#context;
    const { ready, version, servingFromDisk } = this.health();
    const fields = { site: this.settings.name, version, servingFromDisk };
    if (!ready) {
      const problem = this.#lastProblem();
      log.error(
        { ...fields, ...problem },
        'no version can be served: none on disk is usable, and no link provided one',
      );
    } else if (servingFromDisk) log.warn({ ...fields, ...this.#lastProblem() }, 'serving the stored version from disk');
    else log.info(fields, 'ready');
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof HostError && error.retryable;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
