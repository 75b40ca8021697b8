import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** One way to write to both kinds of receiver: resolves when the next chunk may come. */
export function toChunkWriter(
  output: Writable | ((chunk: Uint8Array) => Promise<void>),
): (chunk: Uint8Array) => Promise<void> {
  if (typeof output === 'function') return output;
  let failure: Error | undefined;
  output.once('error', (error: Error) => (failure = error));
  return async (chunk) => {
    if (failure !== undefined) throw failure;
    if (output.destroyed) throw new Error('the receiver of the bundle was closed');
    if (output.write(chunk)) return;
    const closed = once(output, 'close').then(() => {
      throw failure ?? new Error('the receiver of the bundle was closed');
    });
    closed.catch(() => undefined);
    await Promise.race([once(output, 'drain'), closed]);
  };
}
