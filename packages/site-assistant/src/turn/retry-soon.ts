import { setTimeout as pause } from 'node:timers/promises';
import { APICallError, wrapLanguageModel, type LanguageModel } from 'ai';

/** How long a reader may wait if a provider requests a pause. */
const MOST_MS = 2_000;
const DEFAULT_MS = 500;

/**
 * Calls the model a second time if its provider failed temporarily. If it asks for a longer pause than a reader would
 * wait, there is no retry: the pages answer at once. (The SDK's own retries wait for up to a minute.)
 */
export function retrySoon(model: LanguageModel): LanguageModel {
  if (typeof model === 'string') return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ doStream, params }) => {
        try {
          return await doStream();
        } catch (error) {
          const delayMs = delayOf(error);
          if (delayMs === undefined) throw error;
          await pause(delayMs, undefined, { signal: params.abortSignal });
          return doStream();
        }
      },
    },
  });
}

/** Milliseconds, or `undefined` if a second request is useless. */
function delayOf(error: unknown): number | undefined {
  if (!APICallError.isInstance(error) || !error.isRetryable) return undefined;
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = error.responseHeaders ?? {};
  const asked = milliseconds === undefined ? toMs(after) : Number(milliseconds);
  if (asked === undefined) return DEFAULT_MS;
  return asked >= 0 && asked <= MOST_MS ? asked : undefined;
}

/** Of RFC 9110 10.2.3 the seconds; a date is later than a reader waits. */
const toMs = (after: string | undefined): number | undefined =>
  after === undefined ? undefined : Number(after) * 1000;
