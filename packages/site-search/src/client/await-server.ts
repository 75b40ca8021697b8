export interface ServerSearch<Answer> {
  /** Queries the server. */
  readonly ask: () => Promise<Answer>;
  /** Searches the index in the browser, which lacks restricted pages. */
  readonly searchIndex: () => Promise<Answer>;
  /** Aborted if a later query has replaced this one. */
  readonly signal?: AbortSignal | undefined;
  /** Resolves when the reader has waited long enough, so that index results are shown in the meantime. */
  readonly isSlow: Promise<unknown>;
}

/**
 * Returns the server's answer, no matter how late it is. Index results are shown only until it arrives, or if the
 * server fails.
 *
 * @param showMeanwhile never called after the promise is settled
 */
export async function awaitServer<Answer>(
  { ask, searchIndex, signal, isSlow }: ServerSearch<Answer>,
  showMeanwhile: (answer: Answer) => void = () => undefined,
): Promise<Answer> {
  let isDone = false;
  let found: Promise<Answer> | undefined;
  const search = (): Promise<Answer> => (found ??= searchIndex());
  const meanwhile = isSlow.then(async () => {
    if (isDone) return;
    const answer = await search();
    if (!isDone) showMeanwhile(answer);
  });
  // If the index can't be searched in the meantime, the server's answer is still pending.
  meanwhile.catch(() => undefined);
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return await search();
  } finally {
    isDone = true;
  }
}
