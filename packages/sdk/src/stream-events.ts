import { decideRetry } from './decide-retry.ts';
import { DocwrightError } from './docwright-error.ts';
import type { OperationRow, RequestOptions } from './operation-row.ts';
import { readEventStream, type ServerSentEvent } from './read-event-stream.ts';
import type { ErrorCode } from './types.generated.ts';
import { send, type Connection, type Input } from './send.ts';

export interface StreamRequest {
  readonly row: OperationRow;
  readonly input: Input;
  readonly options: RequestOptions;
  /** ID to continue after; `''` from the start. */
  readonly after: string;
  /** Whether no more events will follow. Called when a stream ends normally, because a restart also ends streams. */
  readonly isOver: () => Promise<boolean>;
}

/**
 * Events of an operation, across lost connections: each new connection requests the events after the last one received,
 * so that none is missing or repeated.
 */
export async function* streamEvents(connection: Connection, request: StreamRequest): AsyncGenerator<ServerSentEvent> {
  const { row, input, options, isOver } = request;
  const { pause, random, retryRules } = connection;
  let after = request.after;
  let attempt = 1;
  for (;;) {
    try {
      const body = await send(connection, {
        row: { ...row, answer: 'events' },
        input,
        // Only this loop handles retries. The timeout applies until the response headers arrive.
        options: { ...options, retries: 0 },
        headers: after === '' ? {} : { 'last-event-id': after },
        read: (response) => response.body ?? failWithoutBody(response),
      });
      for await (const event of readEventStream(body)) {
        if (event.type === 'access.ended') throw toAccessError(event);
        attempt = 1;
        after = event.id;
        yield event;
      }
      if (await isOver()) return;
      await pause(retryRules.firstDelayMs, options.signal);
    } catch (error) {
      options.signal?.throwIfAborted();
      const failure = toDocwrightError(error);
      const delayMs = decideRetry({ error: failure, attempt, isRepeatable: true }, retryRules, random());
      if (delayMs === undefined) throw failure;
      attempt += 1;
      await pause(delayMs, options.signal);
    }
  }
}

function toAccessError({ data }: ServerSentEvent): DocwrightError {
  const { error, code, status } = JSON.parse(data) as { error: string; code: ErrorCode; status: number };
  return new DocwrightError(error, { status, code });
}

function failWithoutBody({ status }: Response): never {
  throw new DocwrightError('the response has no stream', { status, code: 'invalid_answer' });
}

function toDocwrightError(error: unknown): DocwrightError {
  if (error instanceof DocwrightError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new DocwrightError(
    `the stream was interrupted: ${message}`,
    { status: 0, code: 'network_error' },
    { cause: error },
  );
}
