import { maxDraftFileBytes } from '@docwright/contract';
import { decodeText } from '@docwright/doc-agent';
import * as Y from 'yjs';
import type { Principal } from '../../../platform/http/index.ts';
import {
  draftFileNotFound,
  draftFileRefused,
  openBranch,
  readBaseFile,
  selectFile,
  type DraftDeps,
} from '../drafts/index.ts';
import { checkUpdate, clocksOf, InvalidUpdate, type Clocks } from './check-update.ts';
import { closeCodes, type ServiceMessage } from '@docwright/doc-agent/shared-text-messages';
import { describeFailure, describeRefusal } from './describe-failure.ts';
import { newText, type Branch, type Settled } from './settle-text.ts';
import { appendUpdate, insertText, selectHead, selectState, selectUpdates, type TextName } from './store.ts';
import { toAuthor } from './text-authors.ts';
import { textIn } from './text-document.ts';
import type { SharedTextTables } from './tables.ts';
import type { Database } from '../../../platform/database/index.ts';

/** An editor or reader of the text that is connected to this process. */
export interface Member {
  readonly principal: Principal;
  send(data: ServiceMessage | Uint8Array): void;
  close(code: number, reason: string): void;
}

export interface RoomDeps {
  readonly drafts: DraftDeps;
  readonly database: Database<SharedTextTables>;
  /** Settles the text. Only a few texts are settled at the same time. */
  readonly settle: (branch: Branch, path: string) => Promise<Settled>;
  readonly timing: RoomTiming;
}

export interface RoomTiming {
  /** The text is written into the draft after this pause in typing. */
  readonly settleAfterMs: number;
  /** Maximum time from an update until it is written into the draft. */
  readonly settleWithinMs: number;
  /** Updates and cursors that arrive within this time are sent together. */
  readonly sendAfterMs: number;
  readonly retryAfterMs: number;
}

export const roomTiming: RoomTiming = {
  settleAfterMs: 700,
  settleWithinMs: 2_000,
  sendAfterMs: 40,
  retryAfterMs: 5_000,
};

/** If the draft can't accept the text, for example because the storage quota is used up, this much more is accepted. */
const maxUnsavedBytes = 8 * 1024 * 1024;

interface Received {
  readonly member: Member;
  readonly update: Uint8Array;
}

/**
 * One shared text in this process.
 *
 * 1. An update is stored before it is applied, sent to others and acknowledged. Updates are applied in the order of
 *    their numbers, so that all processes have the same document.
 * 2. Only one operation on the document runs at a time (`#run`), and only one update is being stored. Updates that
 *    arrive in the meantime are stored together.
 * 3. The process that stored an update writes it into the draft.
 */
export class Room {
  readonly name: TextName;
  readonly members = new Set<Member>();
  readonly #deps: RoomDeps;
  readonly #branch: Branch;
  #id = '';
  #seq = 0;
  #document = new Y.Doc();
  #clocks: Clocks = new Map();
  #hasCarriageReturns = false;
  #received: Received[] = [];
  #unsavedBytes = 0;
  #unsavedSince: number | undefined;
  #fileTime: number | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #settleTimer: NodeJS.Timeout | undefined;
  #sendTimer: NodeJS.Timeout | undefined;
  #outbox: { readonly update: Uint8Array; readonly from: Member | undefined }[] = [];
  #format = { lineEnding: 'lf', hasByteOrderMark: false };
  #ended = false;

  constructor(deps: RoomDeps, branch: Branch, path: string) {
    this.#deps = deps;
    this.#branch = branch;
    this.name = { projectId: branch.project.id, branch: branch.branch, path };
  }

  get id(): string {
    return this.#id;
  }

  get seq(): number {
    return this.#seq;
  }

