import { FairSlots } from '@docwright/site-server';
import type { Database, Listener, NotificationHub } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { draftChannel, selectFileTimes, type DraftDeps } from '../drafts/index.ts';
import { closeCodes } from '@docwright/doc-agent/shared-text-messages';
import { Room, roomTiming, type RoomTiming } from './room.ts';
import { settleText, type Branch, type Settled } from './settle-text.ts';
import { selectLastSeqs, selectLeftTexts, selectUnsavedPaths, textChannel } from './store.ts';
import type { SharedTextTables } from './tables.ts';

export interface RoomsDeps {
  readonly drafts: DraftDeps;
  readonly database: Database<SharedTextTables>;
  readonly notifications: NotificationHub;
  readonly timing?: Partial<RoomsTiming>;
}

export interface RoomsTiming extends RoomTiming {
  /**
   * Interval between checks for updates from other processes, because a connection pooler may not deliver
   * notifications.
   */
  readonly pollMs: number;
  /** Interval between checks for changed files, and for texts that another process left behind. */
  readonly sweepMs: number;
}

export const roomsTiming: RoomsTiming = { ...roomTiming, pollMs: 2_000, sweepMs: 30_000 };

/** Maximum number of texts that one process writes into drafts at the same time. */
const settledAtOnce = 4;
const maxWaiting = 100_000;
/** A text counts as left behind if its process has written nothing for this long. */
const leftAfterSeconds = 20;
const leftAtOnce = 50;

