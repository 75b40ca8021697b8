import { setTimeout as pause } from 'node:timers/promises';
import { APICallError, wrapLanguageModel, type LanguageModel } from 'ai';

/** Maximum wait for a reader if a provider requests a pause. */
const MOST_MS = 2_000;
const DEFAULT_MS = 500;

/**
 * Calls the model a second time if its provider failed temporarily. If the provider requests a longer pause, the
 * call isn't retried, and passages are shown immediately. (The SDK's own retries wait for up to a minute.)
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

/** Returns the delay in milliseconds, or `undefined` if retrying is pointless. */
function delayOf(error: unknown): number | undefined {
  if (!APICallError.isInstance(error) || !error.isRetryable) return undefined;
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = error.responseHeaders ?? {};
  const asked = milliseconds === undefined ? toMs(after) : Number(milliseconds);
  if (asked === undefined) return DEFAULT_MS;
  return asked >= 0 && asked <= MOST_MS ? asked : undefined;
}

/** Parses `Retry-After` in seconds (RFC 9110, 10.2.3); a date is usually later than a reader would wait. */
const toMs = (after: string | undefined): number | undefined =>
  after === undefined ? undefined : Number(after) * 1000;
