import type { RawData, WebSocket } from 'ws';
import { ApiError, hasScope, mayUseProject, type OpenStream, type Principal } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { describeFailure } from './describe-failure.ts';
import { InvalidUpdate } from './check-update.ts';
import { closeCodes, type EditorMessage, type ServiceMessage } from '@docwright/doc-agent/shared-text-messages';
import { readMessage } from './read-message.ts';
import type { People, Watcher } from './people.ts';
import type { Room, Member } from './room.ts';
import { TokenBucket } from './token-bucket.ts';

export interface ConnectionDeps {
  readonly room: Room;
  readonly people: People;
  readonly principal: Principal;
  readonly projectId: string;
  readonly branch: string;
  readonly canWrite: boolean;
  /** Checks the session and the role while the connection is open. */
  readonly stream: OpenStream;
  readonly key: string;
  readonly log: Logger;
  readonly limits: ConnectionLimits;
}

export interface ConnectionLimits {
  readonly joinWithinMs: number;
  readonly idleMs: number;
  /** A client that doesn't read is disconnected when more bytes than this are waiting to be sent to it. */
  readonly maxBufferedBytes: number;
}

export const connectionLimits: ConnectionLimits = {
  joinWithinMs: 10_000,
  idleMs: 4 * 3_600_000,
  // Enough for the largest document.
  maxBufferedBytes: 16 * 1024 * 1024,
};

/** An editor sends one update at a time. Cursors are sent a few times per second. */
const messageRate = { perSecond: 40, burst: 200 };
const byteRate = { perSecond: 512 * 1024, burst: 12 * 1024 * 1024 };
const maxWaitingUpdates = 8;

/** Serves one editor until its connection is closed. */
export function serveConnection(socket: WebSocket, deps: ConnectionDeps): void {
  new Connection(socket, deps).start();
}

class Connection implements Member {
  readonly principal: Principal;
  readonly #socket: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #watcher: Watcher;
  readonly #closed = new AbortController();
  readonly #messages = new TokenBucket(messageRate);
  readonly #bytes = new TokenBucket(byteRate);
  #hasJoined = false;
  #waiting = 0;
  #idleTimer: NodeJS.Timeout;

  constructor(socket: WebSocket, deps: ConnectionDeps) {
    const { principal, projectId, branch, room, limits } = deps;
    this.principal = principal;
    this.#socket = socket;
    this.#deps = deps;
    this.#watcher = { draft: `${projectId} ${branch}`, path: room.name.path, send: (message) => this.send(message) };
    this.#idleTimer = setTimeout(() => this.close(closeCodes.invalid, 'No message was received.'), limits.joinWithinMs);
  }

  start(): void {
    const { stream, projectId, canWrite } = this.#deps;
    this.#socket.on('message', (data, isBinary) => this.#hear(data, isBinary));
    // A frame that breaks the protocol or is too large. The socket closes itself.
    this.#socket.on('error', () => this.#socket.terminate());
    this.#socket.once('close', () => this.#end());
    stream
      .watch((principal) => requireAccess(principal, { projectId, canWrite }), this.#closed.signal)
      .catch((error: unknown) => {
        const isSession = error instanceof ApiError && error.status === 401;
        this.close(
          isSession ? closeCodes.sessionEnded : closeCodes.forbidden,
          error instanceof ApiError ? error.message : '',
        );
      });
  }

  send(data: ServiceMessage | Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#deps.limits.maxBufferedBytes) return this.#socket.terminate();
    if (data instanceof Uint8Array) return this.#socket.send(data);
    if (data.type === 'stored') this.#waiting -= 1;
    this.#socket.send(JSON.stringify(data));
  }

  close(code: number, reason: string): void {
    // The protocol allows 123 bytes for the reason.
    this.#socket.close(
      code,
      Buffer.from(reason)
        .subarray(0, 120)
        .toString('utf8')
        .replace(/\uFFFD$/, ''),
    );
    // Disconnects a client that doesn't respond.
    setTimeout(() => this.#socket.terminate(), 2_000).unref();
  }

  #hear(data: RawData, isBinary: boolean): void {
    const bytes = toBytes(data);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!this.#messages.take(1) || !this.#bytes.take(bytes.byteLength))
      return this.close(closeCodes.tooMany, 'Too many messages.');
    try {
      if (isBinary) this.#receive(bytes);
      else this.#obey(readMessage(bytes.toString('utf8')));
    } catch (error) {
      if (!(error instanceof InvalidUpdate)) this.#deps.log.warn({ err: error }, "an editor's message failed");
      this.close(
        closeCodes.invalid,
        error instanceof InvalidUpdate ? `The update was refused: ${error.message}.` : 'The message failed.',
      );
    }
  }

  #receive(update: Uint8Array): void {
    const { room, canWrite } = this.#deps;
    if (!this.#hasJoined) throw new InvalidUpdate('the editor has not joined');
    if (!canWrite) return this.close(closeCodes.forbidden, 'You can read this file, but not change it.');
    this.#waiting += 1;
    if (this.#waiting > maxWaitingUpdates) return this.close(closeCodes.tooMany, 'Too many updates at the same time.');
    this.#stayOpen();
    room.receive(this, update);
  }

  #obey(message: EditorMessage | undefined): void {
    if (message === undefined) throw new InvalidUpdate('it is not a message');
    const { room, people, key } = this.#deps;
    if (message.type === 'join') return this.#join(message);
    if (!this.#hasJoined) throw new InvalidUpdate('the editor has not joined');
    this.#stayOpen();
    if (message.type === 'cursor') return people.move(key, message.cursor);
    if (this.#deps.canWrite)
      room.settle().catch((error: unknown) => this.send({ type: 'failed', message: describeFailure(error) }));
  }

  #join({ text, vector, client }: EditorMessage & { readonly type: 'join' }): void {
    if (this.#hasJoined) throw new InvalidUpdate('the editor has already joined');
    const { room, people, canWrite, principal, key } = this.#deps;
    const { id: userId, name } = principal.actor;
    // The text's last editor has just left.
    if (room.hasEnded) return this.close(closeCodes.leaving, 'The text was closed.');
    room.join(this, { text, vector: vector === null ? null : Buffer.from(vector, 'base64'), canWrite });
    this.#hasJoined = true;
    this.#stayOpen();
    people.enter(key, { client, userId, name, path: room.name.path }, this.#watcher);
  }

  #stayOpen(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(
      () => this.close(closeCodes.idle, 'Nothing was changed for some hours.'),
      this.#deps.limits.idleMs,
    );
  }

  #end(): void {
    const { room, people, stream, key } = this.#deps;
    clearTimeout(this.#idleTimer);
    this.#closed.abort();
    stream.close();
    room.leave(this);
    people.leave(key, this.#watcher);
  }
}

/** @throws ApiError insufficient_scope, not_found */
export function requireAccess(
  principal: Principal,
  { projectId, canWrite }: { readonly projectId: string; readonly canWrite: boolean },
): void {
  const scope = canWrite ? 'content:write' : 'content:read';
  if (!mayUseProject(principal, projectId)) throw new ApiError('not_found', 'The project does not exist.');
  if (!hasScope(principal, scope))
    throw new ApiError(
      'insufficient_scope',
      `The role "${principal.role}" of ${principal.actor.name} lacks the scope ${scope}.`,
    );
}

function toBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
