import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes to either kind of receiver; resolves when the receiver can accept the next chunk. */
export function toChunkWriter(
  output: Writable | ((chunk: Uint8Array) => Promise<void>),
): (chunk: Uint8Array) => Promise<void> {
  if (typeof output === 'function') return output;
  let failure: Error | undefined;
  output.once('error', (error: Error) => (failure = error));
  const closed = once(output, 'close').then(
    () => failure,
    (error: Error) => error,
  );
  return async (chunk) => {
    if (failure !== undefined) throw failure;
    if (output.destroyed) throw new Error('the receiver of the bundle was closed');
    if (output.write(chunk)) return;
    const waiting = new AbortController();
    const drained = once(output, 'drain', { signal: waiting.signal }).then(() => 'drained');
    const outcome = await Promise.race([drained, closed]);
    if (outcome === 'drained') return;
    waiting.abort();
    drained.catch(() => undefined);
    throw outcome ?? new Error('the receiver of the bundle was closed');
  };
}
