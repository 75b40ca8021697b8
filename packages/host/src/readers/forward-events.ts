import { setTimeout as wait } from 'node:timers/promises';
import { describeError, type HostLog } from '../operations/host-log.ts';
import type { HostMetrics } from '../operations/host-metrics.ts';
import { BatchRefused, type TakenEvents } from '../outgoing/send-events.ts';
import { readBatch, type EventBatch, type SentWords } from './event-batch.ts';
import { measureDays } from './event-files.ts';
import { readCursor, writeCursor, type ForwardCursor } from './forward-cursor.ts';

export interface ForwarderOptions {
  /** Folder of the site's event files. */
  readonly folder: string;
  readonly site: string;
  /** Identifies service and project: a new target receives everything that is stored. */
  readonly target: string;
  /** The text to send in addition to counts. */
  readonly words: SentWords;
  readonly everyMs: number;
  /** @throws BatchRefused, or a network error on the way to the service */
  readonly send: (events: EventBatch['events'], signal: AbortSignal) => Promise<TakenEvents>;
  readonly log: HostLog;
  readonly metrics: Pick<HostMetrics, 'countForwarded' | 'setForwardWaiting'>;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** At least 0 and below 1. */
  readonly random: () => number;
  /** Named points of a round at which tests can interrupt the forwarder. */
  readonly atPoint?: ((point: 'sent' | 'noted') => void) | undefined;
}

const MAX_EVENTS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Limits log lines while the service is unreachable. */
const LOGGED_EVERY_MS = 60_000;

/**
 * Sends a site's reader events from the event files to a service.
 *
 * 1. The cursor moves in one step, after the service has confirmed that a batch is stored. After a crash, the batch is
 *    sent again, and the service counts each event ID once. All processes that share the folder can send; each
 *    continues from the stored cursor.
 * 2. Unsent events exist only in the files. Events that are deleted before they could be sent are counted and logged.
 * 3. An unreachable service is retried at increasing intervals, with jitter.
 */
export class EventForwarder {
  readonly #options: ForwarderOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #limit = MAX_EVENTS;
  #loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Counts the unsent events of a day's file before it is removed. */
  async countDropped(day: string): Promise<void> {
    const { folder, site, target, words, metrics, log } = this.#options;
    try {
      let start = (await readCursor(folder, target)).get(day) ?? 0;
      let dropped = 0;
      for (;;) {
        const batch = await readBatch(folder, day, { start, limit: MAX_EVENTS, words });
        if (batch === undefined) break;
        dropped += batch.events.length;
        start = batch.end;
      }
      metrics.countForwarded(site, 'dropped', dropped);
      if (dropped > 0) log.warn({ site, day, dropped }, 'reader events were deleted before they could be sent');
    } catch (error) {
      log.warn({ site, day, ...describeError(error) }, 'the unsent events of a day could not be counted');
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      let waitMs = this.#options.everyMs;
      try {
        if (await this.#sendNext()) waitMs = 0;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        waitMs = this.#afterFailure(error, failures);
        failures += 1;
      }
      await wait(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Sends the next batch. Returns false if no batch is waiting. */
  async #sendNext(): Promise<boolean> {
    const { folder, site, target, words, metrics } = this.#options;
    const cursor = await readCursor(folder, target);
    const sizes = await measureDays(folder);
    let waiting = 0;
    for (const [day, size] of sizes) waiting += Math.max(0, size - placeIn(cursor, day, size));
    metrics.setForwardWaiting(site, waiting);
    for (const [day, size] of sizes) {
      const start = placeIn(cursor, day, size);
      if (start >= size) continue;
      const batch = await readBatch(folder, day, { start, limit: this.#limit, words }).catch(ifItIsGone);
      if (batch === undefined) continue;
      if (batch.events.length > 0) await this.#send(batch.events);
      const days = [...cursor].filter(([known]) => sizes.has(known));
      await this.#note(new Map([...days, [day, batch.end]])); // 1
      return true;
    }
    return false;
  }

  async #send(events: EventBatch['events']): Promise<void> {
    const { site, send, metrics, log, atPoint } = this.#options;
    let taken: TakenEvents;
    try {
      taken = await send(events, this.#stopping.signal);
    } catch (error) {
      if (!(error instanceof BatchRefused) || (error.status !== 400 && error.status !== 413)) throw error;
      // An event that the service always rejects would block all later events, so it is found by bisection and skipped.
      if (events.length > 1) {
        this.#limit = Math.ceil(events.length / 2);
        throw error;
      }
      metrics.countForwarded(site, 'unsendable', 1);
      log.warn({ site, id: events[0]?.id }, `an event was skipped: ${error.message}`);
      return;
    }
    atPoint?.('sent');
    this.#limit = Math.min(MAX_EVENTS, this.#limit * 2);
    metrics.countForwarded(site, 'stored', taken.stored);
    metrics.countForwarded(site, 'known', taken.known);
    for (const { code, count } of taken.reasons) metrics.countForwarded(site, code, count);
    const [reason] = taken.reasons;
    if (reason !== undefined)
      this.#warn(`the service refused some reader events: ${reason.message}`, { reasons: taken.reasons });
  }

  async #note(cursor: ForwardCursor): Promise<void> {
    const { folder, target, newId, atPoint } = this.#options;
    await writeCursor(folder, { target, cursor, newId });
    atPoint?.('noted');
  }

  /** Returns how long to wait. */
  #afterFailure(error: unknown, failures: number): number {
    const { code, message } = describeError(error);
    const isRefused = error instanceof BatchRefused;
    this.#warn(`reader events could not be sent: ${message}`, { code: isRefused ? error.status : code });
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    const jittered = longest * (0.5 + this.#options.random() / 2); // 3
    return isRefused ? Math.max(error.waitMs, jittered) : jittered;
  }

  #warn(message: string, fields: object): void {
    const { site, log, nowMs } = this.#options;
    if (nowMs() - this.#loggedAtMs < LOGGED_EVERY_MS) return;
    this.#loggedAtMs = nowMs();
    log.warn({ site, ...fields }, message);
  }
}

/** Returns the end of a file's sent part. A file that is smaller than its sent part is a new file. */
function placeIn(cursor: ForwardCursor, day: string, size: number): number {
  const place = cursor.get(day) ?? 0;
  return place > size ? 0 : place;
}

/** Ignores a missing file: a day may be removed between listing the folder and opening its file. */
function ifItIsGone(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
