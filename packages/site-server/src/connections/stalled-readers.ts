import type { Server as NetServer, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

interface Progress {
  /** Bytes that the operating system has accepted for the client. */
  takenBytes: number;
  sinceMs: number;
}

/**
 * Closes connections whose client doesn't read. Node's own socket timeout restarts with every byte that the client
 * sends, so a client could pipeline requests without reading the responses.
 */
export class StalledReaders {
  readonly #stalledMs: number;
  readonly #nowMs: () => number;
  readonly #open = new Map<Socket, Progress>();

  constructor(stalledMs: number, nowMs: () => number) {
    this.#stalledMs = stalledMs;
    this.#nowMs = nowMs;
  }

  watch(server: NetServer): void {
    // With TLS, responses are buffered in the encrypted socket, not in the underlying one.
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => this.add(socket));
    const timer = setInterval(() => this.sweep(), this.#stalledMs / 8).unref();
    server.once('close', () => clearInterval(timer));
  }

  add(socket: Socket): void {
    this.#open.set(socket, { takenBytes: 0, sinceMs: this.#nowMs() });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Closes connections that have made no progress for the whole time. */
  sweep(): void {
    const now = this.#nowMs();
    for (const [socket, progress] of this.#open) {
      const waiting = socket.writableLength;
      const takenBytes = socket.bytesWritten - waiting;
      if (waiting === 0 || takenBytes !== progress.takenBytes) Object.assign(progress, { takenBytes, sinceMs: now });
      else if (now - progress.sinceMs >= this.#stalledMs) socket.destroy();
    }
  }
}
