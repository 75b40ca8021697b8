/** Thrown if a provider sends nothing for so long that readers get passages from the pages instead. */
export class ProviderTimeout extends Error {
  /** The SDK passes errors of this name on unchanged. */
  override readonly name = 'TimeoutError';

  constructor(silenceMs: number) {
    super(`The model's provider sent nothing for ${silenceMs / 1000} s.`);
  }
}

export interface IdleTimer {
  /** Restarts the timeout. */
  refresh(): void;
  stop(): void;
}

/** Calls `run` once, `ms` after the start or the last `refresh`. */
export type StartIdleTimer = (run: () => void, ms: number) => IdleTimer;

const startTimer: StartIdleTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return { refresh: () => void timer.refresh(), stop: () => clearTimeout(timer) };
};

/**
 * `fetch` for a model that answers readers. It stops waiting for a provider that doesn't send a byte for `silenceMs`:
 * before or after the response headers, or during the answer. Any byte restarts the timeout: text, a model's reasoning,
 * comments that keep a stream open.
 *
 * @throws {ProviderTimeout} from the call, or from reading the body
 */
export function withIdleTimeout(ask: typeof fetch, silenceMs: number, start = startTimer): typeof fetch {
  return async (input, init) => {
    const silent = new AbortController();
    const timer = start(() => silent.abort(new ProviderTimeout(silenceMs)), silenceMs);
    const given = init?.signal ?? undefined;
    const signal = given === undefined ? silent.signal : AbortSignal.any([given, silent.signal]);
    const toCause = (error: unknown): unknown => (silent.signal.aborted ? silent.signal.reason : error);
    const response = await ask(input, { ...init, signal }).catch((error: unknown) => {
      timer.stop();
      throw toCause(error);
    });
    timer.refresh();
    if (response.body !== null)
      return new Response(ReadableStream.from(heard(response.body, timer, toCause)), response);
    timer.stop();
    return response;
  };
}

async function* heard(
  body: ReadableStream<Uint8Array>,
  timer: IdleTimer,
  toCause: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) {
      timer.refresh();
      yield piece;
    }
  } catch (error) {
    throw toCause(error);
  } finally {
    timer.stop();
  }
}
