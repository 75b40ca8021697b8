/**
 * A site's reader events: one file of JSON lines per UTC day, in the data folder.
 *
 * 1. Once `insert` has resolved, its events survive a crash. A batch is one append that begins and ends with a newline:
 *    a torn line doesn't damage other lines, and is skipped when read.
 * 2. An event is stored in the file of the day in its ID, so that a repeated event is found and counts once.
 * 3. A day takes at most a tenth of the space, and the oldest days are removed first: forged events can't displace all
 *    others in one day.
 * 4. A day's salt is deleted once no more events of that day are accepted: afterwards, the address can't be derived
 *    from a digest.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { joinCode, maxFeedbackOfDay, newUuid7, toDay } from '@docwright/site-server';
import type { EventStore, FeedbackStore, GivenFeedback, NameScope, SiteEvent } from '@docwright/site-server';
import { HostError, toStorageError } from '../errors.ts';
import { PendingWork } from '../operations/pending-work.ts';
import { parseKeptEvent, type KeptEvent, type KeptFeedback, type KeptQuestion, type KeptVote } from './kept-event.ts';

export interface EventFilesOptions {
  readonly folder: string;
  readonly days: number;
  readonly maxBytes: number;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Called with a day before its file is removed. */
  readonly onRemove?: ((day: string) => Promise<void>) | undefined;
}

/** One day may use this fraction (1/n) of the site's space. */
const DAY_SHARE = 10;
/** The files contain readers' messages and contact addresses. */
const OWNER_ONLY = 0o600;
const dayFile = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;
/** A day's salt, or the temporary file of a killed process, which has a suffix in its name. */
const saltFile = /^(\d{4}-\d{2}-\d{2})\.salt(?:\.|$)/;

export const analyticsFolder = (dataDir: string, site: string): string => join(dataDir, 'sites', site, 'analytics');

export class EventFiles implements EventStore {
  readonly #options: EventFilesOptions;
  readonly #work = new PendingWork();
  #appending: Promise<unknown> = Promise.resolve();
  #feedback: { readonly day: string; count: number } | undefined;

  constructor(options: EventFilesOptions) {
    this.#options = options;
  }

  /** @throws HostError `storage-full`, `storage-failed` */
  insert(events: readonly SiteEvent[]): Promise<void> {
    return this.#work.add(this.#insert(events));
  }

