import { randomUUID } from 'node:crypto';
import type { Database, Listener, NotificationHub } from '../../../platform/database/index.ts';
import { parseJson } from '@docwright/bundle';
import type { Logger } from '../../../platform/log/index.ts';
import type { Cursor, Person, ServiceMessage } from '@docwright/doc-agent/shared-text-messages';
import { notifyPeople, peopleChannel } from './store.ts';
import type { SharedTextTables } from './tables.ts';

/** Someone with one of a draft's files open, in any process. */
interface Present extends Person {
  readonly draft: string;
  readonly cursor: Cursor | null;
}

export interface Watcher {
  readonly draft: string;
  readonly path: string;
  send(message: ServiceMessage): void;
}

export interface PeopleDeps {
  readonly database: Database<SharedTextTables>;
  readonly notifications: NotificationHub;
  readonly log: Logger;
  readonly timing?: Partial<PeopleTiming>;
}

export interface PeopleTiming {
  readonly cursorsMs: number;
  readonly peopleMs: number;
  /** Other processes forget a process that they haven't heard from for three times as long. */
  readonly repeatMs: number;
}

const defaults: PeopleTiming = { cursorsMs: 120, peopleMs: 500, repeatMs: 20_000 };

/** Maximum number of listed people. Others are only counted. */
const maxListed = 50;
/** PostgreSQL accepts less than 8,000 bytes. */
const maxPayload = 7_000;

/**
 * The people with open files of a draft, and their cursors. None of this is stored: processes report their own people
 * to each other. Without notifications, for example behind some connection poolers, people see only those who are
 * connected to the same process.
 */
