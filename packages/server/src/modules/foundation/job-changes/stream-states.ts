import type { ServerSentEvent } from '../../../platform/http/index.ts';
import type { JobChanges } from './job-changes.ts';

/** A client that watches a job. */
export interface Watch {
  /** The last state that the client received. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

export interface WatchedJob<Row> {
  readonly id: string;
  readonly changes: JobChanges;
  /** Reads the row as the watcher may currently see it. An error ends the stream. */
  readonly read: () => Promise<Row>;
  /** Names a state: a changed row has a different name. */
  readonly nameState: (row: Row) => string;
  readonly hasEnded: (row: Row) => boolean;
  readonly show: (row: Row) => Promise<Omit<ServerSentEvent, 'id'>>;
}

/**
 * Sends the job's current state and then each change, and ends with the job. An event contains the whole job, so a
 * client that reconnects with `Last-Event-ID` needs only the newest state, or nothing until the next change.
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
