import type { IncomingMessage, ServerResponse } from 'node:http';
import { FairSlots, SiteError } from '@docwright/site-server';
import { ApiError } from './api-error.ts';

/**
 * Maximum number of requests with a large body that one process reads or handles concurrently. A body's text, the
 * parsed value and the decoded bytes are in memory at the same time: up to three times its size. One organization can
 * use at most half of these slots.
 */
const maxRunning = 24;
const maxWaiting = 96;
/** Bodies up to this size, which all operations accept, don't need a slot. */
const largeBytes = 1024 * 1024;
const retrySeconds = 5;

/** Limits the memory for large bodies. A waiting body stays in its connection's buffers. */
export class LargeBodies {
  readonly #slots: FairSlots;

  constructor({ running = maxRunning, waiting = maxWaiting } = {}) {
    this.#slots = new FairSlots(running, waiting);
  }

  get running(): number {
    return this.#slots.running;
  }

  /**
   * Waits until the body may be read. The slot is freed when the response ends.
   * @throws ApiError rate_limited: if the organization's share is used up; request_timeout: if the client disconnects
   */
  async admit(
    { raw: request }: { readonly raw: Pick<IncomingMessage, 'headers'> },
    { raw: response }: { readonly raw: Pick<ServerResponse, 'once' | 'destroyed'> },
    organizationId: string,
  ): Promise<void> {
    if (!isLarge(request)) return;
    // The client disconnected while its key was checked, so no further event would free the slot.
    if (response.destroyed) throw disconnected();
    const owners = [organizationId];
    const ended = new AbortController();
    for (const event of ['finish', 'close']) response.once(event, () => ended.abort());
    try {
      await this.#slots.enter(owners, ended.signal);
    } catch (error) {
      if (ended.signal.aborted) throw disconnected(error);
      if (!(error instanceof SiteError)) throw error;
      throw new ApiError(
        'rate_limited',
        'This organization has too many large requests in progress. Try again in a moment.',
        { headers: { 'retry-after': String(retrySeconds) } },
      );
    }
    if (ended.signal.aborted) this.#slots.leave(owners);
    else ended.signal.addEventListener('abort', () => this.#slots.leave(owners), { once: true });
  }
}

const disconnected = (cause?: unknown): ApiError =>
  new ApiError('request_timeout', 'The connection was closed before the body was read.', { cause });

/** Whether a body needs a slot. A body without a length may be large. */
function isLarge({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes;
}