  /** When the file was last known to have changed in the draft. */
  get fileTime(): number | undefined {
    return this.#fileTime;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Loads the text, and creates it from the file first if necessary. @throws ApiError not_found, draft_file_refused */
  async load(principal: Principal): Promise<void> {
    const { settle, database } = this.#deps;
    if ((await selectHead(database.kysely, this.name)) === undefined) await this.#create(principal);
    const settled = await settle(this.#branch, this.name.path);
    if (settled.kind === 'ended') throw draftFileNotFound(this.name.path);
    this.#fileTime = settled.fileTime;
    const head = await selectHead(database.kysely, this.name);
    if (head === undefined) throw draftFileNotFound(this.name.path);
    this.#id = head.id;
    this.#seq = -1;
    await this.#catchUp();
    this.#document.on('update', (update: Uint8Array, origin: unknown) => this.#queue(update, origin));
  }

  async #create(principal: Principal): Promise<void> {
    const { drafts, database } = this.#deps;
    const { project, branch } = this.#branch;
    const { path } = this.name;
    const opened = await openBranch(drafts, { project, branch, principal }, { isSettled: true });
    const row = opened.draft === undefined ? undefined : await selectFile(database.kysely, opened.draft.id, path);
    const bytes = row === undefined ? await readBaseFile(opened, path) : row.content;
    if (bytes === null) throw draftFileNotFound(path);
    const content = bytes.byteLength > maxDraftFileBytes ? undefined : decodeText(bytes);
    if (content === undefined)
      throw draftFileRefused(
        `${JSON.stringify(path)} is not a text file, or it is too large to be edited by several people.`,
      );
    const owner = { organization_id: project.organization_id, project_id: project.id, branch, path };
    await insertText(database.kysely, newText(owner, content));
  }

  /** Adds an editor, and sends it the updates that its document lacks. */
  join(
    member: Member,
    known: { readonly text: string | null; readonly vector: Uint8Array | null; readonly canWrite: boolean },
  ): void {
    const isKnown = known.text === this.#id && known.vector !== null;
    const missing =
      isKnown && known.vector !== null
        ? encodeMissing(this.#document, known.vector)
        : Y.encodeStateAsUpdate(this.#document);
    member.send({
      type: 'opened',
      text: this.#id,
      vector: Buffer.from(Y.encodeStateVector(this.#document)).toString('base64'),
      canWrite: known.canWrite,
      ...this.#format,
    });
    member.send(missing);
    this.members.add(member);
  }

  leave(member: Member): void {
    this.members.delete(member);
  }

  /** Stores an update. @throws InvalidUpdate */
  receive(member: Member, update: Uint8Array): void {
    const { added, clocks } = checkUpdate(update, {
      known: this.#clocks,
      hasCarriageReturns: this.#hasCarriageReturns,
    });
    if (textIn(this.#document).length + added > maxDraftFileBytes || this.#unsavedBytes > maxUnsavedBytes)
      return member.close(closeCodes.tooLarge, 'The text is too large.');
    this.#clocks = clocks;
    this.#unsavedBytes += update.byteLength;
    this.#received.push({ member, update });
    // Updates that arrive while it waits are stored together.
    if (this.#received.length === 1) this.#start(() => this.#store());
  }

  /** Called when another process may have changed the text. */
  hear(): void {
    this.#start(() => this.#catchUp());
  }

  /** Called when the file may have changed in the draft. */
  settleSoon(): void {
    this.#schedule(0);
  }

  /** Writes the text into the draft now. @throws ApiError */
  async settle(): Promise<void> {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = undefined;
    // Updates that are being stored belong to the text.
    await this.#work;
    this.#unsavedSince = undefined;
    const settled = await this.#deps.settle(this.#branch, this.name.path);
    if (settled.kind === 'ended') return this.#end(closeCodes.gone, settled.movedTo ?? '');
    this.#unsavedBytes = 0;
    this.#fileTime = settled.fileTime;
    await this.#run(() => this.#catchUp());
    const { version, draftVersion = null, change } = settled;
    this.broadcast({ type: 'saved', version, draftVersion, change });
  }

  broadcast(message: ServiceMessage): void {
    for (const member of this.members) member.send(message);
  }

  /** Ends the text for its editors. */
  close(code: number, reason: string): void {
    this.#end(code, reason);
  }

  async #store(): Promise<void> {
    const batch = this.#received;
    this.#received = [];
    const [first] = batch;
    if (first === undefined || this.#ended) return;
    const content = batch.length === 1 ? first.update : Y.mergeUpdates(batch.map(({ update }) => update));
    const authors = Object.fromEntries(
      batch.map(({ member: { principal } }) => [principal.actor.id, toAuthor(principal)]),
    );
    const { kysely } = this.#deps.database;
    const seq = await appendUpdate(kysely, { id: this.#id, content, authors: JSON.stringify(authors) });
    if (seq === undefined) return this.#endMissing();
    if (seq > this.#seq + 1) await this.#catchUp(); // 1
    if (this.#seq < seq)
      this.#apply(content, seq, new Set(batch.map(({ member }) => member)).size === 1 ? first.member : undefined);
    for (const { member } of batch) member.send({ type: 'stored' });
    this.#schedule(this.#deps.timing.settleAfterMs);
  }

  /** Applies the updates that other processes stored. */
  async #catchUp(): Promise<void> {
    // Before the text's ID is known, nothing can be missing: `load` then reads everything.
    if (this.#ended || this.#id === '') return;
    const { kysely } = this.#deps.database;
    const state = await selectState(kysely, this.#id, this.#seq);
    if (state === undefined) return this.#endMissing();
    this.#format = { lineEnding: state.line_ending, hasByteOrderMark: state.has_byte_order_mark };
    this.#hasCarriageReturns = state.line_ending === 'mixed';
    if (state.state !== null) this.#apply(state.state, state.state_seq, undefined);
    for (const { seq, content } of await selectUpdates(kysely, this.#id, this.#seq))
      if (seq > this.#seq) this.#apply(content, seq, undefined);
  }

  /** Another process, or another request to this one, ended or replaced the text. */
  async #endMissing(): Promise<void> {
    const settled = await this.#deps.settle(this.#branch, this.name.path);
    if (settled.kind === 'ended') this.#end(closeCodes.gone, settled.movedTo ?? '');
    else this.#end(closeCodes.replaced, 'The text was replaced.');
  }

  #apply(update: Uint8Array, seq: number, from: Member | undefined): void {
    Y.applyUpdate(this.#document, update, from);
    this.#seq = seq;
    // An update whose parts refer to each other in a circle passed the check, but is never applied.
    this.#document.store.pendingStructs = null;
    this.#document.store.pendingDs = null;
    for (const [client, clock] of clocksOf(this.#document))
      if (clock > (this.#clocks.get(client) ?? 0)) this.#clocks.set(client, clock);
  }

  #queue(update: Uint8Array, origin: unknown): void {
    const from = this.members.has(origin as Member) ? (origin as Member) : undefined;
    this.#outbox.push({ update, from });
    this.#sendTimer ??= setTimeout(() => this.#send(), this.#deps.timing.sendAfterMs);
  }

  #send(): void {
    this.#sendTimer = undefined;
    const outbox = this.#outbox;
    this.#outbox = [];
    const merged = outbox.length === 1 ? outbox[0]?.update : Y.mergeUpdates(outbox.map(({ update }) => update));
    const [first] = outbox;
    const only = outbox.every(({ from }) => from === first?.from) ? first?.from : undefined;
    if (merged !== undefined) for (const member of this.members) if (member !== only) member.send(merged);
  }

  #schedule(delayMs: number): void {
    if (this.#ended) return;
    const { settleWithinMs, retryAfterMs } = this.#deps.timing;
    const now = performance.now();
    this.#unsavedSince ??= now;
    const left = Math.max(0, this.#unsavedSince + settleWithinMs - now);
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(
      () => {
        this.settle().catch((error: unknown) => {
          this.#deps.drafts.log.warn({ err: error, ...this.name }, 'a shared text could not be saved; retrying');
          this.broadcast({ type: 'failed', message: describeFailure(error) });
          if (!this.#ended) this.#settleTimer ??= setTimeout(() => this.#schedule(0), retryAfterMs);
        });
      },
      Math.min(delayMs, left),
    );
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#sendTimer);
    for (const member of this.members) member.close(code, reason);
    this.members.clear();
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#work.then(work);
    this.#work = next.catch(() => undefined);
    return next;
  }

  /**
   * A failure, for example of the database, ends the room. Editors connect again, and send the updates that weren't
   * acknowledged.
   */
  #start(work: () => Promise<void>): void {
    this.#run(work).catch((error: unknown) => {
      this.#deps.drafts.log.warn({ err: error, ...this.name }, 'a shared text failed');
      this.#end(closeCodes.unavailable, describeRefusal(error));
    });
  }
}

function encodeMissing(document: Y.Doc, vector: Uint8Array): Uint8Array {
  try {
    return Y.encodeStateAsUpdate(document, vector);
  } catch (error) {
    throw new InvalidUpdate('the state vector is malformed', { cause: error });
  }
}
