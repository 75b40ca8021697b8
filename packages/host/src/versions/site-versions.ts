/**
 * The versions of one site: which version is active, and how another version is activated.
 *
 * 1. `current` changes by one assignment, and only to a version that is verified, on disk and in the journal (N5).
 * 2. Updates run one after the other. A failed update changes nothing.
 * 3. A pin (`version`, `sha256`) and the air gap apply to every source: link, poll, command, another process, the disk.
 */
import { mkdir } from 'node:fs/promises';
import { HostError } from '../errors.ts';
import { findLatestExport } from '../outgoing/find-latest-export.ts';
import type { StaticExportSettings } from '../settings/parse-settings.ts';
import { findDowngrade, findPrevious, startOrder, versionsToKeep } from './choose-version.ts';
import type { KnownVersion } from './choose-version.ts';
import { fetchBundle } from './fetch-bundle.ts';
import { findDeploymentProblem, type DeployedAs } from './find-deployment-problem.ts';
import { appendActivation, readJournal, shortenJournal } from './journal.ts';
import type { ActivationCause } from './journal.ts';
import { deleteOtherVersions, listVersions, requireVersionNamed } from './list-versions.ts';
import type { VersionSummary } from './list-versions.ts';
import { openVersion } from './open-version.ts';
import type { Version } from './open-version.ts';
import type { StagingPoint } from './stage-bundle.ts';
import { listVersionIds } from './version-files.ts';

export interface VersionEvents {
  /** Called when `current` or `kept` has changed. */
  changed(): void;
  /** Called when an update from a link has ended, with a version or with the error that prevented its activation. */
  updated(cause: ActivationCause, error: unknown): void;
  activated(version: Version, cause: ActivationCause): void;
  /** Called when a verified bundle from a link replaced a version's damaged folder. */
  repaired(id: string): void;
  /** Called once for each stored version that can't be opened; another version is tried. */
  skipped(id: string, error: unknown): void;
  /** Called once for each open version if one of its files is found to have changed on disk. */
  damaged(error: HostError): void;
}

export interface VersionsContext extends DeployedAs {
  readonly folder: string;
  readonly settings: StaticExportSettings;
  readonly events: VersionEvents;
  readonly nowMs: () => number;
  /** Unique across all processes that share the folder. */
  readonly newName: () => string;
  readonly atPoint: (point: StagingPoint | 'activated') => Promise<void> | void;
}

export interface UpdateOutcome {
  readonly version: VersionSummary;
  /** False if the link delivered the version that was already active, unless it repaired that version. */
  readonly changed: boolean;
}

interface Delivery {
  readonly url: string;
  readonly trustedUrl: string;
  readonly cause: ActivationCause;
  readonly jobId?: string;
}

