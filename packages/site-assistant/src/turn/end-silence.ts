/** A provider sent nothing for so long that readers get what the pages say. */
export class ProviderSilent extends Error {
  /** As the SDK knows errors that it passes on as they are. */
  override readonly name = 'TimeoutError';

  constructor(silenceMs: number) {
    super(`The model’s provider sent nothing for ${String(silenceMs / 1000)} s.`);
  }
}

/**
 * `fetch` for a model that answers readers: a provider that sends not a byte for `silenceMs`, before its head, behind it or in the middle of an
 * answer, is given up. Whatever comes is a sign of life: words, the thoughts of a model that reasons, comments that keep a stream open.
 *
 * @throws ProviderSilent; while the body is read, that reading does
 */
export function endSilence(ask: typeof fetch, silenceMs: number): typeof fetch {
  return async (input, init) => {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(new ProviderSilent(silenceMs)), silenceMs);
    const given = init?.signal ?? undefined;
    const signal = given === undefined ? silent.signal : AbortSignal.any([given, silent.signal]);
    const toCause = (error: unknown): unknown => (silent.signal.aborted ? silent.signal.reason : error);
    const response = await ask(input, { ...init, signal }).catch((error: unknown) => {
      clearTimeout(timer);
      throw toCause(error);
    });
    timer.refresh();
    if (response.body !== null)
      return new Response(ReadableStream.from(heard(response.body, timer, toCause)), response);
    clearTimeout(timer);
    return response;
  };
}

async function* heard(
  body: ReadableStream<Uint8Array>,
  timer: NodeJS.Timeout,
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
    clearTimeout(timer);
  }
}
