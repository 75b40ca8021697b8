import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { locateEntryPoint } from '@docwright/entry-points';
import type { BrotliRequest } from './make-brotli.ts';

/** Compresses in a separate thread, so that serving isn't blocked. If aborted, it ends early without a result. */
export async function startBrotli(request: BrotliRequest, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const worker = new Worker(locateEntryPoint(new URL('./brotli-worker.ts', import.meta.url)), {
    workerData: request,
    // The thread processes one page and its variant at a time.
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop);
  try {
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
