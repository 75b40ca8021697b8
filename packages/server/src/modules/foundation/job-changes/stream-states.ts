import type { ServerSentEvent } from '../../../platform/http/index.ts';
import type { JobChanges } from './job-changes.ts';

/** A client that watches a job. */
export interface Watch {
  /** The state that it has seen. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

export interface WatchedJob<Row> {
  readonly id: string;
  readonly changes: JobChanges;
  /** As who watches may see it now; an error ends the stream. */
  readonly read: () => Promise<Row>;
  /** Names a state: what has changed has another name. */
  readonly nameState: (row: Row) => string;
  readonly hasEnded: (row: Row) => boolean;
  readonly show: (row: Row) => Promise<Omit<ServerSentEvent, 'id'>>;
}

/**
 * Sends the job as it is, then at each change, and ends when it has ended. An event is the whole job, so a client that reconnects with `Last-Event-ID` needs only what it hasn't seen: the newest state, or nothing until it changes.
 */
export async function streamStates<Row>(
  { id, changes, read, nameState, hasEnded, show }: WatchedJob<Row>,
  { lastEventId, signal }: Watch,
  send: (event: ServerSentEvent) => Promise<void>,
): Promise<void> {
  let seen = lastEventId;
  while (!signal.aborted) {
    const changed = changes.next(id, signal);
    const row = await read();
    const state = nameState(row);
    if (state !== seen) await send({ id: state, ...(await show(row)) });
    seen = state;
    if (hasEnded(row)) return;
    await changed;
  }
}