export class SiteVersions {
  readonly #context: VersionsContext;
  readonly #stopping = new AbortController();
  #current: Version | undefined;
  #kept: readonly Version[] = [];
  /** IDs of stored versions that can't be opened. */
  readonly #skipped = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(context: VersionsContext) {
    this.#context = context;
  }

  get current(): Version | undefined {
    return this.#current;
  }

  /** Older versions, newest first. Pages that are still open in a browser request their hashed assets. */
  get kept(): readonly Version[] {
    return this.#kept;
  }

  /** Opens the stored versions. `update` handles the link. */
  async openFromDisk(): Promise<void> {
    const { folder, newName } = this.#context;
    await mkdir(folder, { recursive: true });
    await shortenJournal(folder, newName());
    await this.#exclusive(() => this.#follow());
  }

  /** Fetches a bundle and activates it. Throws BundleError or HostError; even then, the site continues to be served. */
  update(url: string, cause: ActivationCause): Promise<UpdateOutcome> {
    return this.#exclusive(() => this.#deliver({ url, trustedUrl: url, cause }));
  }

  /** Loads the API's latest export, unless it is already loaded. */
  poll(): Promise<UpdateOutcome | undefined> {
    return this.#exclusive(async () => {
      const { folder, settings } = this.#context;
      const latest = await findLatestExport({ ...settings, signal: this.#stopping.signal });
      if (latest === undefined) return undefined;
      const taken = (await readJournal(folder)).findLast(({ jobId }) => jobId !== undefined);
      if (taken?.jobId === latest.jobId) return undefined;
      const url = await latest.openBundleUrl();
      return this.#deliver({ url, trustedUrl: settings.apiUrl, cause: 'poll', jobId: latest.jobId });
    });
  }

  /** Activates a version by its label, ID, or a prefix of its digest. */
  activate(name: string): Promise<VersionSummary> {
    return this.#exclusive(async () => {
      const { folder } = this.#context;
      const wanted = await requireVersionNamed(folder, name);
      await this.#makeActive(wanted.id, { cause: 'activate' });
      return this.#summary(wanted.id);
    });
  }

  rollback(): Promise<VersionSummary> {
    return this.#exclusive(async () => {
      const { folder } = this.#context;
      const previous = findPrevious(await readJournal(folder), this.#current?.id ?? '', await listVersionIds(folder));
      if (previous === undefined)
        throw new HostError('version-unknown', 'the disk has no earlier version to go back to');
      await this.#makeActive(previous, { cause: 'rollback' });
      return this.#summary(previous);
    });
  }

  list(): Promise<VersionSummary[]> {
    return listVersions(this.#context.folder, this.#current?.id ?? '');
  }

  /** Follows an activation by another process on the same folder. */
  follow(): Promise<void> {
    return this.#exclusive(() => this.#follow());
  }

  /** Opens the retained versions, so that their assets can be served. */
  openKept(): Promise<void> {
    return this.#exclusive(async () => {
      const { folder, settings } = this.#context;
      const journal = await readJournal(folder);
      const keep = versionsToKeep(journal, this.#current?.id ?? '', settings.keepVersions);
      const opened = new Set([this.#current?.id, ...this.#kept.map(({ id }) => id)]);
      for (const id of keep) {
        if (opened.has(id)) continue;
        // A version that can't be opened has no assets to serve.
        const version = await openVersion(folder, id, settings.publicKey).catch(() => undefined);
        if (version !== undefined) this.#kept = [...this.#kept, version];
      }
      this.#context.events.changed();
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue;
    const open = [this.#current, ...this.#kept];
    this.#current = undefined;
    this.#kept = [];
    for (const version of open) await version?.release();
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work); // 2
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #follow(): Promise<void> {
    const { folder, settings, events } = this.#context;
    const order = startOrder(await readJournal(folder), await listVersionIds(folder));
    for (const id of order) {
      if (id === this.#current?.id) return;
      const version = await openVersion(folder, id, settings.publicKey).catch((error: unknown) => {
        if (!this.#skipped.has(id)) events.skipped(id, error);
        this.#skipped.add(id);
        return undefined;
      });
      if (version === undefined) continue;
      if (this.#findProblem(version) === undefined) return this.#take(version);
      await version.release();
    }
  }

  async #deliver({ url, trustedUrl, cause, jobId }: Delivery): Promise<UpdateOutcome> {
    const { folder, settings, deploymentKind, hasAccess, newName, atPoint, events } = this.#context;
    try {
      const stagingName = newName();
      const signal = this.#stopping.signal;
      const deployed = { deploymentKind, hasAccess };
      const request = { folder, settings, ...deployed, url, trustedUrl, stagingName, signal, atPoint };
      const staged = await fetchBundle(request);
      if (staged.repaired) events.repaired(staged.versionId);
      const changed = staged.repaired || staged.versionId !== this.#current?.id;
      if (changed || jobId !== undefined) {
        // The API orders exports, so its latest export may have been active before.
        if (cause !== 'poll') await this.#requireForward(staged.versionId, staged.manifest.version);
        await this.#makeActive(staged.versionId, {
          cause,
          reopen: staged.repaired,
          ...(jobId === undefined ? {} : { jobId }),
        });
      }
      events.updated(cause, undefined);
      return { version: await this.#summary(staged.versionId), changed };
    } catch (error) {
      events.updated(cause, error);
      throw error;
    }
  }

  async #requireForward(id: string, version: string): Promise<void> {
    const { folder, settings } = this.#context;
    if (settings.version !== '' || settings.sha256 !== '') return;
    const active: KnownVersion | undefined =
      this.#current === undefined
        ? undefined
        : { id: this.#current.id, version: this.#current.manifest.version, sha256: '' };
    const reason = findDowngrade({ id, version, sha256: '' }, active, await readJournal(folder));
    if (reason === undefined) return;
    throw new HostError(
      'downgrade-refused',
      `${reason}; pin it with staticExport.version, or activate it with a command`,
    );
  }

  async #makeActive(
    id: string,
    { cause, jobId, reopen = false }: { cause: ActivationCause; jobId?: string; reopen?: boolean },
  ): Promise<void> {
    const { folder, settings, nowMs, newName, atPoint, events } = this.#context;
    const version = await openVersion(folder, id, settings.publicKey);
    const problem = this.#findProblem(version); // 3
    if (problem !== undefined) {
      await version.release();
      throw problem;
    }
    const at = new Date(nowMs()).toISOString();
    await appendActivation(folder, { versionId: id, at, cause, ...(jobId === undefined ? {} : { jobId }) });
    await atPoint('activated');
    if (id === this.#current?.id && !reopen) return version.release();
    await this.#take(version);
    events.activated(version, cause);
    const keep = versionsToKeep(await readJournal(folder), id, settings.keepVersions);
    await deleteOtherVersions(folder, keep, { nowMs: nowMs(), newName });
  }

  #findProblem(version: Version): HostError | undefined {
    return findPinProblem(version, this.#context.settings) ?? findDeploymentProblem(version.manifest, this.#context);
  }

  async #take(version: Version): Promise<void> {
    const { settings, events } = this.#context;
    const older = [this.#current, ...this.#kept].filter((other) => other !== undefined);
    const same = older.filter(({ id }) => id === version.id);
    const others = older.filter(({ id }) => id !== version.id);
    version.onDamage = (error) => events.damaged(error);
    this.#current = version; // 1
    this.#kept = others.slice(0, settings.keepVersions - 1);
    events.changed();
    for (const closed of [...same, ...others.slice(settings.keepVersions - 1)]) await closed.release();
  }

  async #summary(id: string): Promise<VersionSummary> {
    const summary = (await this.list()).find((version) => version.id === id);
    if (summary === undefined) throw new HostError('version-unknown', `version ${id} was deleted in the meantime`);
    return summary;
  }
}

function findPinProblem({ manifest, sha256 }: Version, pin: StaticExportSettings): HostError | undefined {
  const mismatch = (message: string): HostError => new HostError('version-mismatch', message);
  if (pin.version !== '' && pin.version !== manifest.version) {
    return mismatch(`the settings require version "${pin.version}"; this is "${manifest.version}"`);
  }
  if (pin.sha256 !== '' && pin.sha256 !== sha256) {
    return mismatch(`the settings require the SHA-256 ${pin.sha256}; this is ${sha256}`);
  }
  return undefined;
}