export class People {
  readonly #deps: PeopleDeps;
  readonly #timing: PeopleTiming;
  readonly #process = randomUUID().slice(0, 8);
  readonly #own = new Map<string, Present>();
  readonly #others = new Map<string, { at: number; readonly people: Map<string, Present> }>();
  readonly #watchers = new Map<string, Set<Watcher>>();
  /** Changes that haven't been reported to other processes yet, and changes that haven't been reported to watchers. */
  #unreported = new Map<string, Present | null>();
  #movedCursors = new Map<string, Present>();
  readonly #changedDrafts = new Set<string>();
  #cursorsTimer: NodeJS.Timeout | undefined;
  #peopleTimer: NodeJS.Timeout | undefined;
  #repeatTimer: NodeJS.Timeout | undefined;
  #listener: Listener | undefined;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
    this.#timing = { ...defaults, ...deps.timing };
  }

  async start(): Promise<void> {
    this.#listener = await this.#deps.notifications.listen({
      channel: peopleChannel,
      onMessage: (payload) => this.#hear(payload),
    });
    this.#repeatTimer = setInterval(() => this.#repeat(), this.#timing.repeatMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#cursorsTimer);
    clearTimeout(this.#peopleTimer);
    clearInterval(this.#repeatTimer);
    await this.#listener?.close();
    await this.#report();
  }

  /** @param key identifies the connection */
  enter(key: string, person: Person, watcher: Watcher): void {
    const watchers = this.#watchers.get(watcher.draft) ?? new Set();
    watchers.add(watcher);
    this.#watchers.set(watcher.draft, watchers);
    this.#set(key, { ...person, draft: watcher.draft, cursor: null });
    for (const other of this.#all())
      if (other.draft === watcher.draft && other.path === watcher.path && other.cursor !== null)
        this.#movedCursors.set(`${other.client}`, other);
    this.#soon();
  }

  leave(key: string, watcher: Watcher): void {
    const watchers = this.#watchers.get(watcher.draft);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.#watchers.delete(watcher.draft);
    const present = this.#own.get(key);
    if (present === undefined) return;
    this.#own.delete(key);
    this.#note(key, { ...present, cursor: null }, null);
  }

  move(key: string, cursor: Cursor | null): void {
    const present = this.#own.get(key);
    if (present !== undefined) this.#set(key, { ...present, cursor });
  }

  #set(key: string, present: Present): void {
    const isNew = !this.#own.has(key);
    this.#own.set(key, present);
    this.#note(key, present, present);
    if (isNew) this.#changeDraft(present.draft);
  }

  #note(key: string, present: Present, reported: Present | null): void {
    this.#unreported.set(key, reported);
    if (this.#watchers.has(present.draft)) this.#movedCursors.set(`${present.client}`, present);
    if (reported === null) this.#changeDraft(present.draft);
    this.#soon();
  }

  #soon(): void {
    this.#cursorsTimer ??= setTimeout(() => {
      this.#cursorsTimer = undefined;
      this.#sendCursors();
      void this.#report();
    }, this.#timing.cursorsMs);
  }

  #changeDraft(draft: string): void {
    this.#changedDrafts.add(draft);
    this.#peopleTimer ??= setTimeout(() => {
      this.#peopleTimer = undefined;
      for (const each of this.#changedDrafts) this.#sendPeople(each);
      this.#changedDrafts.clear();
    }, this.#timing.peopleMs);
  }

  #sendCursors(): void {
    const byPlace = new Map<
      string,
      { readonly draft: string; readonly path: string; readonly cursors: Record<string, Cursor | null> }
    >();
    for (const { client, draft, path, cursor } of this.#movedCursors.values()) {
      const place = byPlace.get(`${draft}\n${path}`) ?? { draft, path, cursors: {} };
      place.cursors[client] = cursor;
      byPlace.set(`${draft}\n${path}`, place);
    }
    this.#movedCursors = new Map();
    for (const { draft, path, cursors } of byPlace.values())
      for (const watcher of this.#watchers.get(draft) ?? [])
        if (watcher.path === path) watcher.send({ type: 'cursors', cursors });
  }

  #sendPeople(draft: string): void {
    const watchers = this.#watchers.get(draft);
    if (watchers === undefined) return;
    const people: Person[] = [];
    for (const { draft: of, client, userId, name, path } of this.#all())
      if (of === draft) people.push({ client, userId, name, path });
    const message = {
      type: 'people',
      people: people.slice(0, maxListed),
      more: Math.max(0, people.length - maxListed),
    } as const;
    for (const watcher of watchers) watcher.send(message);
  }

  *#all(): Generator<Present> {
    yield* this.#own.values();
    for (const { people } of this.#others.values()) yield* people.values();
  }

  async #report(): Promise<void> {
    const changes = [...this.#unreported];
    this.#unreported = new Map();
    if (changes.length === 0) return;
    await this.#publish(changes);
  }

  /** Sends this process's state again, for processes that have just started, and removes processes that have ended. */
  #repeat(): void {
    void this.#publish([...this.#own]);
    const oldest = performance.now() - 3 * this.#timing.repeatMs;
    for (const [process, { at, people }] of this.#others) {
      if (at > oldest) continue;
      this.#others.delete(process);
      for (const present of people.values()) this.#hide(present);
    }
  }

  #hide(present: Present): void {
    this.#movedCursors.set(`${present.client}`, { ...present, cursor: null });
    this.#changeDraft(present.draft);
    this.#soon();
  }

  async #publish(changes: readonly (readonly [string, Present | null])[]): Promise<void> {
    const payloads: string[] = [];
    let part: string[] = [];
    let size = 0;
    const close = (): void => {
      if (part.length > 0) payloads.push(`{"process":"${this.#process}","people":[${part.join(',')}]}`);
      part = [];
      size = 0;
    };
    for (const change of changes) {
      const text = JSON.stringify(change);
      const bytes = Buffer.byteLength(text) + 1;
      if (size + bytes > maxPayload) close();
      if (bytes <= maxPayload) part.push(text);
      size += bytes;
    }
    close();
    if (payloads.length === 0) return;
    await notifyPeople(this.#deps.database.kysely, payloads).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'the people in drafts could not be reported to other processes; retrying'),
    );
  }

  #hear(payload: string): void {
    // Written by the service's own processes.
    const { process, people } = parseJson(payload) as {
      readonly process: string;
      readonly people: readonly (readonly [string, Present | null])[];
    };
    if (process === this.#process) return;
    const known = this.#others.get(process) ?? { at: 0, people: new Map<string, Present>() };
    this.#others.set(process, known);
    known.at = performance.now();
    for (const [key, present] of people) {
      const before = known.people.get(key);
      if (present === null) {
        known.people.delete(key);
        if (before !== undefined) this.#hide(before);
        continue;
      }
      known.people.set(key, present);
      if (!this.#watchers.has(present.draft)) continue;
      if (before === undefined) this.#changeDraft(present.draft);
      this.#movedCursors.set(`${present.client}`, present);
      this.#soon();
    }
  }
}