/** The shared texts that are open in this process. */
export class Rooms {
  readonly #deps: RoomsDeps;
  readonly #timing: RoomsTiming;
  readonly #rooms = new Map<string, { readonly room: Room; readonly branch: Branch; readonly ready: Promise<void> }>();
  readonly #slots = new FairSlots(settledAtOnce, maxWaiting);
  readonly #running = new Map<string, Promise<Settled>>();
  readonly #next = new Map<string, Promise<Settled>>();
  readonly #checking = new Map<string, Promise<void>>();
  #listeners: Listener[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(deps: RoomsDeps) {
    this.#deps = deps;
    this.#timing = { ...roomsTiming, ...deps.timing };
  }

  async start(): Promise<void> {
    const { notifications } = this.#deps;
    this.#listeners = await Promise.all([
      notifications.listen({
        channel: textChannel,
        onMessage: (id) => this.#roomOf(id)?.hear(),
        onSubscribed: () => this.#rooms.values().forEach(({ room }) => room.hear()),
      }),
      notifications.listen({
        channel: draftChannel,
        onMessage: (payload) => {
          const [projectId = '', ...branch] = payload.split(' ');
          this.#checkFiles(projectId, branch.join(' '));
        },
      }),
    ]);
    this.#timers = [
      setInterval(() => void this.#attempt(() => this.#poll()), this.#timing.pollMs),
      setInterval(() => void this.#attempt(() => this.#sweep()), this.#timing.sweepMs),
    ];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    await Promise.all(
      this.#rooms.values().map(async ({ room, branch }) => {
        room.close(closeCodes.leaving, 'The service is restarting.');
        await this.settle(branch, room.name.path).catch(() => undefined);
      }),
    );
    this.#rooms.clear();
  }

  /** @throws ApiError not_found, draft_file_refused, draft_repository_unavailable */
  async open(branch: Branch, path: string, principal: Principal): Promise<Room> {
    const key = keyOf(branch, path);
    const found = this.#rooms.get(key);
    if (found !== undefined && !found.room.hasEnded) {
      await found.ready;
      if (!found.room.hasEnded) return found.room;
    }
    const { drafts, database } = this.#deps;
    const settle = (of: Branch, at: string): Promise<Settled> => this.settle(of, at);
    const room = new Room({ drafts, database, settle, timing: this.#timing }, branch, path);
    const ready = room.load(principal);
    const entry = { room, branch, ready };
    this.#rooms.set(key, entry);
    try {
      await ready;
    } catch (error) {
      if (this.#rooms.get(key) === entry) this.#rooms.delete(key);
      throw error;
    }
    return room;
  }

  /** Called when an editor has left. A room without editors is closed when its text is in the draft. */
  async close(branch: Branch, room: Room): Promise<void> {
    if (room.members.size > 0) return;
    const key = keyOf(branch, room.name.path);
    if (!room.hasEnded)
      await room.settle().catch((error: unknown) => {
        // A later sweep tries again.
        this.#deps.drafts.log.warn({ err: error, ...room.name }, 'a shared text could not be saved');
      });
    if (room.members.size > 0) return;
    room.close(closeCodes.leaving, '');
    if (this.#rooms.get(key)?.room === room) this.#rooms.delete(key);
  }

  /**
   * Writes all of a branch's texts into its draft, including texts that are open in other processes.
   * @throws ApiError
   */
  async settleBranch(branch: Branch): Promise<void> {
    const name = { projectId: branch.project.id, branch: branch.branch };
    for (const path of await selectUnsavedPaths(this.#deps.database.kysely, name)) await this.settle(branch, path);
  }

  /** Settles a text. If it is already being settled, it is settled again afterwards, once for all callers. */
  async settle(branch: Branch, path: string): Promise<Settled> {
    const key = keyOf(branch, path);
    const running = this.#running.get(key);
    if (running === undefined) return this.#settle(branch, path);
    const waiting = this.#next.get(key);
    if (waiting !== undefined) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(key);
        return this.#settle(branch, path);
      });
    this.#next.set(key, next);
    return next;
  }

  #settle(branch: Branch, path: string): Promise<Settled> {
    const key = keyOf(branch, path);
    const running = this.#slots
      .run([branch.project.organization_id], () => settleText(this.#deps.drafts, branch, path))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  #roomOf(id: string): Room | undefined {
    return this.#rooms.values().find(({ room }) => room.id === id)?.room;
  }

  /** Checks for files that others changed. Many changes at the same time result in one query. */
  #checkFiles(projectId: string, branch: string): void {
    const key = `${projectId} ${branch}`;
    if (
      this.#checking.has(key) ||
      !this.#rooms.values().some(({ room: { name } }) => name.projectId === projectId && name.branch === branch)
    )
      return;
    const checked = new Promise<void>((resolve) => {
      setTimeout(() => {
        this.#checking.delete(key);
        void this.#attempt(() => this.#compareTimes(projectId, branch)).then(resolve);
      }, this.#timing.sendAfterMs);
    });
    this.#checking.set(key, checked);
  }

  async #compareTimes(projectId: string, branch: string): Promise<void> {
    const rooms = [...this.#rooms.values()]
      .map(({ room }) => room)
      .filter(({ name }) => name.projectId === projectId && name.branch === branch);
    if (rooms.length === 0) return;
    const paths = rooms.map(({ name }) => name.path);
    const times = await selectFileTimes(this.#deps.database.kysely, { projectId, branch, paths });
    for (const room of rooms) if (times.get(room.name.path) !== room.fileTime) room.settleSoon();
  }

  async #poll(): Promise<void> {
    const ids = [...this.#rooms.values()].map(({ room }) => room.id).filter((id) => id !== '');
    if (ids.length === 0) return;
    const seqs = await selectLastSeqs(this.#deps.database.kysely, ids);
    for (const { room } of this.#rooms.values())
      if (room.id !== '' && seqs.get(room.id) !== room.seq && ids.includes(room.id)) room.hear();
  }

  async #sweep(): Promise<void> {
    const { kysely } = this.#deps.database;
    const branches = new Map<string, { readonly projectId: string; readonly branch: string }>();
    for (const { room } of this.#rooms.values()) branches.set(`${room.name.projectId} ${room.name.branch}`, room.name);
    for (const { projectId, branch } of branches.values()) await this.#compareTimes(projectId, branch);
    const left = await selectLeftTexts(kysely, { olderThanSeconds: leftAfterSeconds, limit: leftAtOnce });
    for (const { organization_id: organizationId, project_id: projectId, branch, path } of left) {
      const project = await findProject(kysely, organizationId, projectId);
      if (project !== undefined) await this.#attempt(() => this.settle({ project, branch }, path));
    }
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) =>
      this.#deps.drafts.log.warn({ err: error }, 'shared texts could not be checked; retrying'),
    );
  }
}

const keyOf = ({ project, branch }: Branch, path: string): string => `${project.id} ${branch} ${path}`;