  async #insert(events: readonly SiteEvent[]): Promise<void> {
    const byDay = Map.groupBy(events, ({ at }) => at.slice(0, 10));
    for (const [day, some] of byDay) await this.#append(day, some.map(withoutSite)); // 2
  }

  /** Stores a question or a vote. @throws HostError `storage-full`, `storage-failed` */
  add(kept: KeptQuestion | KeptVote): Promise<void> {
    return this.#work.add(this.#append(kept.at.slice(0, 10), [kept]));
  }

  feedbackStore(): FeedbackStore {
    return { insert: (feedback) => this.#work.add(this.#insertFeedback(feedback)), salt: (day) => this.salt(day) };
  }

  /** Returns the salt of a day, which is the same for all processes that share the folder. */
  salt(day: string): Promise<Buffer> {
    return this.#work.add(this.#salt(day));
  }

  /** Resolves when everything is written. */
  settle(): Promise<void> {
    return this.#work.settle();
  }

  async #salt(day: string): Promise<Buffer> {
    const path = join(this.#options.folder, `${day}.salt`);
    const known = await readFile(path).catch(() => undefined);
    if (known !== undefined) return known;
    try {
      await mkdir(this.#options.folder, { recursive: true });
      const temporary = `${path}.${this.#options.newId()}`;
      await writeFile(temporary, randomBytes(32), { mode: OWNER_ONLY });
      // If another process was faster, that process's salt is used.
      await link(temporary, path).catch(() => undefined);
      await rm(temporary);
      return await readFile(path);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  names(scope: NameScope, limit: number): Promise<readonly string[]> {
    return this.#work.add(this.#names(scope, limit));
  }

  async #names({ day, kind }: NameScope, limit: number): Promise<readonly string[]> {
    const names = new Set<string>();
    for await (const event of readDay(this.#options.folder, day)) {
      const name = names.size < limit ? nameOf(event, kind) : null;
      if (name !== null) names.add(name);
    }
    return [...names];
  }

  /** Removes expired days, and salts of days whose events are no longer accepted. */
  async keep(): Promise<void> {
    const { folder, nowMs, days } = this.#options;
    const oldest = toDay(nowMs(), -days);
    for (const name of await listFolder(folder)) {
      const day = dayFile.exec(name)?.[1];
      const salted = saltFile.exec(name)?.[1];
      const isGone = (day !== undefined && day < oldest) || (salted !== undefined && salted < toDay(nowMs(), -1)); // 4
      if (isGone && day !== undefined) await this.#remove(day);
      else if (isGone) await rm(join(folder, name), { force: true });
    }
  }

  async #insertFeedback({ atMs, ...given }: GivenFeedback): Promise<boolean> {
    const day = toDay(atMs);
    if (this.#feedback?.day !== day) this.#feedback = { day, count: await this.#countFeedback(day) };
    const counted = this.#feedback;
    if (counted.count >= maxFeedbackOfDay) return false;
    counted.count += 1;
    const id = newUuid7(atMs, randomBytes(10));
    const kept: KeptFeedback = { kind: 'feedback', id, at: new Date(atMs).toISOString(), ...withoutSite(given) };
    await this.#append(day, [kept]);
    return true;
  }

  async #countFeedback(day: string): Promise<number> {
    let count = 0;
    for await (const { kind } of readDay(this.#options.folder, day)) if (kind === 'feedback') count += 1;
    return count;
  }

  /** Appends batches one after the other, because two concurrent appends could together exceed the limit. */
  #append(day: string, events: readonly KeptEvent[]): Promise<void> {
    const text = `\n${events.map((event) => JSON.stringify(event)).join('\n')}\n`; // 1
    const appended = this.#appending.then(() => this.#appendNow(day, text));
    this.#appending = appended.catch(() => undefined);
    return appended;
  }

  async #appendNow(day: string, text: string): Promise<void> {
    const { folder } = this.#options;
    try {
      await mkdir(folder, { recursive: true });
      const isNew = await this.#makeRoom(day, Buffer.byteLength(text));
      const file = await open(join(folder, `${day}.jsonl`), 'a', OWNER_ONLY);
      try {
        await file.writeFile(text);
        await file.datasync();
      } finally {
        await file.close();
      }
      if (isNew) await syncFolder(folder);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Returns whether the day has no file yet. @throws HostError `storage-full` */
  async #makeRoom(day: string, bytes: number): Promise<boolean> {
    const { folder, maxBytes } = this.#options;
    const sizes = await measureDays(folder);
    const ofDay = sizes.get(day);
    if ((ofDay ?? 0) + bytes > maxBytes / DAY_SHARE)
      throw new HostError('storage-full', `events of ${day} have reached a tenth of analytics.maxBytes (${maxBytes})`); // 3
    let total = bytes;
    for (const size of sizes.values()) total += size;
    for (const [other, size] of sizes) {
      if (total <= maxBytes) break;
      if (other === day) continue;
      await this.#remove(other);
      total -= size;
    }
    return ofDay === undefined;
  }

  async #remove(day: string): Promise<void> {
    await this.#options.onRemove?.(day);
    await rm(join(this.#options.folder, `${day}.jsonl`), { force: true });
  }
}

/** The name under which an event of the kind is counted, or null if the event isn't of that kind. */
function nameOf(event: KeptEvent, kind: NameScope['kind']): string | null {
  if (kind === 'referrer') return event.kind === 'view' ? event.referrer : null;
  if (kind === 'search') return event.kind === 'search' || event.kind === 'search_click' ? event.query : null;
  if (event.kind !== kind) return null;
  if (event.kind === 'code_copy' && event.target !== null) return joinCode(event.path, event.target);
  return event.kind === 'outlink' || event.kind === 'playground_call' ? event.target : event.path;
}

/** Removes the site's ID, because the folder identifies the site. */
function withoutSite<Given extends { readonly siteId: string }>(given: Given): Omit<Given, 'siteId'> {
  const { siteId: _, ...rest } = given;
  return rest;
}

/** Days that have a file, oldest first, with their sizes in bytes. */
export async function measureDays(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const day of await listDays(folder)) {
    const found = await stat(join(folder, `${day}.jsonl`)).catch(() => undefined);
    if (found !== undefined) sizes.set(day, found.size);
  }
  return sizes;
}

/** UTC days that have a file, oldest first. */
export async function listDays(folder: string): Promise<string[]> {
  return (await listFolder(folder)).flatMap((name) => dayFile.exec(name)?.[1] ?? []).toSorted();
}

/** The events of a day, without duplicates and torn lines. */
export async function* readDay(folder: string, day: string): AsyncGenerator<KeptEvent> {
  const known = new Set<string>();
  const file = createReadStream(join(folder, `${day}.jsonl`));
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
      const event = line === '' ? undefined : parseKeptEvent(line);
      if (event === undefined || known.has(event.id)) continue;
      known.add(event.id);
      yield event;
    }
  } catch (error) {
    if (!isMissing(error)) throw toStorageError(error);
  }
}

async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw toStorageError(error);
  });
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
